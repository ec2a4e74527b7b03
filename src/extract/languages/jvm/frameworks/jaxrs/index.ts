import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, ResponseTransform, Route } from '../../../../../facts/fact.js';
import { REWRITES } from '../../../../../model/rewrites.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { annotation, argument } from '../../annotations.js';
import { openAnswer } from '../../bodies/forwarded-answers.js';
import { JAXRS } from '../../bodies/makers.js';
import { declaredSet, madeResponses, returnedValue, writtenReturn } from '../../bodies/responses.js';
import { saysNothing } from '../../bodies/saying.js';
import { bodyOf } from '../../bodies/variables.js';
import { constants } from '../../constants.js';
import { importOf, isLibrary } from '../../names.js';
import { moduleOf } from '../../naming-settings.js';
import { APPLICATION_PATH } from '../../resolve.js';
import { bracedPath, property, withNumbers } from '../../routing/braced-paths.js';
import { asHandlers, controllerFacts, handlersOf, overriddenBy, signatureOf } from '../../routing/controllers.js';
import { generatedRoutes } from '../../routing/generated.js';
import { producedType } from '../../routing/produces.js';
import { at, importing, literal, rawText, type Source, scopeOf, unknown, value } from '../../source.js';
import { datesAsTexts, datesByDefault, typesWritten } from '../../type-serializers.js';
import { namedType, typeOf } from '../../types.js';
import { type Annotation, inPackage, type Method, simpleName, type TypeDecl, type TypeRef } from '../../unit.js';
import { readValue } from '../../values.js';
import { INTERFACES, jaxrsProfile } from './profile.js';
import { registeredClasses } from './registrations.js';

const BY = jaxrsProfile.id;

/** Resources with annotations. https://jakarta.ee/specifications/restful-ws/3.1/jakarta-restful-ws-spec-3.1 */
export const jaxrs: Extractor<Source> = { ...jaxrsProfile, extract };

const VERBS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

function extract(source: Source): Extraction {
  const registered = registeredClasses(source, BY, (name) => registeredHandlers(source, name));
  const facts: Fact[] = [...interceptors(source), ...registered];
  for (const decl of source.unit.types) {
    const root = annotationOf(source, decl.annotations, 'ApplicationPath');
    if (root !== undefined) facts.push(...applicationPath(source, decl, root));
    // a client of another service
    if (annotation(decl.annotations, 'RegisterRestClient', 'RestClient') !== undefined) continue;
    facts.push(...(isNamed(source) ? resource(source, decl) : implementing(source, decl)));
    facts.push(...locators(source, decl));
  }
  if (facts.some(({ kind }) => kind === 'route')) facts.push(...dates(source));
  return { facts, gaps: [] };
}

/** How dates are written, as far as the sources of the resources show it. */
function dates({ path, unit: { imports } }: Source): readonly Fact[] {
  const place = { line: 1, column: 1 };
  const isText = imports.some((one) => /^(?:io\.quarkus|(?:jakarta|javax)\.json\.bind)\b/.test(one.path));
  return isText ? datesAsTexts(path, place) : datesByDefault(path, place);
}

const APPLICATION = 'application path';

function applicationPath(source: Source, decl: TypeDecl, root: Annotation): readonly Fact[] {
  const place = at(source, root.index);
  return [
    { kind: 'constant', name: APPLICATION, value: pathOf(source, decl, root), at: place },
    { kind: 'export', name: APPLICATION, value: value(APPLICATION), at: place },
  ];
}

const OF_JAXRS = /^(?:jakarta|javax)\.ws\.rs$/;

function annotationOf(source: Source, all: readonly Annotation[], name: string): Annotation | undefined {
  const path = importOf(source, name)?.path;
  const isKnown =
    path === undefined
      ? source.unit.imports.some((one) => one.all && OF_JAXRS.test(one.path))
      : OF_JAXRS.test(path.slice(0, path.lastIndexOf('.')));
  return isKnown ? annotation(all, name) : undefined;
}

/**
 * `@GET` or a similar annotation; libraries and the service itself may declare their own (`io.dropwizard.jersey.PATCH`), as
 * JAX-RS allows.
 */
function verbOf(source: Source, all: readonly Annotation[], verb: string): Annotation | undefined {
  const path = importOf(source, verb)?.path;
  const isOfOthers =
    path === undefined ? source.unit.imports.some((one) => one.all && isLibrary(`${one.path}.`)) : isLibrary(path);
  return annotationOf(source, all, verb) ?? (isNamed(source) && !isOfOthers ? annotation(all, verb) : undefined);
}

