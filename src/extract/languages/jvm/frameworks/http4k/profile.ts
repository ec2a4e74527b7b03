import type { Profile } from '../profile.js';

/** What the http4k reader resolves, and the gaps it leaves. */
export const http4kProfile: Profile = {
  id: 'jvm/http4k',
  title: 'http4k',
  resolves: [
    '`routes(path bind METHOD to handler, …)`, nested and below a path, in properties, functions and classes of other files; `then`, `withFilter`, `withBasePath`, `asServer`',
    'handlers as lambdas, references, functions that give one and classes with `invoke`; what `Response(status).with(lens of x)`, `lens(x, response)`, `.body(json.encodeToString(x))` and functions of the service send',
  ],
  gaps: [
    'routes of `contract { }`, lists of routes that code makes, paths that are not written out, lenses of other files',
    'filters that change the body of a response',
  ],
  // https://www.http4k.org/ecosystem/http4k/reference/core/#routing: the first route that matches handles the request
  matching: { firstMatch: true },
  signals: (text) => /\borg\.http4k\b/.test(text),
};
