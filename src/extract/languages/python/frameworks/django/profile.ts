import type { Profile } from '../profile.js';

const SIGNALS =
  /\bROOT_URLCONF\b|\bREST_FRAMEWORK\b|\bAUTH_USER_MODEL\b|\bDEFAULT_AUTO_FIELD\b|\bSIMPLE_JWT\b|\burlpatterns\b|\brest_framework\b|\bninja\b|\bfrom django\b|\bimport django\b|\bdef \w{1,80}\((?:_?request|req)\b|View(?:[Ss]et)?\):$/m;

/** What the extractor resolves for Django, and what stays unresolved. */
export const djangoProfile: Profile = {
  id: 'python/django',
  title: 'Django and Django REST framework',
  // https://docs.djangoproject.com/en/stable/topics/http/urls/#how-django-processes-a-request
  matching: { firstMatch: true, pathAlone: true, slashCounts: true },
  signals: (text) => SIGNALS.test(text),
};
