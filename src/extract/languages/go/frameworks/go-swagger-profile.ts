import type { Profile } from './profile.js';

/** What is resolved of servers that go-swagger generates, and what it leaves open. */
export const goSwaggerProfile: Profile = {
  id: 'go/go-swagger',
  title: 'go-swagger',
  resolves: [
    'generated servers: handlers that are put into fields of the API, as functions or values with `Handle`',
    'what the responders send that they return, with `WithPayload`',
  ],
  gaps: [
    'APIs that are put together when the service runs (`untyped`), responders that are made of functions',
    'consumers and producers of the service',
  ],
  // https://github.com/go-openapi/runtime: each method is registered by itself
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/go-openapi\/runtime\/middleware\b|\/operations(?:\/\w{1,100})?"/.test(text),
};
