import type { Profile } from './profile.js';

/** What the extractor resolves for go-swagger servers, and what stays unresolved. */
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
  // https://github.com/go-openapi/runtime: each method has its own registration
  matching: { silentSuccess: true, headByGet: false },
  signals: (text) => /github\.com\/go-openapi\/runtime\/middleware\b|\/operations(?:\/\w{1,100})?"/.test(text),
};
