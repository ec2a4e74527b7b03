import type { Profile } from '../profile.js';

export const ASPNET = 'csharp/aspnet';

const ROUTES =
  /\[\s*(?:ApiController|Http(?:Get|Post|Put|Patch|Delete|Head|Options)|Route|AcceptVerbs)\b|\.(?:Map[A-Z]\w{0,60}|UseMvc|UseMvcWithDefaultRoute|UseFastEndpoints|UseEndpoints|AddControllers|AddControllersWithViews|AddMvc|AddMvcCore)\s{0,9}[(<]|\.Map\(\s{0,9}"|\bAdd(?:Json|NewtonsoftJson)\w{0,9}\b|\bConfigure<\w{0,30}JsonOptions>|\bConfigureHttpJsonOptions\b|\bWebApplication\.Create|\bI?EndpointRouteBuilder\b|\bRouteGroupBuilder\b|Controller(?:Base)?\b[^\n;]{0,80}\n|\bRequestDelegate\b|(?:Result|Action|Endpoint)Filter(?:Attribute)?\b|\.Filters\.Add|OutputFormatter|\bTreatNullValueAsNoContent\b|\.Body\s{0,9}=[^=]|\bJsonConverter(?:Factory|<)|\bJson(?:Serializer)?(?:Options|Settings)[ \t]{1,9}\w{1,60}[ \t]{0,9}[,)]/;

/** What the ASP.NET Core reader resolves, and the gaps it leaves. */
export const aspnetProfile: Profile = {
  id: ASPNET,
  title: 'ASP.NET Core',
  // literal path segments ignore case; HEAD needs its own route. https://learn.microsoft.com/aspnet/core/fundamentals/routing
  matching: { anyCase: true, headByGet: false },
  resolves: [
    'controllers with attribute routes: `[controller]`, `[action]` and `[area]`, absolute templates, constraints, optional parameters, `[AcceptVerbs]`; routes and prefixes of base classes in other files; attributes of the service that bring methods and templates; Ardalis.ApiEndpoints',
    'minimal APIs: `MapGet` … `MapMethods`, groups (`MapGroup`) also across files and extension methods, named after their class, handlers as lambdas and methods, `.Produces<T>()` where nothing shows the answer; classes of endpoints that the program gathers or names by type, Carter',
    'types: classes, records, structs, generics, inheritance, enums, nullable annotations, `[JsonPropertyName]`, `[JsonIgnore]`, `[JsonConverter]` of enums, anonymous objects, collections; naming policies and other options of the service; what Newtonsoft.Json makes of them where it is switched on',
    'what is sent: declared results, `ActionResult<T>`, `Results<…>`, `TypedResults`, `Ok(x)` and its like, `IRequest<T>` of mediators, mappers that name a type',
    'envelopes: filters of results, actions and endpoints, global ones and attributes, that put the body into another object',
  ],
  gaps: [
    'conventional routes (`MapControllerRoute`), templates that are put together when the program runs, endpoints that are found by reflection',
    'results that are made by methods elsewhere, custom converters, tuples; filters that send one thing or another, formatters of the service, middleware that rewrites bodies: all bodies are open',
  ],
  signals: (text) => ROUTES.test(text),
};
