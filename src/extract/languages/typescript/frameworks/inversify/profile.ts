import type { Profile } from '../profile.js';

const SIGNALS = /["']inversify-express-utils["']/;

/** Documentation and signals of the inversify-express-utils reader, in a module that does not load the parser. */
export const inversifyProfile: Profile = {
  id: 'typescript/inversify',
  title: 'inversify-express-utils',
  // as Express, which it registers with
  matching: { anyCase: true, firstMatch: true },
  resolves: [
    '`@controller` with its methods, inherited ones too; `rootPath` of `InversifyExpressServer`, its `setConfig` and `build`',
    'what methods send: `this.json`, `this.ok`, `this.created` and the like, what they return, what they send through the response',
  ],
  gaps: ['a custom router that is given to the server', 'results of classes that a service makes itself'],
  signals: (text) => text.includes('inversify-express-utils') && SIGNALS.test(text),
};
