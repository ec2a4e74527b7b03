import type { Expression, ObjectMember } from '../../../../../facts/expression.js';
import type { Found } from '../../../../extractor.js';
import { lambdaGiven, lambdaOfJava } from '../../bodies/lambdas.js';
import { type Body, envAt } from '../../bodies/variables.js';
import { methodMembers } from '../../callables.js';
import { constants } from '../../constants.js';
import type { Env } from '../../free-names.js';
import { COLLECTS } from '../../resolve.js';
import { bracedPath } from '../../routing/braced-paths.js';
import { calledAt, lambdaAt, referenceAt } from '../../routing/context-handlers.js';
import { routerGivenBy } from '../../routing/given-routers.js';
import { at, importing, literal, type Source, scopeOf, value } from '../../source.js';
import { closingOf, type Tokens, tokenAt } from '../../tokens.js';
import { namedType } from '../../types.js';
import type { Method, Range, TypeDecl, TypeRef } from '../../unit.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';

const BY = frameworkProfiles.spring.id;

/** The context in which routes of a functional router are read. */
export interface Place {
  readonly body: Body;
  readonly router: Expression;
  readonly prefix: Expression;
  /** The ranges of the prefix's parts. */
  readonly paths: readonly Range[];
  /** Number of routers around it. */
  readonly depth: number;
}

/** The same context below a path; undefined if the path is unresolved. */
export function below(place: Place, range: Range | undefined): Place | undefined {
  if (range === undefined) return undefined;
  const paths = [...place.paths, range];
  const prefix = prefixOf(place.body, paths);
  return prefix === undefined ? undefined : { ...place, prefix, paths };
}

/** The text of concatenated paths. `local`: additional known names. */
function prefixOf(body: Body, paths: readonly Range[], local?: Env['local']): Expression | undefined {
  const parts = paths.flatMap((range): readonly Expression[] => {
    const env = envAt(body, range.from);
    const known = local === undefined ? env : { ...env, local: (name: string) => local(name) ?? env.local(name) };
    return [literal('/'), bracedPath(body.source, readValue(known, range))];
  });
  return parts.some(({ kind }) => kind === 'unknown') ? undefined : { kind: 'text', parts: [literal(''), ...parts] };
}

