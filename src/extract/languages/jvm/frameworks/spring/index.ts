import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Route } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { annotation, argument, argumentsNamed, wordsOf } from '../../annotations.js';
import { constants } from '../../constants.js';
import { importOf } from '../../names.js';
import { ADDS_PREFIX } from '../../resolve.js';
import { bracedPath, property } from '../../routing/braced-paths.js';
import { controllerFacts, handlersOf, overriddenBy, signatureOf } from '../../routing/controllers.js';
import { generatedRoutes } from '../../routing/generated.js';
import { at, importing, literal, type Source, scopeOf, value } from '../../source.js';
import { argumentsOf } from '../../syntax/cursor.js';
import type { Annotation, Method, TypeDecl } from '../../unit.js';
import { readValue } from '../../values.js';
import { bodyAdvice } from './advice.js';
import { functionalRoutes } from './functional.js';
import { springProfile } from './profile.js';
import { answered, responsesOf } from './results.js';

const BY = springProfile.id;

/** Controllers with annotations. https://docs.spring.io/spring-framework/reference/web/webmvc/mvc-controller.html */
export const spring: Extractor<Source> = { ...springProfile, extract };

const VERBS: Readonly<Record<string, string>> = {
  GetMapping: 'GET',
  PostMapping: 'POST',
  PutMapping: 'PUT',
  PatchMapping: 'PATCH',
  DeleteMapping: 'DELETE',
  GetExchange: 'GET',
  PostExchange: 'POST',
  PutExchange: 'PUT',
  PatchExchange: 'PATCH',
  DeleteExchange: 'DELETE',
  RequestMapping: 'ANY',
  HttpExchange: 'ANY',
};

function extract(source: Source): Extraction {
  const facts: Fact[] = [...bodyAdvice(source)];
  for (const decl of source.unit.types) facts.push(...controller(source, decl));
  const functional = functionalRoutes(source);
  return { facts: [...facts, ...prefixed(source), ...functional.facts], gaps: functional.gaps };
}

/**
 * A prefix that code sets for controllers applies only to those that its predicate accepts. The predicate is not analysed, so
 * controllers probably have the prefix.
 * https://docs.spring.io/spring-framework/reference/web/webmvc/mvc-config/path-matching.html
 */
function prefixed(source: Source): readonly Fact[] {
  const found = source.unit.tokens.list.findIndex(({ kind, text }) => kind === 'word' && text === ADDS_PREFIX);
  if (found < 0) return [];
  const [prefix] = source.unit.tokens.list[found + 1]?.text === '(' ? argumentsOf(source.unit.tokens, found + 1) : [];
  const [decl] = source.unit.types;
  if (prefix === undefined || decl === undefined) return [];
  const read = readValue({ source, scope: scopeOf(decl), local: constants(source, decl) }, prefix);
  const of: Expression = { kind: 'text', parts: [literal('/'), { kind: 'operator', operator: 'likely', of: read }] };
  const place = at(source, found);
  return [
    { kind: 'constant', name: PREFIX, value: of, at: place },
    { kind: 'export', name: PREFIX, value: value(PREFIX), at: place },
  ];
}

const PREFIX = 'path prefix';

function isSpring(source: Source, { name }: Annotation): boolean {
  const path = importOf(source, name)?.path;
  return path === undefined || path.startsWith('org.springframework.');
}

function controller(source: Source, decl: TypeDecl): readonly Fact[] {
  const mapping = decl.annotations.find((one) => /^(?:RequestMapping|HttpExchange)$/.test(one.name) && isSpring(source, one));
  const served = isServed(source, decl);
  const isBody =
    annotation(decl.annotations, 'Controller') === undefined || annotation(decl.annotations, 'ResponseBody') !== undefined;
  const written = decl.methods.flatMap((method) => routesOf(source, decl, method, mapping, isBody));
  const made = served ? implemented(source, decl, written, isBody) : [];
  const routes = [...written, ...made];
  if (!served && routes.length === 0 && mapping === undefined && !mayBeBase(decl)) return [];
  const prefix = mapping === undefined ? undefined : pathOf(source, decl, mapping);
  const mapped = new Set(written.flatMap(({ member }) => member ?? []));
  const own = decl.methods.filter((one) => mapped.has(signatureOf(decl, one))).flatMap(overriddenBy);
  const client = annotation(decl.annotations, 'FeignClient') !== undefined || isExchange(decl);
  return controllerFacts(source, {
    client,
    by: BY,
    decl,
    routes,
    ...(prefix !== undefined && { prefix }),
    served,
    below: contextPath(source),
    own,
  });
}

/**
 * Is it an HTTP client interface? Without an implementing class, a proxy sends its requests.
 * https://docs.spring.io/spring-framework/reference/integration/rest-clients.html#rest-http-interface
 */
