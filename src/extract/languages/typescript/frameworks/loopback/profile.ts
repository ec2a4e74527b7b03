import type { Profile } from '../profile.js';

/** What starts an application need not name a package. */
const STARTS = /\bnew [A-Z]\w{0,60}App(?:lication)?\(/;
const SIGNALS = /["']@loopback\/(?:rest|openapi-v3|core|context)["']/;

/** Documentation and signals of the LoopBack 4 reader, in a module that does not load the parser. */
export const loopbackProfile: Profile = {
  id: 'typescript/loopback',
  title: 'LoopBack 4',
  resolves: [
    'methods of controllers with `@get`, `@post`, `@patch`, `@put`, `@del`, `@operation`; `@api({ basePath })`, `basePath(…)` of the application, `rest.basePath` of its options',
    'what methods declare or return, their models without hidden properties; what they send through an injected response',
  ],
  gaps: [
    'controllers that functions make (`defineCrudRestController`)',
    'a base path that the options of an application receive from another file',
  ],
  signals: (text) => (text.includes('@loopback/') && SIGNALS.test(text)) || (text.includes('.boot()') && STARTS.test(text)),
};