function pathOf(source: Source, decl: TypeDecl, of: Annotation | undefined): Expression {
  const path = argument(of, 'value');
  if (path === undefined) return literal('');
  return bracedPath(source, readValue({ source, scope: scopeOf(decl), local: constants(source, decl) }, path), 'path');
}

/** Does a source import JAX-RS? A class that implements a generated interface need not. */
const isNamed = ({ unit }: Source): boolean => unit.imports.some(({ path }) => /^(?:jakarta|javax)\.ws\.rs\b/.test(path));

/** A class without JAX-RS imports whose interface may be a resource or generated from a contract. */
function implementing(source: Source, decl: TypeDecl): readonly Fact[] {
  const isConcrete = decl.form !== 'interface' && !decl.modifiers.has('abstract');
  const isLikely = decl.extends.some(({ name }) => INTERFACES.test(name));
  if (!isConcrete || !isLikely || source.unit.imports.some(({ path }) => path.startsWith('org.springframework.'))) return [];
  if (isOfMicronaut(source, decl)) return [];
  const routes = generatedRoutes(source, {
    ...{ by: BY, decl, mapped: new Set<string>() },
    sent: (method) => sent(source, decl, method),
  });
  // only generators of servers name classes like this
  const maybe = !decl.qualified.endsWith('ApiServiceImpl');
  return controllerFacts(source, { by: BY, decl, routes, served: true, maybe, below: below(source), own: [] });
}

/** The base path of all resources of a service. */
function below(source: Source): Expression {
  importing(source, APPLICATION, APPLICATION_PATH, APPLICATION);
  const parts = [property(source, 'context-path'), property(source, 'rest-path'), value(APPLICATION)];
  const slashed = parts.map((part): Expression => ({ kind: 'text', parts: [literal('/'), part] }));
  return { kind: 'text', parts: slashed.map((part) => ({ kind: 'union', options: [part, literal('')] })) };
}

function resource(source: Source, decl: TypeDecl): readonly Fact[] {
  const path = annotationOf(source, decl.annotations, 'Path');
  const routes = decl.methods.flatMap((method) => routesOf(source, decl, method));
  const isConcrete = decl.form !== 'interface' && !decl.modifiers.has('abstract');
  // implementing classes inherit the path of an interface, but not that of a base class
  const implementsOne = decl.extends.some(
    (one) => one.interface === true && (INTERFACES.test(one.name) || one.name.endsWith('Service')),
  );
  const served = isConcrete && (path !== undefined || implementsOne);
  const mapped = new Set(routes.flatMap(({ member }) => member ?? []));
  const prefix = path === undefined ? undefined : pathOf(source, decl, path);
  const made =
    served && !isOfMicronaut(source, decl)
      ? generatedRoutes(source, {
          ...{ by: BY, decl, mapped, ...(prefix !== undefined && repeating(decl, prefix)) },
          sent: (method) => sent(source, decl, method),
        })
      : [];
  const hasLocators = decl.methods.some((one) => annotationOf(source, one.annotations, 'Path') !== undefined);
  if (path === undefined && routes.length === 0 && !served && !hasLocators) return [];
  // the annotations of a method replace all those of the method that it overrides
  const own = decl.methods
    .filter((one) => one.annotations.some(({ name }) => VERBS.has(name) || name === 'Path'))
    .flatMap(overriddenBy);
  const facts = controllerFacts(source, {
    by: BY,
    decl,
    routes: prefix === undefined ? [...routes, ...made] : routes,
    ...(prefix !== undefined && { prefix }),
    served,
    below: below(source),
    own,
  });
  return prefix === undefined || made.length === 0 ? facts : [...facts, ...generatedRouter(source, decl, made)];
}

const generatedOf = (decl: TypeDecl): Expression => value(`${decl.qualified}#generated`);

/**
 * A class whose own path replaces that of its generated interface: where the operations' paths start with it, the interface has
 * their rest.
 */
const repeating = (decl: TypeDecl, prefix: Expression): Pick<Parameters<typeof generatedRoutes>[1], 'router' | 'placed'> => ({
  router: generatedOf(decl),
  placed: (_, of) => {
    const above: Expression = { kind: 'operator', operator: 'slashed', of: prefix, keys: literal('begun') };
    return { kind: 'operator', operator: 'below', of, keys: { kind: 'tuple', items: [above, literal('')] } };
  },
});