/** Calls that create a router in place, or return one of their arguments. */
const MAKERS =
  /^(?:route|nest|router|coRouter|path|resources|add|and|andOther|andRoute|andNest|build|get|orElse|orElseThrow|orElseGet|reduce|fold|just|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;
const GOES_ON = /^(?:and|andOther|andRoute|andNest|filter|before|after|onError|withAttribute|withAttributes)$/;

/**
 * Mounts the router that a function returns; the function call may be the whole range or its beginning. Returns whether there is
 * one.
 */
export function mountGiven(place: Place, range: Range, found: Found): boolean {
  const { source } = place.body;
  const { tokens } = source.unit;
  const lambda = tokens.dialect === 'java' || tokenAt(tokens, range.from).text === '{' ? lambdaAt(tokens, range) : undefined;
  const given = lambda?.inner ?? range;
  const called = referenceAt(place.body, given) ?? callAt(place.body, given);
  const member = memberOf(tokens, given);
  if (called === undefined || member === undefined) return false;
  const element = tokenAt(tokens, given.from).text;
  const type = elementType(place.body, element, given.from);
  const of = type === undefined ? undefined : typeNamed(place.body, type);
  if (type !== undefined && place.paths.some((path) => mentions(tokens, path, element)))
    prefixOfEach(place, { name: `${type.name}.${member}`, element, index: given.from }, found);
  found.facts.push({
    kind: 'mount',
    by: BY,
    parent: place.router,
    child: routerGivenBy(of === undefined ? called : { kind: 'member', of, name: `${member}()` }),
    prefix: place.prefix,
    replaces: true,
    certainty: 'router',
    at: at(source, given.from),
  });
  return true;
}

/** The function that a range calls, also if further calls follow: `orders.routes().and(others)`. */
function callAt(body: Body, range: Range): Expression | undefined {
  const end = headEnd(body.source.unit.tokens, range);
  return end === undefined ? undefined : calledAt(body, { from: range.from, to: end });
}

function headEnd(tokens: Tokens, { from, to }: Range): number | undefined {
  let end: number | undefined;
  let last = '';
  for (let index = from; index < to; index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (text === '(') {
      last = tokenAt(tokens, index - 1).text;
      index = closingOf(tokens, index);
      end = index + 1;
      continue;
    }
    if (kind === 'word' && end !== undefined && GOES_ON.test(text)) break;
    if (kind !== 'word' && text !== '.' && text !== '?.') return undefined;
  }
  return MAKERS.test(last) ? undefined : end;
}

/** `routes` in `group.routes()` and `group::routes`. */
function memberOf(tokens: Tokens, range: Range): string | undefined {
  const isReference = tokenAt(tokens, range.to - 2).text === '::';
  if (isReference) return tokenAt(tokens, range.to - 1).text;
  const end = headEnd(tokens, range);
  for (let index = range.from; end !== undefined && index < end; index++)
    if (tokenAt(tokens, index).text === '(' && closingOf(tokens, index) === end - 1) return tokenAt(tokens, index - 1).text;
  return undefined;
}

const mentions = (tokens: Tokens, { from, to }: Range, name: string): boolean =>
  tokens.list.slice(from, to).some(({ kind, text }) => (kind === 'word' ? text === name : kind === 'string' && isIn(text, name)));

/** Does a Kotlin string template contain the name? */
const isIn = (template: string, name: string): boolean => template.includes(`$${name}`) || template.includes(`\${${name}.`);

function typeNamed({ source, decl, method }: Body, { name }: TypeRef): Expression | undefined {
  const found = namedType(source, scopeOf(decl, method.typeParameters), name);
  return found.kind === 'own' || found.kind === 'imported' ? { kind: 'name', name: found.name } : undefined;
}

/** Maximum number of tokens between an element and the loop over its list. */
const MAX_BACK = 300;

/** The element type of a list whose elements have this name, in a loop or a lambda. */
function elementType(body: Body, name: string, position: number): TypeRef | undefined {
  const { tokens } = body.source.unit;
  if (/^[A-Z]/.test(name)) return undefined;
  for (let index = position - 1; index > Math.max(0, position - MAX_BACK); index--) {
    if (tokenAt(tokens, index).text !== name || !/^(?::|in)$/.test(tokenAt(tokens, index + 1).text)) continue;
    const open = [index - 1, index - 2, index - 3].find((at) => tokenAt(tokens, at).text === '(');
    if (open !== undefined && tokenAt(tokens, open - 1).text === 'for')
      return listedType(body, { from: index + 2, to: closingOf(tokens, open) });
  }
  const over = tokens.dialect === 'java' ? lambdaOfJava(tokens, name, position) : lambdaGiven(tokens, name, position)?.of;
  return over === undefined ? undefined : listedType(body, over);
}

/** The element type of a list: from `context.getBeansOfType(ApiGroup.class)`, or from a parameter or field. */
function listedType({ source, decl, method }: Body, { from, to }: Range): TypeRef | undefined {
  const { tokens } = source.unit;
  for (let index = from; index < to; index++) {
    if (!/^(?:getBeansOfType|getBeanProvider|beansOfType)$/.test(tokenAt(tokens, index).text)) continue;
    const { kind, text } = tokenAt(tokens, index + 2);
    return kind === 'word' ? { name: text, arguments: [], nullable: false } : undefined;
  }
  const { text } = tokenAt(tokens, tokenAt(tokens, from).text === 'this' ? from + 2 : from);
  const known = [...method.parameters, ...(decl?.fields ?? []), ...(decl?.components ?? [])].find((one) => one.name === text);
  return known?.type?.arguments.at(-1);
}

const prefixName = (of: string): string => `prefix of ${of}`;
const routerName = (of: string): string => `router of ${of}`;

interface Collecting {
  /** `ApiGroup.routes` */
  readonly name: string;
  readonly element: string;
  readonly index: number;
}

/** Routers of a list whose elements supply the prefix; each element class mounts itself. */
function prefixOfEach({ body, router, paths }: Place, { name, element, index }: Collecting, { facts }: Found): void {
  const callable = prefixName(name);
  const given: Expression = { kind: 'parameter', callable, index: 0 };
  const inferred = prefixOf(body, paths, (asked) => (asked === element ? given : undefined));
  const place = at(body.source, index);
  // two lists of the same beans may have different prefixes
  if (inferred === undefined || facts.some((fact) => fact.kind === 'callable' && fact.name === callable)) return;
  facts.push(
    { kind: 'callable', name: callable, inferred, at: place },
    { kind: 'export', name: callable, value: value(callable), at: place },
    { kind: 'export', name: routerName(name), value: router, at: place },
  );
}

/** Mounts a router at the base types of its class: the method overrides theirs, and other code may call it through them. */
export function mountAtBases(source: Source, decl: TypeDecl, method: Method, child: Expression, { facts }: Found): void {
  for (const base of decl.extends) {
    const found = namedType(source, scopeOf(decl), base.name);
    if (found.kind !== 'own' && found.kind !== 'imported') continue;
    const of = `${base.name}.${method.name}`;
    for (const name of [prefixName(of), routerName(of)]) importing(source, name, `${COLLECTS}${base.name}`, name);
    const prefix: Expression = { kind: 'returns', of: value(prefixName(of)), values: [instanceOf(source, decl)] };
    const asked = routerGivenBy({ kind: 'member', of: { kind: 'name', name: found.name }, name: `${method.name}()` });
    facts.push({
      kind: 'mount',
      by: BY,
      parent: { kind: 'union', options: [value(routerName(of)), asked], readings: true },
      child,
      prefix: { kind: 'union', options: [prefix, literal('')], readings: true },
      replaces: true,
      certainty: 'router',
      at: at(source, method.index),
    });
  }
}

/** An instance of a class, with the fields that have a constant value. */
function instanceOf(source: Source, decl: TypeDecl): Expression {
  const type: Expression = { kind: 'name', name: decl.qualified };
  const constant = constants(source, decl);
  const members = decl.fields.flatMap(({ name, index }): readonly ObjectMember[] => {
    const of = constant(name);
    return of?.kind === 'literal' || of?.kind === 'text' ? [{ kind: 'property', name, value: of, at: at(source, index) }] : [];
  });
  return members.length === 0
    ? type
    : { kind: 'object', members: [{ kind: 'spread', value: type }, ...methodMembers(decl), ...members] };
}
