import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Mount } from '../../../../../facts/fact.js';
import { annotation } from '../../annotations.js';
import { stringValue } from '../../literals.js';
import { ACTUATOR } from '../../resolve.js';
import { property } from '../../routing/braced-paths.js';
import { at, literal, type Source, unknown } from '../../source.js';
import { argumentsOf } from '../../syntax/cursor.js';
import { tokenAt } from '../../tokens.js';
import type { TypeDecl } from '../../unit.js';

/** Words of files that configure Spring Boot or Spring Security, or check the health of a service. */
export const PROVIDED_SIGNALS =
  /@(?:SpringBootApplication|EnableAutoConfiguration)\b|\bboot\.SpringApplication\b|\b(?:Server)?HttpSecurity\b|\bmicroprofile\.health\b/;

/**
 * Calls that set a path which Spring Security handles itself.
 * https://docs.spring.io/spring-security/reference/servlet/authentication/logout.html
 */
const SETTERS =
  /^(?:logoutUrl|logoutRequestMatcher|loginProcessingUrl|loginPage|defaultLoginPage|requiresLogout|requiresAuthenticationMatcher|baseUri|processingUrl|filterProcessesUrl|setFilterProcessesUrl)$/;
/** Its default paths, by the call that enables them. */
const SECURITY: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:formLogin|logout)$/, ['/login', '/logout']],
  [/^oauth2(?:Login|Client|AuthorizationServer)$/, ['/login', '/oauth2']],
  [/^saml2/, ['/login', '/logout', '/saml2']],
];
/** Routes that Spring Security handles itself; no controller declares them. */
export function providedRoutes(source: Source): readonly FileGap[] {
  const { list } = source.unit.tokens;
  const security = list.findIndex(({ kind, text }) => kind === 'word' && /^(?:Server)?HttpSecurity$/.test(text));
  const paths = security < 0 ? [] : new Set([...pathsByDefault(source), ...pathsSet(source)]);
  return [...paths].map((prefix) => ({
    reason: 'unsupported-framework',
    detail: 'Spring Security serves routes of its own.',
    at: at(source, security),
    hides: { prefix, ofLibrary: true },
  }));
}

const STARTS = /^org\.springframework\.boot\.SpringApplication\b/;

/** The class that starts a service; an annotation of a team's own may stand for Spring's. */
const bootOf = ({ unit }: Source): TypeDecl | undefined =>
  unit.types.find(
    ({ annotations }) => annotation(annotations, 'SpringBootApplication', 'EnableAutoConfiguration') !== undefined,
  ) ??
  (unit.imports.some(({ path }) => STARTS.test(path)) ? unit.types.find(({ annotations }) => annotations.length > 0) : undefined);

/** https://docs.spring.io/spring-boot/reference/web/servlet.html#web.servlet.spring-mvc.error-handling, https://springdoc.org */
const OWN_PATHS: readonly (readonly [whose: string, path: string])[] = [
  ['springdoc', '/v3/api-docs'],
  ['springdoc', '/api-docs'],
  ['Spring Boot', '/error'],
];

/**
 * The routes of Spring Boot's Actuator, which are not analysed. They do not exist if the build visibly excludes Actuator.
 * https://docs.spring.io/spring-boot/reference/actuator/monitoring.html#actuator.monitoring.customizing-management-server-context-path
 */
export function providedByBuild(source: Source, by: string): readonly Fact[] {
  const boot = bootOf(source);
  if (boot === undefined) return [...loginsOfFilters(source, by), ...healthChecks(source, by)];
  const place = at(source, boot.index);
  const base: Expression = {
    kind: 'union',
    options: [property(source, 'management.endpoints.web.base-path'), literal('/actuator')],
  };
  return [
    { kind: 'mount', by, ...ownRoutes(source, ACTUATOR, base), certainty: 'router', at: place },
    // what brings Actuator may bring springdoc, and set its path
    ...OWN_PATHS.map(
      ([whose, path]): Fact => ({
        ...{ kind: 'mount', by, ...ownRoutes(source, whose, literal(path)), certainty: 'router', at: place },
      }),
    ),
    { kind: 'unmentioned', name: ACTUATOR, specifier: ACTUATOR, at: place, end: { ...place, column: place.column + 1 } },
  ];
}

