import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Route } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { annotation, argument, argumentsNamed, wordsOf } from '../../annotations.js';
import { constants } from '../../constants.js';
import { importOf } from '../../names.js';
import { ADDS_PREFIX } from '../../resolve.js';
import { bracedPath, property, withNumbers } from '../../routing/braced-paths.js';
import { controllerFacts, handlersOf, overriddenBy, signatureOf } from '../../routing/controllers.js';
import { generatedRoutes } from '../../routing/generated.js';
import { at, importing, literal, type Source, scopeOf, value } from '../../source.js';
import { argumentsOf } from '../../syntax/cursor.js';
import { namedType } from '../../types.js';
import type { Annotation, Method, TypeDecl } from '../../unit.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { bodyAdvice } from './advice.js';
import { functionalRoutes } from './functional.js';
import { answered, inheriting, responsesOf } from './results.js';

const BY = frameworkProfiles.spring.id;

/** Controllers with annotations. https://docs.spring.io/spring-framework/reference/web/webmvc/mvc-controller.html */
export const spring: Extractor<Source> = { ...frameworkProfiles.spring, extract };

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
  const gaps: FileGap[] = [];
  for (const decl of source.unit.types) {
    if (decl.form !== 'annotation') facts.push(...controller(source, decl));
    else if (isUnfollowed(source, decl)) gaps.push(unfollowed(source, decl));
    else facts.push(...composed(source, decl));
  }
  const functional = functionalRoutes(source);
  return { facts: [...facts, ...prefixed(source), ...functional.facts], gaps: [...gaps, ...functional.gaps] };
}

/**
 * An annotation of the service that stands for Spring's own: classes with it are controllers, with its path as their prefix.
 * https://docs.spring.io/spring-framework/reference/core/beans/classpath-scanning.html#beans-meta-annotations
 */
function composed(source: Source, decl: TypeDecl): readonly Fact[] {
  const mapping = mappingOf(source, decl);
  if (mapping === undefined) return [];
  const place = at(source, decl.index);
  const asks: Expression = { kind: 'object', members: [{ kind: 'property', name: 'path', value: literal(true), at: place }] };
  const all: (readonly [string, Expression])[] = [[stands(decl.qualified), pathOf(source, decl, mapping)]];
  if (isPathGiven(source, decl)) all.push([asksPath(decl.qualified), asks]);
  return all.flatMap(([name, of]): readonly Fact[] => [
    { kind: 'constant', name, value: of, at: place },
    { kind: 'export', name, value: value(name), at: place },
  ]);
}

/** The exported name of the path that an annotation stands for. */
const stands = (type: string): string => `${type} path`;
/** Exported, with a member `path`, where an annotation takes the path as its own argument (`@AliasFor`). */
const asksPath = (type: string): string => `${type} takes a path`;

const isPathGiven = ({ unit: { tokens } }: Source, { methods }: TypeDecl): boolean =>
  methods.some(({ annotations }) => {
    const alias = annotation(annotations, 'AliasFor');
    return alias?.arguments.some(({ from, to }) => tokens.list.slice(from, to).some(({ text }) => text === 'RequestMapping'));
  });

/** Its name does not show that classes with it are controllers, or methods have it in place of a mapping. */
const isUnfollowed = (source: Source, { name, annotations }: TypeDecl): boolean =>
  annotations.some(
    (one) => isSpring(source, one) && (Object.hasOwn(VERBS, one.name) || /^(?:Rest)?Controller$/.test(one.name)),
  ) && !CONTROLLER.test(name);

const unfollowed = (source: Source, { name, index }: TypeDecl): FileGap => ({
  reason: 'unsupported-framework',
  detail: `@${name} stands for annotations of Spring: routes with it are not followed`,
  at: at(source, index),
  hides: 'service',
});

/** The path of the annotation that makes a class a controller, where the repository declares it; the empty text otherwise. */
function composedPrefix(source: Source, decl: TypeDecl): Expression | undefined {
  const own = decl.annotations.find((one) => CONTROLLER.test(one.name) && !/^(?:Rest)?Controller$/.test(one.name));
  const found = own === undefined ? undefined : namedType(source, scopeOf(decl), own.name);
  if (own === undefined || (found?.kind !== 'own' && found?.kind !== 'imported')) return undefined;
  const { name } = found;
  const imported = source.imports.get(name);
  const isLocal = source.unit.types.find(({ qualified }) => qualified === name);
  if (isLocal !== undefined && mappingOf(source, isLocal) === undefined) return undefined;
  if (imported !== undefined)
    for (const named of [stands, asksPath]) importing(source, named(name), imported.specifier, named(imported.imported));
  const [given] = argumentsNamed(own, 'value', 'path');
  const env = { source, scope: scopeOf(decl), local: constants(source, decl) };
  const rest: Expression = { kind: 'operator', operator: 'first-known', of: literal(''), keys: value(stands(name)) };
  if (given === undefined) return rest;
  const either: Expression = { kind: 'tuple', items: [literal('path'), bracedPath(source, readValue(env, given)), rest] };
  const path: Expression = { kind: 'operator', operator: 'having', of: value(asksPath(name)), keys: either };
  return { kind: 'operator', operator: 'first-known', of: rest, keys: path };
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

const mappingOf = (source: Source, { annotations }: TypeDecl): Annotation | undefined =>
  annotations.find((one) => /^(?:RequestMapping|HttpExchange)$/.test(one.name) && isSpring(source, one));

function controller(source: Source, decl: TypeDecl): readonly Fact[] {
  const mapping = mappingOf(source, decl);
  const served = isServed(source, decl);
  const isBody =
    annotation(decl.annotations, 'Controller') === undefined || annotation(decl.annotations, 'ResponseBody') !== undefined;
  const written = decl.methods.flatMap((method) => routesOf(source, decl, method, mapping, isBody));
  const made = served ? implemented(source, decl, written, isBody) : [];
  const routes = [...written, ...made];
  if (!served && routes.length === 0 && mapping === undefined && !mayBeBase(decl)) return [];
  const prefix = mapping === undefined ? composedPrefix(source, decl) : pathOf(source, decl, mapping);
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
    sent: (method) =>
      inheriting({ source, decl, method, isBody, mapping: mapping ?? { name: '', arguments: [], index: decl.index } }),
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

const CONTROLLER = /(?:^|Rest|[a-z])Controller$/;

/** Does Spring register the class as a controller? A team's own annotations end with the framework's words. */
function isServed(source: Source, decl: TypeDecl): boolean {
  if (decl.form === 'interface' || decl.form === 'annotation' || decl.modifiers.has('abstract')) return false;
  if (isDelegate(decl)) return true;
  return decl.annotations.some(
    (one) => (CONTROLLER.test(one.name) && !isMicronaut(source, one)) || (one.name === 'RequestMapping' && isSpring(source, one)),
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
      path: withNumbers(source, pathOf(source, decl, mapping), method, 'PathVariable'),
      router: handlersOf(decl.qualified),
      member: signatureOf(decl, method),
      ...sent,
      at: at(source, mapping.index),
    }));
  });
}