const isExchange = ({ form, annotations, methods }: TypeDecl): boolean =>
  form === 'interface' &&
  [annotations, ...methods.map((one) => one.annotations)].flat().some(({ name }) => name.endsWith('Exchange'));

const mayBeBase = (decl: TypeDecl): boolean =>
  decl.extends.length > 0 &&
  (decl.modifiers.has('abstract') || decl.form === 'interface') &&
  /(?:Controller|Api|Resource|Endpoint)$/.test(decl.name);

/** Its routes from interfaces that a contract generates. */
function implemented(source: Source, decl: TypeDecl, written: readonly Route[], isBody: boolean): readonly Route[] {
  const mapped = new Set(written.flatMap(({ member }) => member ?? []));
  const mapping: Annotation = { name: '', arguments: [], index: decl.index };
  const isService = decl.extends.some(({ name }) => SERVICE.test(name));
  const sent = (method: Method): ReturnType<typeof responsesOf> => {
    const { responses, ...more } = responsesOf({ source, decl, method, mapping, isBody });
    // the generated controller sends what a service returns with the first status of the operation
    return { responses: isService ? responses.map(({ status: _, ...one }) => one) : responses, ...more };
  };
  return generatedRoutes(source, { by: BY, decl, mapped, sent });
}

/** Does Spring register the class as a controller? A team's own annotations end with the framework's words. */
function isServed(source: Source, decl: TypeDecl): boolean {
  if (decl.form === 'interface' || decl.form === 'annotation' || decl.modifiers.has('abstract')) return false;
  if (isDelegate(decl)) return true;
  return decl.annotations.some(
    (one) =>
      (/(?:^|Rest|[a-z])Controller$/.test(one.name) && !isMicronaut(source, one)) ||
      (one.name === 'RequestMapping' && isSpring(source, one)),
  );
}

/**
 * Does a generated controller delegate to the class? With a custom suffix (`apiSuffix`), the name of the interface is open, so
 * the class must be a bean, as where Kotlin's generator makes interfaces of services (`serviceInterface`).
 */
const isDelegate = ({ extends: bases, annotations }: TypeDecl): boolean =>
  bases.some(({ name }) => name.endsWith('ApiDelegate')) ||
  (bases.some((one) => one.interface === true && (one.name.endsWith('Delegate') || SERVICE.test(one.name))) &&
    annotation(annotations, 'Service', 'Component') !== undefined);

/** Ending of the interfaces whose results a generated controller sends. https://openapi-generator.tech/docs/generators/kotlin-spring */
const SERVICE = /ApiService$/;

/** Micronaut controllers have an annotation with the same name. */
const isMicronaut = ({ unit }: Source, { name }: Annotation): boolean =>
  name === 'Controller' && unit.imports.some(({ path }) => path.startsWith('io.micronaut.http.annotation'));

/** The base path of all controllers of a service, from its configuration. */
function contextPath(source: Source): Expression {
  importing(source, PREFIX, ADDS_PREFIX, PREFIX);
  const context: Expression = { kind: 'union', options: [property(source, 'context-path'), literal('')] };
  const prefix: Expression = { kind: 'operator', operator: 'first-known', of: literal(''), keys: value(PREFIX) };
  return { kind: 'text', parts: [context, prefix] };
}

function pathOf(source: Source, decl: TypeDecl, mapping: Annotation): Expression {
  const env = { source, scope: scopeOf(decl), local: constants(source, decl) };
  const paths = argumentsNamed(mapping, 'value', 'path', 'url').map((path) => readValue(env, path));
  const [only] = paths;
  if (only === undefined) return literal('');
  return bracedPath(source, paths.length === 1 ? only : { kind: 'tuple', items: paths });
}

function routesOf(
  source: Source,
  decl: TypeDecl,
  method: Method,
  ofClass: Annotation | undefined,
  isBody: boolean,
): readonly Route[] {
  return method.annotations.flatMap((mapping): readonly Route[] => {
    const verb = Object.hasOwn(VERBS, mapping.name) ? VERBS[mapping.name] : undefined;
    if (verb === undefined || !isSpring(source, mapping)) return [];
    const written = wordsOf(source, argument(mapping, 'method') ?? argument(ofClass, 'method'));
    const methods = verb !== 'ANY' ? [verb] : written.length > 0 ? written : ['ANY'];
    const answersBody = isBody || annotation(method.annotations, 'ResponseBody') !== undefined;
    const produces = argument(mapping, 'produces') === undefined && ofClass !== undefined ? ofClass : mapping;
    const sent = answered({ source, decl, method, mapping: produces, isBody: answersBody });
    return methods.map((one) => ({
      kind: 'route',
      by: BY,
      method: one.toUpperCase(),
      path: pathOf(source, decl, mapping),
      router: handlersOf(decl.qualified),
      member: signatureOf(decl, method),
      ...sent,
      at: at(source, mapping.index),
    }));
  });
}
