import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import type { Extraction, Found } from '../../../../extractor.js';
import { annotation } from '../../annotations.js';
import { callableName, functionsOf, NAMELESS } from '../../bodies/functions.js';
import { SERVER_RESPONSE } from '../../bodies/makers.js';
import { madeResponses } from '../../bodies/responses.js';
import { bodyOf, envAt } from '../../bodies/variables.js';
import { functionNamed } from '../../free-names.js';
import { property } from '../../routing/braced-paths.js';
import { givenBy } from '../../routing/given-routers.js';
import { at, literal, type Source, value } from '../../source.js';
import { argumentsOf } from '../../syntax/cursor.js';
import { closingOf, tokenAt } from '../../tokens.js';
import type { Argument, Method, Range, TypeDecl } from '../../unit.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { filterOf } from './functional-filters.js';
import { below, mountAtBases, mountGiven, type Place } from './functional-given.js';

const BY = frameworkProfiles.spring.id;
const VERBS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** No real code nests routers more deeply. */
const MAX_NESTED = 30;

/**
 * Routes that functions build: `RouterFunctions.route()`, `router { }`, `coRouter { }`.
 * https://docs.spring.io/spring-framework/reference/web/webmvc-functional.html
 */
export function functionalRoutes(source: Source): Extraction {
  const found: Found = { facts: [], gaps: [] };
  const { tokens } = source.unit;
  const isKnown = source.unit.imports.some(({ path }) =>
    /^org\.springframework\.web\.(?:reactive\.function\.server|servlet\.function)\b/.test(path),
  );
  if (!isKnown) return found;
  const inside: Range[] = [];
  for (const [decl, method] of functionsOf(source)) {
    const range = method.body ?? method.expression;
    // an error handler serves no path of its own
    if (range === undefined || decl?.extends.some(({ name }) => name.endsWith('ErrorWebExceptionHandler')) === true) continue;
    const blocks = dslIn(source, range);
    inside.push(...blocks);
    for (const block of blocks) service(source, decl, method, block, found);
    if (blocks.length === 0 && method.type?.name === 'RouterFunction') service(source, decl, method, range, found);
  }
  const outside = dslIn(source, { from: 0, to: tokens.list.length }).filter(
    ({ from }) => !inside.some((one) => one.from === from),
  );
  for (const block of outside) service(source, undefined, { ...NAMELESS, index: block.from, body: block }, block, found);
  return found;
}

/** The ranges in the braces of `router { … }` and `coRouter { … }`. */
function dslIn({ unit: { tokens } }: Source, { from, to }: Range): readonly Range[] {
  const all: Range[] = [];
  for (let index = from; index < to; index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind !== 'word' || !/^(?:router|coRouter)$/.test(text) || tokenAt(tokens, index + 1).text !== '{') continue;
    all.push({ from: index + 2, to: closingOf(tokens, index + 1) });
    index = closingOf(tokens, index + 1);
  }
  return all;
}

function service(source: Source, decl: TypeDecl | undefined, method: Method, range: Range, found: Found): void {
  const callable = givenBy(callableName(decl, method));
  const isSecond = method.name === '' || found.facts.some((fact) => fact.kind === 'router' && fact.name === callable);
  const name = isSecond ? `routes@${range.from}` : callable;
  const place = { body: bodyOf(source, decl, method), router: value(name), prefix: literal(''), paths: [], depth: 0 };
  found.facts.push(...routerOf(source, method, name));
  const before = found.facts.length;
  walk(place, range, found);
  if (method.type?.name === 'RouterFunction') for (const { value: of } of place.body.block.returns) mountGiven(place, of, found);
  if (found.facts.length === before && found.gaps.length === 0)
    unread(place, range.from, 'No routes of this router were found.', found);
  if (decl !== undefined && isOverriding(method)) mountAtBases(source, decl, method, value(name), found);
}

const isOverriding = ({ annotations, modifiers }: Method): boolean =>
  modifiers.has('override') || annotation(annotations, 'Override') !== undefined;

