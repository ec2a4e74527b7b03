import type { Profile } from '../profile.js';

const SIGNALS = /["']routing-controllers["']/;

/** Documentation and signals of the routing-controllers reader, in a module that does not load the parser. */
export const routingControllersProfile: Profile = {
  id: 'typescript/routing-controllers',
  title: 'routing-controllers',
  // like Express and @koa/router, which it registers with
  matching: { anyCase: true, firstMatch: true },
  resolves: [
    '`@Controller` and `@JsonController` with their methods, inherited ones too; `routePrefix` of the server on Express or Koa',
    'controllers given as classes, or taken by patterns and imports',
    'status by `@HttpCode`, `@OnUndefined`, `@Redirect`; the declared or inferred result; `@Res()`; class-transformer unless it is off',
  ],
  gaps: ['interceptors, and options of class-transformer'],
  signals: (text) => text.includes('routing-controllers') && SIGNALS.test(text),
};
