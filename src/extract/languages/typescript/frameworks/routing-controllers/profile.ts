import type { Profile } from '../profile.js';

const SIGNALS = /["']routing-controllers["']/;

/** What the reader of routing-controllers resolves, and what it leaves open; light, so that it can be asked before anything is parsed. */
export const routingControllersProfile: Profile = {
  id: 'typescript/routing-controllers',
  title: 'routing-controllers',
  // as Express and @koa/router, which it registers with
  matching: { anyCase: true, firstMatch: true },
  resolves: [
    '`@Controller` and `@JsonController` with their methods, inherited ones too; `routePrefix` of the server on Express or Koa',
    'controllers given as classes, or taken by patterns and imports',
    'status by `@HttpCode`, `@OnUndefined`, `@Redirect`; the declared or inferred result; `@Res()`; class-transformer unless it is off',
  ],
  gaps: ['interceptors, and options of class-transformer'],
  signals: (text) => text.includes('routing-controllers') && SIGNALS.test(text),
};
