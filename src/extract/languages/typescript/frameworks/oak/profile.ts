import type { Profile } from '../profile.js';

/** Documentation and signals of the oak reader, in a module that does not load the parser. */
export const oakProfile: Profile = {
  id: 'typescript/oak',
  title: 'oak',
  // https://jsr.io/@oak/oak/doc/router/~/RouterOptions
  matching: { anyCase: true, firstMatch: true },
  resolves: [
    'routers of `@oak/oak` and `https://deno.land/x/oak`: verbs, `all`, `add`, named routes, prefixes; `use` with `routes()`, in any file',
    'what handlers set as `response.body`, `response.status` and `response.type` of their context, also where they take it apart',
  ],
  gaps: [
    'files that are sent, `response.with`, web sockets and server-sent events',
    'import maps of `deno.json` with other names than `oak`',
  ],
  signals: (text) => /\boak\b|[Rr]outer\.\w+\(|\bapp\.use\(|\.routes\(\)|\bRouter\(/.test(text),
};
