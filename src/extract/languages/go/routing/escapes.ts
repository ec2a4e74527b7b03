import type { Expression } from '../../../../facts/expression.js';
import { dialects } from '../frameworks/index.js';
import { plainPath } from '../known-types.js';
import { bindingOf, type Place, type Source } from '../source.js';
import type { Node } from '../syntax/node.js';

/** Packages that serve, wrap, document or test a router, but register no contract operation. */
const HARMLESS = new RegExp(
  `^(?:${[
    'golang\\.org/x',
    'google\\.golang\\.org',
    'go\\.(?:uber\\.org|opentelemetry\\.io|elastic\\.co|opencensus\\.io)',
    'contrib\\.go\\.opencensus\\.io',
    'gopkg\\.in/DataDog',
    'github\\.com/(?:gin-contrib|gin-gonic|swaggo|prometheus|getsentry|newrelic|DataDog|opentracing|opentracing-contrib|stretchr)',
    'github\\.com/(?:gavv|appleboy|steinfletcher|onsi|unrolled|felixge|facebookgo|klauspost|spf13|sirupsen|rs|ulule|didip|justinas)',
    'github\\.com/(?:urfave|codegangsta)/negroni',
    'github\\.com/(?:aws|awslabs|akrylysov|apex)',
    'github\\.com/gorilla/(?:handlers|csrf|sessions|context)',
    'github\\.com/go-chi/(?:cors|render|httplog|httprate|jwtauth|docgen)',
    'github\\.com/(?:labstack/echo-contrib|gofiber/(?:contrib|swagger|adaptor)|arsmn/fiber-swagger)',
    'github\\.com/(?:zsais/go-gin-prometheus|penglongli/gin-metrics|Depado/ginprom|slok/go-http-metrics)',
    'github\\.com/(?:NYTimes/gziphandler|CAFxX/httpcompression|alexedwards/scs|caddyserver/certmagic|soheilhy/cmux)',
    'github\\.com/(?:fvbock/endless|tylerb/graceful|oklog|improbable-eng/grpc-web|arl/statsviz|google/wire|tmc/grpc-websocket-proxy)',
    'github\\.com/emicklei/go-restful-(?:openapi|swagger12)',
  ].join('|')})(?:[/.]|$)`,
);

/** Standard library packages, which take routers only as handlers. A module name may also have no dot: `module myapp`. */
export const STANDARD = /^(?:net|encoding|log|context|fmt|os|io|time|testing|errors|sync|expvar|reflect|runtime)(?:\/|$)/;

/** Whether a package may register routes on a router that it gets. Code of the service itself is followed instead. */
export function mayRegister(path: string | undefined): boolean {
  if (path === undefined || STANDARD.test(path) || HARMLESS.test(path)) return false;
  const plain = plainPath(path);
  return !dialects.some(({ packages }) => packages.test(plain) || packages.test(plain.replace(/(?:\/v\d+)?\/[\w-]{1,40}$/, '')));
}

/** Whether a package certainly registers no contract operation. */
export const isHarmless = (path: string | undefined): boolean => path !== undefined && !mayRegister(path);

/** The import path of the package that a value comes from: `common.New().Mount`, `m.Mount` after `m := common.New()`. */
export function originOf(place: Place, node: Node): string | undefined {
  let at = node;
  while (at.kind === 'member' || at.kind === 'call' || at.kind === 'unary' || at.kind === 'index') at = at.of;
  if (at.kind !== 'name') return undefined;
  const bound = bindingOf(place.scope, at.name);
  if (bound !== undefined) return originOfValue(place.source, bound.expression);
  return place.source.stored.has(at.name)
    ? originOfValue(place.source, { kind: 'name', name: at.name })
    : place.source.packages.get(at.name);
}

function originOfValue(source: Source, value: Expression, depth = 0): string | undefined {
  let at = value;
  while (at.kind === 'returns' || at.kind === 'member' || at.kind === 'operator') at = at.of;
  if (at.kind !== 'name' || depth > 5) return undefined;
  const constant = source.constants.get(at.name);
  if (constant !== undefined) return originOfValue(source, constant.type ?? constant.value, depth + 1);
  const dot = at.name.indexOf('.');
  return dot < 0 ? undefined : source.packages.get(at.name.slice(0, dot));
}
