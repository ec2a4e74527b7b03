import type { Profile } from '../profile.js';

const SIGNALS =
  /\bROOT_URLCONF\b|\bREST_FRAMEWORK\b|\bAUTH_USER_MODEL\b|\bDEFAULT_AUTO_FIELD\b|\bSIMPLE_JWT\b|\burlpatterns\b|\brest_framework\b|\bninja\b|\bfrom django\b|\bimport django\b|\bdef \w{1,80}\((?:_?request|req)\b|View(?:[Ss]et)?\):$/m;

/** What the extractor resolves for Django, and what stays unresolved. */
export const djangoProfile: Profile = {
  id: 'python/django',
  title: 'Django and Django REST framework',
  // https://docs.djangoproject.com/en/stable/topics/http/urls/#how-django-processes-a-request
  matching: { firstMatch: true, pathAlone: true, slashCounts: true },
  resolves: [
    '`ROOT_URLCONF`, `urlpatterns` with `path`, `re_path`, `url` and `include` of modules, lists and routers; functions that give patterns, or fill a list with them, by what each call gives them',
    'class-based views by their methods and generic bases, function views with `api_view` and `require_http_methods`',
    'REST framework routers, nested ones as well: viewsets, their mixins, `action`, lookup fields',
    'serializers by `Meta.fields`, `exclude`, nested ones, `source`, method fields, `to_representation`; models with inheritance and relations',
    'pagination and renderers as envelopes, own ones too, by class or by `REST_FRAMEWORK`; `get_serializer_class` by action',
    'django-ninja: `NinjaAPI`, `Router`, `add_router`, `response`, schemas of models',
  ],
  gaps: [
    'regular expressions that no path template can say',
    'views and URLs of installed packages; functions of patterns behind decorators, or called with `**options`',
    'serializers that choose their fields when they run; `depth`; relations as addresses; renderers that rename (camel case)',
  ],
  signals: (text) => SIGNALS.test(text),
};