function generatedRouter(source: Source, decl: TypeDecl, routes: readonly Route[]): readonly Fact[] {
  const place = at(source, decl.index);
  const child = generatedOf(decl);
  return [
    { kind: 'router', by: BY, name: `${decl.qualified}#generated`, root: false, loose: true, at: place },
    { kind: 'mount', by: BY, child, prefix: below(source), certainty: 'router', at: place },
    ...routes,
  ];
}

function routesOf(source: Source, decl: TypeDecl, method: Method): readonly Route[] {
  const path = annotationOf(source, method.annotations, 'Path');
  return [...VERBS].flatMap((verb): readonly Route[] => {
    const found = verbOf(source, method.annotations, verb);
    if (found === undefined) return [];
    return [
      {
        kind: 'route',
        by: BY,
        method: verb,
        path: withNumbers(source, pathOf(source, decl, path), method, 'PathParam'),
        router: handlersOf(decl.qualified),
        member: signatureOf(decl, method),
        ...sent(source, decl, method),
        at: at(source, found.index),
      },
    ];
  });
}

/**
 * A method with a path but no HTTP method returns a sub-resource, whose methods handle requests below it. The declared class
 * supplies them, without its own path; any other object may handle anything there.
 * https://jakarta.ee/specifications/restful-ws/3.1/jakarta-restful-ws-spec-3.1#sub_resources
 */
function locators(source: Source, decl: TypeDecl): readonly Fact[] {
  return decl.methods.flatMap((method): readonly Fact[] => {
    const path = annotationOf(source, method.annotations, 'Path');
    if (path === undefined || method.annotations.some(({ name }) => VERBS.has(name)) || isOfMicronaut(source, method)) return [];
    // a response is no sub-resource: the HTTP method is declared elsewhere
    if (isAnswer(source, method.type)) return [];
    const type = method.type?.name === 'Class' ? method.type.arguments[0] : method.type;
    const found = type === undefined ? undefined : namedType(source, scopeOf(decl), type.name);
    const child = found?.kind === 'own' || found?.kind === 'imported' ? handlersIn(source, found.name) : undefined;
    return [
      {
        kind: 'mount',
        by: BY,
        parent: handlersOf(decl.qualified),
        child: child ?? unknown('a sub-resource locator is not followed'),
        prefix: pathOf(source, decl, path),
        replaces: true,
        certainty: 'router',
        at: at(source, path.index),
      },
    ];
  });
}

/** Do Micronaut's own annotations define its path? */
const isOfMicronaut = (source: Source, { annotations }: Pick<TypeDecl, 'annotations'>): boolean =>
  annotations.some(({ name }) => importOf(source, name)?.path.startsWith('io.micronaut.http.annotation.') === true);

function isAnswer(source: Source, type: TypeRef | undefined): boolean {
  if (type?.name !== 'Response' && type?.name !== 'RestResponse' && type?.name !== 'HttpResponse') return false;
  return isLibrary(importOf(source, type.name)?.path ?? '');
}

/** The handlers of a class, if it has any; a class that implements an interface without handlers may have some. */
function handlersIn(source: Source, name: string): Expression | undefined {
  const own = source.types.get(name);
  if (own !== undefined) {
    const answers = own.methods.some((one) => one.annotations.some((given) => VERBS.has(given.name) || given.name === 'Path'));
    return answers ? value(name) : undefined;
  }
  const imported = source.imports.get(name);
  if (imported === undefined) return undefined;
  importing(source, asHandlers(name), imported.specifier, asHandlers(imported.imported));
  return value(asHandlers(name));
}

/** The handlers of a registered class that another file should declare. */
function registeredHandlers(source: Source, name: string): Expression | undefined {
  const simple = simpleName(name);
  const path = simple === name ? (importOf(source, name)?.path ?? inPackage(source.unit.package, name)) : name;
  if (source.types.has(name) || isLibrary(path)) return undefined;
  const own = `${path} registered`;
  importing(source, own, path, asHandlers(simple));
  return value(own);
}

/** Is it a parameter through which the handler responds later? Then its return value is not sent. */
const answersLater = ({ annotations, type }: Method['parameters'][number]): boolean =>
  annotation(annotations, 'Suspended') !== undefined ||
  /^(?:AsyncResponse|SseEventSink|HttpServletResponse|HttpServerResponse|RoutingContext)$/.test(type?.name ?? '');

