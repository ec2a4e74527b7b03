import type { Expression } from '../../../../../facts/expression.js';
import type { BodyHook, Fact, Route } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { argument, argumentsNamed } from '../../annotations.js';
import { NAMELESS } from '../../bodies/functions.js';
import { bodyOf } from '../../bodies/variables.js';
import { constants } from '../../constants.js';
import { importOf } from '../../names.js';
import { controllerFacts, handlersOf, overriddenBy, signatureOf } from '../../routing/controllers.js';
import { writtenPath } from '../../routing/written-paths.js';
import { at, literal, type Source, scopeOf, value } from '../../source.js';
import { datesByDefault } from '../../type-serializers.js';
import type { Annotation, Method, Range, TypeDecl } from '../../unit.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { DECORATED, decorated, wrapOf } from './decorators.js';
import { responsesOf } from './results.js';
import { registeredServices } from './services.js';

const BY = frameworkProfiles.armeria.id;

/** Annotated services. https://armeria.dev/docs/server/annotated-service/ */
export const armeria: Extractor<Source> = { ...frameworkProfiles.armeria, extract };

const VERBS: ReadonlySet<string> = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'Trace']);

const PACKAGE = 'com.linecorp.armeria.server.annotation';

function extract(source: Source): Extraction {
  const facts: Fact[] = source.unit.types.flatMap((decl) => annotated(source, decl));
  if (facts.some(({ kind }) => kind === 'route')) facts.push(...datesByDefault(source.path, { line: 1, column: 1 }));
  const factory = source.unit.tokens.list.findIndex(({ text }) => text === 'DecoratorFactory');
  if (factory >= 0 && isArmeria(source, { name: 'DecoratorFactory' }))
    facts.push(wrapOf(source, factory, { through: DECORATED }));
  const { facts: mounts, gaps } = registeredServices(source);
  return { facts: [...facts, ...mounts], gaps };
}

function isArmeria(source: Source, { name }: Pick<Annotation, 'name'>): boolean {
  const path = importOf(source, name)?.path;
  if (path !== undefined) return path.startsWith(`${PACKAGE}.`);
  return source.unit.imports.some((one) => one.all && one.path === PACKAGE);
}

function annotated(source: Source, decl: TypeDecl): readonly Fact[] {
  const routes = decl.methods.flatMap((method) => routesOf(source, decl, method));
  const prefix = decl.annotations.find((one) => one.name === 'PathPrefix' && isArmeria(source, one));
  const path = argument(prefix, 'value');
  if (routes.length === 0 && path === undefined && decl.extends.length === 0) return [];
  const mapped = new Set(routes.flatMap(({ member }) => member ?? []));
  const wraps = hooksIn(source, decl, decl.annotations).map((hook) => wrapOf(source, decl.index, hook, value(decl.qualified)));
  const facts = controllerFacts(source, {
    by: BY,
    decl,
    routes,
    ...(path !== undefined && { prefix: pathAt(source, decl, path) }),
    served: false,
    below: literal(''),
    own: decl.methods.filter((one) => mapped.has(signatureOf(decl, one))).flatMap(overriddenBy),
  });
  return [...facts, ...wraps];
}

/** `@Decorator(Audited.class)` on a handler or its class, and annotations that create decorators. */
function hooksIn(source: Source, decl: TypeDecl, annotations: readonly Annotation[]): readonly BodyHook[] {
  const own = annotations.filter((one) => /^Decorators?$/.test(one.name) && isArmeria(source, one));
  return own.flatMap((one) => {
    const given = argument(one, 'value');
    const isOne = one.name === 'Decorator' && given !== undefined;
    const hook = isOne ? decorated(bodyOf(source, decl, { ...NAMELESS, index: one.index }), given) : { through: DECORATED };
    return hook ?? [];
  });
}

function routesOf(source: Source, decl: TypeDecl, method: Method): readonly Route[] {
  const own = method.annotations.filter((one) => isArmeria(source, one));
  const paths = own.filter(({ name }) => name === 'Path' || name === 'Paths').flatMap((one) => argumentsNamed(one, 'value'));
  const hooks = hooksIn(source, decl, method.annotations);
  return own.flatMap((mapping): readonly Route[] => {
    if (!VERBS.has(mapping.name)) return [];
    // the path of the method annotation comes before paths of other annotations
    const written = [...argumentsNamed(mapping, 'value'), ...paths];
    return (written.length === 0 ? [undefined] : written).map((path) => ({
      kind: 'route',
      by: BY,
      method: mapping.name.toUpperCase(),
      path: path === undefined ? literal('/') : pathAt(source, decl, path),
      router: handlersOf(decl.qualified),
      member: signatureOf(decl, method),
      ...responsesOf(source, decl, method),
      ...(hooks.length > 0 && { hooks }),
      at: at(source, mapping.index),
    }));
  });
}

function pathAt(source: Source, decl: TypeDecl, range: Range): Expression {
  return armeriaPath(readValue({ source, scope: scopeOf(decl), local: constants(source, decl) }, range));
}

/**
 * `{id}` and `:id` match one segment, `{*rest}` and `:*rest` the rest.
 * https://armeria.dev/docs/server/annotated-service/#mapping-http-service-methods
 */
const armeriaPath = (path: Expression): Expression => writtenPath(withoutKind(path), segment);

const withoutKind = (path: Expression): Expression =>
  path.kind === 'literal' && typeof path.value === 'string' && path.value.startsWith('exact:')
    ? literal(path.value.slice('exact:'.length))
    : path;

function segment(text: string, isLast: boolean): string | undefined {
  const rest = /^(?:\{\*(\w+)\}|:\*(\w+))$/.exec(text);
  if (rest !== null) return isLast ? `{${rest[1] ?? rest[2] ?? 'rest'}*}` : undefined;
  if (text.startsWith(':')) return /^:\w+$/.test(text) ? `{${text.slice(1)}}` : undefined;
  return /[:*^$]/.test(text) ? undefined : text;
}
