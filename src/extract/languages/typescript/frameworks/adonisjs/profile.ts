import type { Profile } from '../profile.js';

/** Documentation and signals of the AdonisJS reader, in a module that does not load the parser. */
export const adonisjsProfile: Profile = {
  id: 'typescript/adonisjs',
  title: 'AdonisJS',
  resolves: [
    '`router` of `@adonisjs/core` (5 and 6): methods, `route`, `group` with `prefix`, `resource` with `apiOnly`, `only` and `except`',
    'controllers that are imported when they are needed, `[Controller, "method"]`, `[Controller]`, `#controllers/…` and other imports of package.json',
    'controllers by their names: `"#controllers/books_controller.index"`, `"BooksController.index"` of version 5',
    'what handlers return, `response.ok`, `created`, `noContent` and the like, `status().send()`, `json`; middleware that sends after the handler opens bodies',
  ],
  gaps: [
    'shallow resources, routers given to functions, namespaces of groups',
    'the names under which Lucid models send their columns',
  ],
  signals: (text) =>
    /["'](?:@adonisjs\/core\/(?:services\/router|http|types\/http)|@ioc:Adonis\/Core\/(?:Route|HttpContext))["']/.test(text),
};
