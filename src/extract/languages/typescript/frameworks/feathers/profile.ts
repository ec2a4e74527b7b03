import type { Profile } from '../profile.js';

/** Most files with services import one of its packages. */
export const IMPORTED = /["'](?:@feathersjs\/[\w-]{1,40}|feathers)["']/;

/** Documentation and signals of the Feathers reader, in a module that does not load the parser. */
export const feathersProfile: Profile = {
  id: 'typescript/feathers',
  title: 'Feathers',
  resolves: [
    '`app.use("books", new BookService())`, objects with the methods of a service, `methods` of the options',
    'what `find`, `get`, `create`, `update`, `patch` and `remove` return, by the status of their method; hooks after a method open its body',
  ],
  gaps: ['services that functions of packages make: their bodies are not known', 'apps below the path of another app'],
  signals: (text) => IMPORTED.test(text) || /\.hooks\(/.test(text),
};