/** Spring serves a router bean itself; any other router is served only where other code mounts it. */
function routerOf(source: Source, method: Method, name: string): readonly Fact[] {
  // evaluated in order: https://docs.spring.io/spring-framework/reference/web/webmvc-functional.html#webmvc-fn-router-functions
  const router = { kind: 'router', by: BY, name, matching: { firstMatch: true }, at: at(source, method.index) } as const;
  const prefix: Expression = { kind: 'union', options: [property(source, 'context-path'), literal('')] };
  if (annotation(method.annotations, 'Bean') !== undefined)
    return [
      { ...router, root: false },
      { kind: 'mount', by: BY, child: value(name), prefix, certainty: 'router', at: router.at },
    ];
  return [{ ...router, root: !isOverriding(method) && !method.modifiers.has('private'), prefix }];
}

function unread({ body }: Place, index: number, detail: string, found: Found): void {
  found.gaps.push({ reason: 'dynamic-mount', detail, at: at(body.source, index), hides: 'service' });
}

function walk(above: Place, range: Range, found: Found): void {
  const place = { ...above, depth: above.depth + 1 };
  if (place.depth > MAX_NESTED) return;
  const { tokens } = place.body.source.unit;
  for (let index = range.from; index < range.to; index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind !== 'word') continue;
    const next = tokenAt(tokens, index + 1).text;
    if (/^(?:filter|after)$/.test(text) && /^[({]$/.test(next)) {
      const filter = filterOf(place.body.source, index, place.router);
      if (filter !== undefined) found.facts.push(filter);
      index = closingOf(tokens, index + 1);
      continue;
    }
    if (next !== '(' && !(text === 'nest' && next === '{')) continue;
    index = Math.max(index, step(place, text, index, range, found) - 1);
  }
}

/** Reads the call at an index; returns the next position. */
function step(place: Place, name: string, index: number, range: Range, found: Found): number {
  const { tokens } = place.body.source.unit;
  if (name === 'nest' && tokenAt(tokens, index + 1).text === '{') return kotlinNest(place, index, range, found);
  const given = argumentsOf(tokens, index + 1);
  const close = closingOf(tokens, index + 1);
  const [first] = given;
  const last = given.at(-1);
  const block = tokenAt(tokens, close + 1).text === '{' ? { from: close + 1, to: closingOf(tokens, close + 1) + 1 } : undefined;
  if (VERBS.has(name)) {
    const isAlone = given.length === 1 && block === undefined && last !== undefined && isHandler(place, last);
    const handler = block ?? (given.length > 1 || isAlone ? last : undefined);
    if (handler === undefined) return close;
    route(place, name, isAlone ? undefined : first, handler, index, found);
    return block?.to ?? close;
  }
  if ((name === 'route' || name === 'andRoute') && given.length === 2 && first !== undefined && last !== undefined) {
    predicates(place, first, last, found);
    return close;
  }
  const nests = name === 'nest' || name === 'andNest' || (name === 'path' && given.length === 2);
  if (nests && first !== undefined && last !== undefined) {
    const inside = below(place, name === 'path' ? first : pathIn(place, first));
    // with springdoc's builder, a third argument describes the routes
    if (inside === undefined) unread(place, index, 'The path of these routes is not written out.', found);
    else nested(inside, given.length === 3 ? (given[1] ?? last) : last, found);
    return close;
  }
  if (name === 'map' && /^(?:reduce|fold)$/.test(tokenAt(tokens, close + 2).text) && first !== undefined)
    return mountGiven(place, first, found) ? close : index + 1;
  const adds = /^(?:add|and|andOther)$/.test(name) && first !== undefined && !isPredicate(place, first);
  if (!adds || !isOn(place, index)) return index + 1;
  if (mountGiven(place, first, found)) return close;
  if (place.prefix.kind !== 'literal') unread(place, index, 'The routes that are added here were not followed.', found);
  return index + 1;
}

/** Is it a call on a router? Kotlin's `add(…)` belongs to the router around it. */
const isOn = ({ body }: Place, index: number): boolean =>
  tokenAt(body.source.unit.tokens, index - 1).text === '.' || body.source.unit.tokens.dialect === 'kotlin';

function nested(place: Place, range: Range, found: Found): void {
  const before = found.facts.length + found.gaps.length;
  if (mountGiven(place, range, found)) return;
  walk(place, range, found);
  if (found.facts.length + found.gaps.length === before)
    unread(place, range.from, 'The routes that are nested here were not followed.', found);
}

const PREDICATES =
  /^(?:accept|contentType|queryParam|headers|method|path|GET|POST|PUT|PATCH|DELETE|all|RequestPredicates|param|version)$/;
const isPredicate = ({ body }: Place, { from }: Range): boolean => PREDICATES.test(tokenAt(body.source.unit.tokens, from).text);

/** `"/api".nest { … }`, `path("/api").nest { … }`, `("/api" and accept(JSON)).nest { … }` */
function kotlinNest(place: Place, index: number, range: Range, found: Found): number {
  const { tokens } = place.body.source.unit;
  const block = { from: index + 2, to: closingOf(tokens, index + 1) };
  let from = index - 2;
  for (
    let back = 0;
    back < 40 && from > range.from && tokenAt(tokens, index - 2).kind !== 'string' && !tokenAt(tokens, from).first;
    back++
  )
    from -= 1;
  const path = pathIn(place, { from, to: index - 1 });
  const inside = path === undefined ? place : below(place, path);
  if (inside === undefined) unread(place, index, 'The path of these routes is not written out.', found);
  else nested(inside, block, found);
  return block.to;
}

/** The path in a predicate: its first string, or the argument of `path(…)`. */
function pathIn({ body }: Place, { from, to }: Range): Argument | undefined {
  const { tokens } = body.source.unit;
  for (let index = from; index < to; index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind === 'string') return { from: index, to: index + 1 };
    if (text === 'path' && tokenAt(tokens, index + 1).text === '(') return argumentsOf(tokens, index + 1)[0];
  }
  return undefined;
}

