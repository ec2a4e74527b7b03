import type { Profile } from '../../../../extractor.js';

export const ASPNET = 'csharp/aspnet';

const ROUTES =
  /\[\s*(?:ApiController|Http(?:Get|Post|Put|Patch|Delete|Head|Options)|Route|AcceptVerbs)\b|\.(?:Map[A-Z]\w{0,60}|UseMvc|UseMvcWithDefaultRoute|UseFastEndpoints|UseEndpoints|AddControllers|AddControllersWithViews|AddMvc|AddMvcCore)\s{0,9}[(<]|\.Map\(\s{0,9}"|\bAdd(?:Json|NewtonsoftJson)\w{0,9}\b|\bConfigure<\w{0,30}JsonOptions>|\bConfigureHttpJsonOptions\b|\bWebApplication\.Create|\bI?EndpointRouteBuilder\b|\bRouteGroupBuilder\b|Controller(?:Base)?\b[^\n;]{0,80}\n|\bRequestDelegate\b|(?:Result|Action|Endpoint)Filter(?:Attribute)?\b|\.Filters\.Add|OutputFormatter|\bTreatNullValueAsNoContent\b|\.Body\s{0,9}=[^=]|\bJsonConverter(?:Factory|<)|\bJson(?:Serializer)?(?:Options|Settings)[ \t]{1,9}\w{1,60}[ \t]{0,9}[,)]/;

/** What every file is asked for ASP.NET Core. */
export const aspnetProfile: Profile = {
  id: ASPNET,
  title: 'ASP.NET Core',
  // literal path segments ignore case; HEAD needs its own route. https://learn.microsoft.com/aspnet/core/fundamentals/routing
  matching: { anyCase: true, headByGet: false },
  signals: (text) => ROUTES.test(text),
};
