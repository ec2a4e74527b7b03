import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Route } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { annotation, argument } from '../../annotations.js';
import { constants } from '../../constants.js';
import { importOf } from '../../names.js';
import { moduleOf } from '../../naming-settings.js';
import { property } from '../../routing/braced-paths.js';
import { controllerFacts, handlersOf, overriddenBy, signatureOf } from '../../routing/controllers.js';
import { generatedRoutes } from '../../routing/generated.js';
import { at, literal, type Source, scopeOf, unknown, value } from '../../source.js';
import type { Annotation, Method, TypeDecl } from '../../unit.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { micronautPath } from './paths.js';
import { responsesOf } from './results.js';

const BY = frameworkProfiles.micronaut.id;

/** Controllers with annotations. https://docs.micronaut.io/latest/guide/#httpServer */
export const micronaut: Extractor<Source> = { ...frameworkProfiles.micronaut, extract };

const VERBS: Readonly<Record<string, string>> = {
  ...{ Get: 'GET', Post: 'POST', Put: 'PUT', Patch: 'PATCH', Delete: 'DELETE', Head: 'HEAD', Options: 'OPTIONS' },
};
const PACKAGE = 'io.micronaut.http.annotation';

function extract(source: Source): Extraction {
  const facts: Fact[] = source.unit.types.flatMap((decl) => controller(source, decl));
  const [first] = facts;
  // https://docs.micronaut.io/latest/guide/configurationreference.html: `jackson.serialization-inclusion` is NON_EMPTY
  const nulls: Fact[] =
    first === undefined
      ? []
      : [{ kind: 'setting', key: 'nulls', scope: moduleOf(source.path), value: 'empty omitted by default', at: first.at }];
  return { facts: [...facts, ...nulls], gaps: unread(source) };
}

function unread(source: Source): readonly FileGap[] {
  const built = source.unit.types.find((one) => one.extends.some(({ name }) => /RouteBuilder$/.test(name)));
  const custom = source.unit.types
    .flatMap(({ methods }) => methods.flatMap(({ annotations }) => annotations))
    .find((one) => one.name === 'CustomHttpMethod' && isMicronaut(source, one));
  const gap = (detail: string, index: number): FileGap => ({
    ...{ reason: 'unsupported-framework', detail, at: at(source, index), hides: 'service' },
  });
  return [
    ...(built === undefined || !source.unit.imports.some(({ path }) => path.startsWith('io.micronaut.web.router'))
      ? []
      : [gap('Routes that a RouteBuilder makes are not read.', built.index)]),
    ...(custom === undefined ? [] : [gap('Routes of other methods than those of HTTP are not read.', custom.index)]),
  ];
}

function isMicronaut(source: Source, { name }: Annotation): boolean {
  const path = importOf(source, name)?.path;
  if (path !== undefined) return path.startsWith('io.micronaut.');
  return source.unit.imports.some((one) => one.all && one.path === PACKAGE);
}

const own = (source: Source, all: readonly Annotation[], ...names: readonly string[]): Annotation | undefined =>
  all.find((one) => names.includes(one.name) && isMicronaut(source, one));

function controller(source: Source, decl: TypeDecl): readonly Fact[] {
  const mapping = own(source, decl.annotations, 'Controller');
  const routes = decl.methods.flatMap((method) => routesOf(source, decl, method));
  const isConcrete = decl.form !== 'interface' && decl.form !== 'annotation' && !decl.modifiers.has('abstract');
  const served = isConcrete && mapping !== undefined;
  const mayBeBase = decl.extends.length > 0 && !isConcrete && /(?:Controller|Api|Operations)$/.test(decl.name);
  if (!served && routes.length === 0 && !mayBeBase) return [];
  const path = argument(mapping, 'value');
  const mapped = new Set(routes.flatMap(({ member }) => member ?? []));
  const prefix = path === undefined ? undefined : pathAt(source, decl, path);
  const below: Expression = { kind: 'union', options: [property(source, 'context-path'), literal('')] };
  const facts = controllerFacts(source, {
    by: BY,
    decl,
    routes,
    client: annotation(decl.annotations, 'Client') !== undefined,
    ...(mapping !== undefined && { prefix: prefix ?? literal('') }),
    served,
    below,
    own: decl.methods.filter((one) => mapped.has(signatureOf(decl, one))).flatMap(overriddenBy),
  });
  return served ? [...facts, ...implemented(source, { decl, routes, below, ...(prefix !== undefined && { prefix }) })] : facts;
}

interface Served {
  readonly decl: TypeDecl;
  /** The routes of its own annotations. */
  readonly routes: readonly Route[];
  readonly below: Expression;
  readonly prefix?: Expression;
}

/** Operations of a generated interface, whose annotations apply together with those of the class. */
function implemented(source: Source, { decl, routes, below, prefix }: Served): readonly Fact[] {
  const name = `${decl.qualified}#generated`;
  const place = at(source, decl.index);
  const own = new Map(routes.map(({ member, path: of }) => [member, of.kind === 'literal' && of.value === '' ? 'verb' : 'path']));
  const made = generatedRoutes(source, {
    ...{ by: BY, decl, mapped: new Set<string>(), router: value(name) },
    placed: (method, of, base) => placed(of, base, own.get(signatureOf(decl, method)), prefix),
    sent: (method) => responsesOf({ source, decl, method }),
  });
  if (made.length === 0) return [];
  return [
    { kind: 'router', by: BY, name, root: false, loose: true, at: place },
    { kind: 'mount', by: BY, child: value(name), prefix: below, certainty: 'router', at: place },
    ...made,
  ];
}

/** The path of a generated interface's method. The path of the class or method applies if it agrees with the interface. */
function placed(of: Expression, base: Expression, own: string | undefined, prefix: Expression | undefined): Expression {
  if (prefix !== undefined && own !== 'path')
    return { kind: 'operator', operator: 'below', of, keys: { kind: 'tuple', items: [prefix, base] } };
  // without a path on the class or method, that of the interface applies
  const start = prefix === undefined && own === undefined ? base : unknown('what the interface says of the path is not read');
  return { kind: 'text', parts: [start, of] };
}

function pathAt(source: Source, decl: TypeDecl, range: { readonly from: number; readonly to: number }): Expression {
  return micronautPath(source, readValue({ source, scope: scopeOf(decl), local: constants(source, decl) }, range));
}

function routesOf(source: Source, decl: TypeDecl, method: Method): readonly Route[] {
  return method.annotations.flatMap((mapping): readonly Route[] => {
    const verb = Object.hasOwn(VERBS, mapping.name) ? VERBS[mapping.name] : undefined;
    if (verb === undefined || !isMicronaut(source, mapping)) return [];
    const path = argument(mapping, 'uris') ?? argument(mapping, 'value', 'uri');
    return [
      {
        kind: 'route',
        by: BY,
        method: verb,
        path: path === undefined ? literal('') : pathAt(source, decl, path),
        router: handlersOf(decl.qualified),
        member: signatureOf(decl, method),
        ...responsesOf({ source, decl, method, mapping }),
        at: at(source, mapping.index),
      },
    ];
  });
}
