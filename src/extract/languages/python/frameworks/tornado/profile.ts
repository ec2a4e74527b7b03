import type { Profile } from '../profile.js';

/** What the extractor resolves for Tornado, and what stays unresolved. */
export const tornadoProfile: Profile = {
  id: 'python/tornado',
  title: 'Tornado',
  // https://www.tornadoweb.org/en/stable/web.html#tornado.web.Application; `RequestHandler.head` answers 405 unless overridden
  matching: { firstMatch: true, pathAlone: true, slashCounts: true, headByGet: false },
  // handler lists and subclasses of the service's own base need not import tornado
  signals: (text) =>
    /\btornado\.(?:web|routing)\b|^[ \t]{0,40}from[ \t]{1,9}tornado[ \t]{1,9}import\b[^\n]{0,200}\b(?:web|routing)\b/m.test(
      text,
    ) ||
    /[([][ \t]{0,9}r?["'][^"'\n]{0,200}["'],\s{0,40}[\w.]{0,100}Handler\b/.test(text) ||
    /^class[ \t]{1,9}\w{1,100}\([\w., \t]{0,200}Handler\b/m.test(text),
};