const WRAPPERS = new Set(['RestResponse', 'Uni', 'CompletionStage', 'CompletableFuture', 'GenericEntity', 'Optional']);

type Sent = Pick<Route, 'responses' | 'incomplete' | 'handler'>;

function sent(source: Source, decl: TypeDecl, method: Method): Sent {
  const place = at(source, method.index);
  let type: TypeRef | undefined = method.type;
  let hasStatus = false;
  while (type !== undefined && WRAPPERS.has(type.name)) {
    hasStatus ||= type.name === 'RestResponse';
    type = type.arguments[0];
  }
  // null is sent as 204 without a body
  if (type !== undefined) type = { ...type, nullable: false };
  const produces = annotation(method.annotations, 'Produces') ?? annotation(decl.annotations, 'Produces');
  const produced = producedType(source, argument(produces, 'value'));
  const media = produced === undefined ? {} : { mediaType: produced };
  const body = bodyOf(source, decl, method);
  const maker = JAXRS.find(({ name }) => name === (hasStatus ? 'RestResponse' : type?.name));
  const made = maker === undefined ? undefined : madeResponses(body, maker, hasStatus ? type : undefined);
  if (made !== undefined) return { responses: made.map((one) => ({ ...media, ...one })) };
  if (type === undefined && method.expression !== undefined) {
    const returned = returnedValue(body) ?? unknown('its result is not declared');
    return { responses: [{ status: literal(200), ...media, body: returned, at: place }] };
  }
  if (method.parameters.some(answersLater)) return { responses: [], incomplete: 'the handler answers later, by itself' };
  // RESTEasy and Jersey send 204 for an empty result
  const isNothing = type === undefined || ['void', 'Void', 'Unit'].includes(type.name);
  if (isNothing) return { responses: [{ status: literal(204), mediaType: 'none', body: literal(null), at: place }] };
  if (type === undefined || type.name === 'Response')
    return openAnswer(body, { ...media, body: unknown('its declared result may be anything'), at: place });
  const isList = type.name === 'Multi';
  const declared = typeOf(source, scopeOf(decl, method.typeParameters), isList ? { ...type, name: '[]' } : type);
  const shown = saysNothing(type) ? returnedValue(body) : undefined;
  const sentBody = type.name === 'String' ? (writtenReturn(body) ?? rawText) : (shown ?? declaredSet(body, declared));
  return { responses: [{ ...(!hasStatus && { status: literal(200) }), ...media, body: sentBody, at: place }] };
}

/**
 * Classes that change outgoing bodies: interceptors and filters that replace the entity or write to the stream, and writers of a
 * type. https://jakarta.ee/specifications/restful-ws/3.1/jakarta-restful-ws-spec-3.1#filters_and_interceptors
 */
function interceptors(source: Source): readonly Fact[] {
  return source.unit.types.flatMap((decl): readonly Fact[] => {
    const writer = decl.extends.find(({ name }) => name === 'MessageBodyWriter');
    const [of] = writer?.arguments ?? [];
    if (of !== undefined && !ANYTHING.has(of.name)) return typesWritten(source.path, of.name, at(source, decl.index));
    return writer !== undefined || isChanging(source, decl) ? [wrap(source, decl)] : [];
  });
}

const ANYTHING = new Set(['Object', 'Any', '?', 'T']);
const KINDS = /^(?:WriterInterceptor|ContainerResponseFilter)$/;
/** Stream encodings that the receiver reverses. */
const PACKED = /^(?:GZIP|Deflater|Brotli|Zstd)\w*OutputStream$/;

function isChanging({ unit: { tokens } }: Source, decl: TypeDecl): boolean {
  if (!decl.extends.some(({ name }) => KINDS.test(name))) return false;
  const words = decl.methods.flatMap(({ body }) => (body === undefined ? [] : tokens.list.slice(body.from, body.to)));
  const has = (name: string): boolean => words.some(({ kind, text }) => kind === 'word' && text === name);
  const sets = has('setEntity') || (tokens.dialect === 'kotlin' && has('entity'));
  const isPacked = words.some(({ text }) => PACKED.test(text));
  return sets || ((has('setOutputStream') || (tokens.dialect === 'kotlin' && has('outputStream'))) && !isPacked);
}

function wrap(source: Source, decl: TypeDecl): ResponseTransform {
  const through = unknown(REWRITES.interceptor);
  return { kind: 'wrap', by: jaxrsProfile.id, scope: moduleOf(source.path), through, at: at(source, decl.index) };
}
