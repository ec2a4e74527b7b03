import type { Profile } from '../profile.js';

const SIGNALS =
  /@(?:[\w.]{0,80}\.)?(?:RequestMapping|(?:Get|Post|Put|Patch|Delete|Http)(?:Mapping|Exchange)|RestController|Controller)\b|\baddPathPrefix\b|\bRouterFunctions?\b|\b(?:coRouter|router)\s*\{|\bResponseBodyAdvice\b|HttpMessageConverter\b|[a-z0-9](?:Delegate|ApiService)\b/;

/** What the Spring reader resolves, and the gaps it leaves. */
export const springProfile: Profile = {
  id: 'jvm/spring',
  title: 'Spring MVC and WebFlux',
  resolves: [
    'mappings of classes and methods with lists, constants of other files and placeholders of `application.properties` and YAML; context path',
    'mappings that a controller inherits from a class or interface, also of another module; `@HttpExchange` interfaces that are implemented',
    'interfaces that the build generates from a contract (openapi-generator in `pom.xml` or Gradle), where a class implements them',
    'declared results through `ResponseEntity`, `Mono`, `Flux`, `CompletableFuture` and the like; `@ResponseStatus`; bodies that are written out',
    'functional routers: `RouterFunctions.route()`, `route(GET(…), …)`, `router { }`, `coRouter { }`, nested ones as well; routers that functions and lists of beans give, also below what each bean says of its path; `ServerResponse` of their handlers',
    'what every body passes through: `ResponseBodyAdvice`, where it takes all bodies',
  ],
  gaps: [
    'interfaces that other tools generate when it is built, unless their source is in the repository',
    '`addPathPrefix` leaves open where controllers answer; functional routers whose paths are not written out hide the service',
    'routes of libraries: Actuator, Spring Data REST, springdoc',
  ],
  signals: (text) => SIGNALS.test(text),
};
