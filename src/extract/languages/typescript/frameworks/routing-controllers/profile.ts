import type { Profile } from '../../../../extractor.js';

const SIGNALS = /["']routing-controllers["']/;

/** Documentation and signals of the routing-controllers reader, in a module that does not load the parser. */
export const routingControllersProfile: Profile = {
  id: 'typescript/routing-controllers',
  title: 'routing-controllers',
  // like Express and @koa/router, which it registers with
  matching: { anyCase: true, firstMatch: true },
  signals: (text) => text.includes('routing-controllers') && SIGNALS.test(text),
};
