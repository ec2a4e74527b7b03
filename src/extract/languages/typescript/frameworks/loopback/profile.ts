import type { Profile } from '../profile.js';

const SIGNALS = /["']@loopback\/(?:rest|openapi-v3|core|context)["']/;

/** What the reader of LoopBack 4 resolves, and what it leaves open; light, so that it can be asked before anything is parsed. */
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
