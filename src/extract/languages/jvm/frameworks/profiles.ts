import type { Profile } from '../../../extractor.js';
import { jaxrsProfile } from './jaxrs/profile.js';
import { othersProfile } from './others/profile.js';

/** What every file is asked before it is parsed: a row for each framework, in the order of the documentation. */
export const frameworkProfiles = {
  spring: {
    id: 'jvm/spring',
    title: 'Spring MVC and WebFlux',
    signals: (text) =>
      /@(?:[\w.]{0,80}\.)?(?:RequestMapping|(?:Get|Post|Put|Patch|Delete|Http)(?:Mapping|Exchange)|RestController|Controller)\b|\baddPathPrefix\b|\bRouterFunctions?\b|\b(?:coRouter|router)\s*\{|\bResponseBodyAdvice\b|HttpMessageConverter\b|[a-z0-9](?:Delegate|ApiService)\b/.test(
        text,
      ),
  },
  jaxrs: jaxrsProfile,
  ktor: {
    id: 'jvm/ktor',
    title: 'Ktor',
    // HEAD requires a plugin. https://ktor.io/docs/server-autohead-response.html
    matching: { headByGet: false },
    signals: (text, path) =>
      path.endsWith('.kt') &&
      /\bio\.ktor\.(?:server\.)?(?:routing|resources|locations|application|response)\b|\bRouting\b|\brouting\s*\{|@Resource\b/.test(
        text,
      ),
  },
  http4k: {
    id: 'jvm/http4k',
    title: 'http4k',
    // https://www.http4k.org/ecosystem/http4k/reference/core/#routing: the first route that matches handles the request
    matching: { firstMatch: true },
    signals: (text) => /\borg\.http4k\b/.test(text),
  },
  javalin: {
    id: 'jvm/javalin',
    title: 'Javalin',
    // https://javalin.io/documentation#handlers: the first matching endpoint handles the request, and a handler that does nothing
    // sends 200
    matching: { firstMatch: true, silentSuccess: true },
    signals: (text) => /\bio\.javalin\b/.test(text),
  },
  spark: {
    id: 'jvm/spark',
    title: 'Spark',
    // https://sparkjava.com/documentation#routes: the first route that matches answers
    matching: { firstMatch: true },
    signals: (text) => /\bspark\.(?:Spark|Service|Request|Response|Route|\*)/.test(text),
  },
  vertx: {
    id: 'jvm/vertx',
    title: 'Vert.x Web',
    matching: { headByGet: false },
    signals: (text) =>
      /\bext\.web\.(?:Router\b|openapi\b|api\.contract\b|\*)|\bcreateHttpServer\b|\bio\.vertx\.core\.http\.HttpServer\b/.test(
        text,
      ),
  },
  armeria: {
    id: 'jvm/armeria',
    title: 'Armeria (annotated services)',
    signals: (text) => /\bcom\.linecorp\.armeria\.(?:server|spring)\b/.test(text),
  },
  micronaut: {
    id: 'jvm/micronaut',
    title: 'Micronaut',
    signals: (text) => /\bio\.micronaut\.(?:http\.annotation|http\.client|web\.router)\b/.test(text),
  },
  others: othersProfile,
} satisfies Readonly<Record<string, Profile>>;