/** `route(GET("/a").or(GET("/b")), handler)` */
function predicates(place: Place, predicate: Range, handler: Range, found: Found): void {
  const { tokens } = place.body.source.unit;
  let count = 0;
  for (let index = predicate.from; index < predicate.to; index++) {
    const { text } = tokenAt(tokens, index);
    const isVerb = VERBS.has(text) && tokenAt(tokens, index + 1).text === '(';
    const isPath = text === 'path' && tokenAt(tokens, index + 1).text === '(';
    if (!isVerb && !isPath) continue;
    const [path] = argumentsOf(tokens, index + 1);
    const method = isVerb ? text : methodIn(place, predicate);
    if (path !== undefined) route(place, method, path, handler, index, found);
    count += 1;
  }
  if (count === 0) unread(place, predicate.from, 'The path of this route is not written out.', found);
}

/** `method(HttpMethod.GET)` */
function methodIn({ body }: Place, { from, to }: Range): string {
  const { tokens } = body.source.unit;
  for (let index = from; index < to; index++) {
    if (tokenAt(tokens, index).text !== 'method') continue;
    const word = tokenAt(tokens, closingOf(tokens, index + 1) - 1).text;
    return VERBS.has(word) ? word : 'ANY';
  }
  return 'ANY';
}

/** `.GET(handler::list)` */
const isHandler = ({ body }: Place, { from, to }: Range): boolean =>
  body.source.unit.tokens.list.slice(from, to).some(({ text }) => text === '->' || text === '::');

function route(place: Place, method: string, path: Range | undefined, handler: Range, index: number, found: Found): void {
  const { source } = place.body;
  const full = path === undefined ? place.prefix : below(place, path)?.prefix;
  if (full === undefined) {
    unread(place, index, 'The path of this route is not written out.', found);
    return;
  }
  const name = `handler@${index}`;
  const here = at(source, index);
  const referred = reference(place, handler);
  if (referred === undefined) {
    const block = { ...place.body.block, returns: [{ index: handler.from, within: [], value: handler }] };
    const sends = madeResponses({ ...place.body, block }, SERVER_RESPONSE, undefined);
    found.facts.push({
      kind: 'callable',
      name,
      ...(sends === undefined ? { incomplete: 'its answers were not followed' } : { sends }),
      at: here,
    });
  }
  found.facts.push({
    kind: 'route',
    by: BY,
    method,
    path: full,
    router: place.router,
    handler: referred ?? value(name),
    responses: [],
    at: here,
  });
}

/** `handler::list`, `this::list` */
function reference({ body }: Place, { from, to }: Range): Expression | undefined {
  const { tokens } = body.source.unit;
  if (tokenAt(tokens, to - 2).text !== '::') return undefined;
  const name = tokenAt(tokens, to - 1).text;
  const env = envAt(body, from);
  if (to - 2 === from || tokenAt(tokens, from).text === 'this') return functionNamed(env, name);
  return { kind: 'member', of: readValue(env, { from, to: to - 2 }), name: `${name}()` };
}
