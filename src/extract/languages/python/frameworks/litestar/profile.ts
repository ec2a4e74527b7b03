import type { Profile } from '../profile.js';

/** What the extractor resolves for Litestar, and what stays unresolved. */
export const litestarProfile: Profile = {
  id: 'python/litestar',
  title: 'Litestar',
  // https://docs.litestar.dev/latest/usage/routing/overview.html: a trie of segments that ignores trailing slashes
  matching: { headByGet: false },
  resolves: [
    '`Litestar(route_handlers=[...])`, `Router`, `Controller` with `path`, nested and inherited; `register`, `route_handlers` of an app’s configuration',
    '`@get`, `@post` and the like, `@route`, by any name; several paths; handlers of other files, lists of handlers',
    'return annotations and returned dictionaries; dataclasses, msgspec, pydantic by the names of its fields; `Response[...]`, `status_code`, `media_type`',
  ],
  gaps: [
    'handlers that functions make; lists that a function is given; options that are handed on as a whole (`Litestar(**options)`)',
    'DTOs, `after_request`, encoders of built-in types, options of `PydanticPlugin`: bodies are unknown',
  ],
  // an app's handler list may come from a file that does not import Litestar
  signals: (text) => /^[ \t]{0,40}(?:from|import)[ \t]{1,9}(?:litestar|starlite)\b/m.test(text),
};