/**
 * What a runtime answers with the health checks of a service. https://quarkus.io/guides/smallrye-health,
 * https://microprofile.io/specifications/microprofile-health-4-0
 */
function healthChecks(source: Source, by: string): readonly Fact[] {
  const checked = source.unit.imports.find(({ path }) => path.startsWith('org.eclipse.microprofile.health'));
  if (checked === undefined) return [];
  const child = unknown('what answers with the health checks of the service is not read');
  const own: Expression = {
    kind: 'union',
    options: [property(source, 'quarkus.smallrye-health.root-path'), literal('/q/health')],
  };
  return [own, literal('/health')].map((prefix) => ({
    ...{ kind: 'mount', by, child, prefix, ofLibrary: true, certainty: 'router', at: at(source, checked.index) },
  }));
}

const pathsByDefault = ({ unit: { tokens } }: Source): readonly string[] =>
  SECURITY.flatMap(([call, paths]) => (tokens.list.some(({ kind, text }) => kind === 'word' && call.test(text)) ? paths : []));

/** `.logoutUrl("/api/logout")`, `logoutUrl = "/api/logout"`, `.logoutRequestMatcher(new AntPathRequestMatcher("/api/logout"))` */
function pathsSet({ unit: { tokens } }: Source): readonly string[] {
  return tokens.list.flatMap(({ kind, text }, index): readonly string[] => {
    if (kind !== 'word' || !SETTERS.test(text)) return [];
    const next = tokenAt(tokens, index + 1).text;
    const ranges = next === '(' ? argumentsOf(tokens, index + 1) : next === '=' ? [{ from: index + 2, to: index + 3 }] : [];
    const written = ranges.flatMap(({ from, to }) => tokens.list.slice(from, Math.min(to, from + MAX_WORDS)));
    return written.flatMap((one) => {
      const path = one.kind === 'string' ? (stringValue(one.text, tokens.dialect) ?? '') : '';
      return path.startsWith('/') && path !== '/' ? [path.split('/*')[0] ?? path] : [];
    });
  });
}

const FILTER = /^\w{0,60}(?:Login|Authentication)\w{0,60}Filter$/;
const LOGIN = /^\/[\w/-]{0,100}(?:log-?in|sign-?in|authenticate)$/i;

/** Login paths, as texts, that the service's own security filters may handle. */
function loginsOfFilters(source: Source, by: string): readonly Fact[] {
  const { tokens } = source.unit;
  const hasFilter = tokens.list.some(({ kind, text }) => kind === 'word' && FILTER.test(text));
  if (!hasFilter || !tokens.list.some(({ text }) => /^(?:Server)?HttpSecurity$/.test(text))) return [];
  return tokens.list.flatMap(({ kind, text }, index): readonly Fact[] => {
    const path = kind === 'string' ? (stringValue(text, tokens.dialect) ?? '') : '';
    if (!LOGIN.test(path)) return [];
    return [{ kind: 'mount', by, ...ownRoutes(source, 'A filter', literal(path)), certainty: 'router', at: at(source, index) }];
  });
}

/** Unknown routes below the context path, from a source other than controllers. */
function ownRoutes(source: Source, whose: string, path: Expression): Pick<Mount, 'child' | 'prefix' | 'ofLibrary'> {
  const context: Expression = { kind: 'union', options: [property(source, 'context-path'), literal('')] };
  const child = unknown(`${whose} serves routes of its own`);
  return { child, prefix: { kind: 'text', parts: [context, path] }, ofLibrary: true };
}

const MAX_WORDS = 40;
