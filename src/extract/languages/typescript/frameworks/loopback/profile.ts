import type { Profile } from '../profile.js';

const SIGNALS = /["']@loopback\/(?:rest|openapi-v3|core|context)["']/;

/** Documentation and signals of the LoopBack 4 reader, in a module that does not load the parser. */
export const loopbackProfile: Profile = {
  id: 'typescript/loopback',
  title: 'LoopBack 4',
  resolves: [
    'methods of controllers with `@get`, `@post`, `@patch`, `@put`, `@del`, `@operation`; `@api({ basePath })`, `this.basePath(…)` of the application',
    'what methods declare or return, their models without hidden properties; what they send through an injected response',
  ],
  gaps: ['controllers that functions make (`defineCrudRestController`)', 'the base path that options of the server give'],
  signals: (text) => text.includes('@loopback/') && SIGNALS.test(text),
};
