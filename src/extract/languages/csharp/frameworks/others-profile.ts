import type { Profile } from './profile.js';

/** What registers routes, or moves them, and is known by these words alone. */
export const OTHERS: readonly (readonly [detail: string, words: string])[] = [
  ['Routes of ServiceStack are not read.', 'using[ \\t]{1,9}ServiceStack\\b'],
  ['Routes of Nancy are not read.', 'using[ \\t]{1,9}Nancy\\b'],
  [
    'Attributes of the service that bring routes of their own are not read.',
    'class[ \\t]{1,9}\\w{1,80}\\s{0,40}:\\s{0,9}(?:Http(?:Get|Post|Put|Patch|Delete|Head|Options|Method)|Route|AcceptVerbs)Attribute\\b|:[^{;\\n]{0,200}\\bI(?:RouteTemplate|ActionHttpMethod)Provider\\b',
  ],
  [
    'Conventions of the service change routes when it starts, which is not read.',
    '\\bAttributeRouteModel\\b|\\bRouteTokenTransformerConvention\\b',
  ],
  ['`UsePathBase` puts a prefix before all routes, which is not read.', '\\.UsePathBase[ \\t]{0,9}\\('],
];
export const WORDS = new RegExp(OTHERS.map(([, words]) => `(${words})`).join('|'));

/** What is recognised and not read: nothing of the service may be called missing. */
export const othersProfile: Profile = {
  id: 'csharp/others',
  title: 'Other frameworks',
  resolves: [],
  gaps: [
    'ServiceStack, Nancy, `UsePathBase`, attributes of the service that extend `[HttpGet]` or `[Route]`, conventions that change routes: recognised, which hides the service',
  ],
  signals: (text) => WORDS.test(text),
};
