import { connexionProfile } from './connexion/profile.js';
import { othersProfile } from './others/profile.js';
import type { Profile } from './profile.js';

/** What every file is asked before it is parsed: a row for each framework, in the order of the documentation. */
export const frameworkProfiles = {
  fastapi: {
    id: 'python/fastapi',
    title: 'FastAPI',
    // https://fastapi.tiangolo.com/tutorial/path-params/#order-matters; unlike Starlette, its routes do not answer HEAD
    matching: { firstMatch: true, slashCounts: true, headByGet: false },
    unnamed: true,
    signals: (text) => /\bfastapi\b|APIRouter\b|\.include_router\(/.test(text),
  },
  flask: {
    id: 'python/flask',
    title: 'Flask',
    unnamed: true,
    signals: (text) =>
      /\b(?:api)?flask\w*\b|\bquart\b|\bBlueprint\b|\.register_blueprint\(|\bMethodView\b|\.add_resource\(/.test(text),
  },
  connexion: connexionProfile,
  django: {
    id: 'python/django',
    title: 'Django and Django REST framework',
    // https://docs.djangoproject.com/en/stable/topics/http/urls/#how-django-processes-a-request
    matching: { firstMatch: true, pathAlone: true, slashCounts: true },
    signals: (text) =>
      /\bROOT_URLCONF\b|\bREST_FRAMEWORK\b|\bAUTH_USER_MODEL\b|\bDEFAULT_AUTO_FIELD\b|\bSIMPLE_JWT\b|\burlpatterns\b|\brest_framework\b|\bninja\b|\bfrom django\b|\bimport django\b|\bdef \w{1,80}\((?:_?request|req)\b|View(?:[Ss]et)?\):$/m.test(
        text,
      ),
  },
  asgi: {
    id: 'python/asgi',
    title: 'Starlette, Sanic, aiohttp',
    unnamed: true,
    signals: (text) =>
      /^[ \t]{0,40}(?:from|import)[ \t]{1,9}(?:starlette\.(?:applications|routing|responses)|sanic\b|aiohttp\b)/m.test(text),
  },
  tornado: {
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
  },
  litestar: {
    id: 'python/litestar',
    title: 'Litestar',
    // https://docs.litestar.dev/latest/usage/routing/overview.html: a trie of segments that ignores trailing slashes
    matching: { headByGet: false },
    // an app's handler list may come from a file that does not import Litestar
    signals: (text) => /^[ \t]{0,40}(?:from|import)[ \t]{1,9}(?:litestar|starlite)\b/m.test(text),
  },
  falcon: {
    id: 'python/falcon',
    title: 'Falcon',
    // https://falcon.readthedocs.io/en/stable/api/routing.html; `on_get` does not answer HEAD, and trailing slashes count unless an
    // option disables this
    matching: { headByGet: false, slashCounts: true },
    unnamed: true,
    signals: (text) =>
      /^[ \t]{0,40}(?:from|import)[ \t]{1,9}falcon\b/m.test(text) ||
      /\bdef on_(?:get|post|put|patch|delete)\w{0,40}\(\s{0,40}self\b/.test(text),
  },
  decorated: {
    id: 'python/decorated',
    title: 'Bottle, Chalice, Robyn, BlackSheep',
    unnamed: true,
    signals: (text) => /(?:^|;)[ \t]{0,40}(?:from|import)[ \t]{1,9}(?:bottle|chalice|robyn|blacksheep)\b/m.test(text),
  },
  middleware: {
    id: 'python/middleware',
    title: 'Middleware',
    signals: (text) =>
      /\bBaseHTTPMiddleware\b|\.middleware\(|\bafter_(?:app_)?request\b|\bprocess_response\b|\bget_response\b|\.set_data\(|\bdef[ \t]{1,9}finalize_response\b|["']http\.response\.body["']|\bjson_provider_class\b|\bjson_encoder\b|\bBASE_RESPONSE_SCHEMA\b|\.representation\(|\.json(?:\.(?:default|dumps|response))?[ \t]{0,9}=[ \t]{0,9}\w/.test(
        text,
      ),
  },
  others: othersProfile,
} satisfies Readonly<Record<string, Profile>>;
