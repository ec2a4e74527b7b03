/** Reasons why a body is unknown: something in the service may change it before it is sent. */
export const REWRITES = {
  filter: 'a filter of the service may change what is sent',
  interceptor: 'an interceptor of the service may change what is sent',
  interceptors: 'interceptors may change what is sent',
  plugin: 'a plugin of the service may change what is sent',
} as const;

/** Whether a reason says that something changes a response: `the decorator Wrap may change what is sent (src/wrap.ts:3)`. */
export const isRewrite = (why: string): boolean => /\bchanges? what is sent(?: \([^()]*\))?$/.test(why);
