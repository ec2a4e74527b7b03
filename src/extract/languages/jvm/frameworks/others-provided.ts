import type { FileGap, Unmentioned } from '../../../../facts/fact.js';
import { annotation } from '../annotations.js';
import { stringValue } from '../literals.js';
import { ACTUATOR } from '../resolve.js';
import { at, type Source } from '../source.js';
import { argumentsOf } from '../syntax/cursor.js';
import { tokenAt } from '../tokens.js';
import type { TypeDecl } from '../unit.js';

/** What a file has that configures Spring Boot or Spring Security. */
export const PROVIDED_SIGNALS = /@(?:SpringBootApplication|EnableAutoConfiguration)\b|\b(?:Server)?HttpSecurity\b/;

/** Who sets a path that Spring Security answers itself. https://docs.spring.io/spring-security/reference/servlet/authentication/logout.html */
const SETTERS =
  /^(?:logoutUrl|logoutRequestMatcher|loginProcessingUrl|loginPage|defaultLoginPage|requiresLogout|requiresAuthenticationMatcher|baseUri|processingUrl|filterProcessesUrl|setFilterProcessesUrl)$/;
/** What it serves by default, by the call that has it do so. */
const SECURITY: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:formLogin|logout)$/, ['/login', '/logout']],
  [/^oauth2(?:Login|Client|AuthorizationServer)$/, ['/login', '/oauth2']],
  [/^saml2/, ['/login', '/logout', '/saml2']],
];
/** https://docs.spring.io/spring-boot/reference/actuator/endpoints.html */
const ENDPOINTS = ['/actuator'];

/** Routes that Spring Boot's Actuator and Spring Security serve by themselves: no controller declares them. */
export function providedRoutes(source: Source): readonly FileGap[] {
  const boot = bootOf(source);
  const { list } = source.unit.tokens;
  const security = list.findIndex(({ kind, text }) => kind === 'word' && /^(?:Server)?HttpSecurity$/.test(text));
  return [
    ...(boot === undefined ? [] : gapsOf(source, boot.index, ENDPOINTS, ACTUATOR)),
    ...(security < 0
      ? []
      : gapsOf(source, security, [...new Set([...pathsByDefault(source), ...pathsSet(source)])], 'Spring Security')),
  ];
}

const bootOf = ({ unit }: Source): TypeDecl | undefined =>
  unit.types.find(({ annotations }) => annotation(annotations, 'SpringBootApplication', 'EnableAutoConfiguration') !== undefined);

/** Where the build is seen to be without Actuator, its gap is not there. */
export function providedByBuild(source: Source): readonly Unmentioned[] {
  const boot = bootOf(source);
  if (boot === undefined) return [];
  const place = at(source, boot.index);
  const end = { ...place, column: place.column + 1 };
  return [{ kind: 'unmentioned', name: ACTUATOR, specifier: ACTUATOR, at: place, end }];
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

const MAX_WORDS = 40;

function gapsOf(source: Source, index: number, paths: readonly string[], title: string): readonly FileGap[] {
  const detail = `${title} serves routes of its own.`;
  return paths.map((prefix) => ({
    reason: 'unsupported-framework',
    detail,
    at: at(source, index),
    hides: { prefix },
  }));
}
