import type { Expression, ObjectMember } from '../../../../../facts/expression.js';
import { RECEIVER } from '../../../../../facts/fact.js';
import { type ClassDefinition, type FunctionDefinition, lookup, onlyValue, originOf, type Scope } from '../../scope.js';
import { literal, type Source } from '../../source.js';
import { argument, lastName, type Node, option, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { addRoutes, type Call, kindOf, type Reading, VERB } from './routes.js';

/** The member for the blueprint's prefix in the result of a gathering method. */
const PREFIX = '|prefix';

/**
 * A class whose methods each return path, methods and handler, `return '/users', ['GET'], list_users`: a router with these
 * routes. A method of the class or its base that iterates over the members determines where it is mounted.
 */
export function readMembers(reading: Reading, { fact, methods, start }: ClassDefinition): void {
  const { source, facts } = reading;
  const routes = methods.flatMap((method) => {
    const given = method.name.startsWith('_') || method.decorators.length > 0 ? undefined : routeGiven(method);
    return given === undefined ? [] : [{ ...given, scope: method.inside }];
  });
  if (routes.length === 0) return;
  const router: Expression = { kind: 'name', name: fact, space: 'value' };
  facts.push({ kind: 'router', by: frameworkProfiles.asgi.id, name: fact, root: false, loose: true, at: source.at(start) });
  for (const { path, methods: given, handler, scope } of routes) {
    const call: Call = { kind: 'call', of: path, arguments: [], start: path.start, end: path.end };
    addRoutes(reading, scope, { call, router, path, handler, methods: given, isBraced: false });
  }
}

interface GivenRoute {
  readonly path: Node;
  readonly methods: Node;
  readonly handler: Node;
}

/** A path, a list of methods, and a nested function, in any order. */
function routeGiven({ results, inside }: FunctionDefinition): GivenRoute | undefined {
  const [given, ...others] = results;
  if (given?.kind !== 'tuple' || given.items.length !== 3 || others.length > 0) return undefined;
  const path = given.items.find((one) => plainText(one)?.startsWith('/'));
  const methods = given.items.find(
    (one) => (one.kind === 'list' || one.kind === 'tuple' || one.kind === 'set') && one.items.every(isVerb),
  );
  const handler = given.items.find((one) => one.kind === 'name' && inside.bindings.get(one.name)?.kind === 'function');
  return path === undefined || methods === undefined || handler === undefined ? undefined : { path, methods, handler };
}

const isVerb = (node: Node): boolean => VERB.test(plainText(node)?.toLowerCase() ?? '');

/**
 * `for name, method in getmembers(self, ismethod): uri, methods, handler = method(); bp.add_route(…)`, with `return bp`: the
 * result of the method is its instance, as a router.
 */
export function readGathering(source: Source, definition: FunctionDefinition): void {
  const { inside: scope, owner, results, fact } = definition;
  const [given, ...others] = results;
  const made = given?.kind === 'name' ? onlyValue(scope.bindings.get(given.name)) : undefined;
  if (owner === undefined || given?.kind !== 'name' || others.length > 0 || made?.kind !== 'call') return;
  if (kindOf(scope, made) !== 'blueprint' || !gathers(source, definition, given.name)) return;
  const prefix = option(made, 'url_prefix');
  const instance: Expression = {
    kind: 'operator',
    operator: 'first-known',
    of: { kind: 'name', name: owner.fact },
    keys: { kind: 'parameter', callable: fact, index: RECEIVER },
  };
  const isOwn = prefix?.kind === 'attribute' && prefix.of.kind === 'name' && prefix.of.name === 'self';
  const value: Expression =
    prefix === undefined
      ? literal('')
      : isOwn
        ? { kind: 'member', of: { kind: 'parameter', callable: fact, index: 0 }, name: prefix.name }
        : readValue(source, scope, prefix);
  const members: readonly ObjectMember[] = [
    // a text of any content, so that consumers do not take the prefix for missing
    { kind: 'property', name: PREFIX, value: { kind: 'text', parts: [value] }, at: source.at(made.start) },
  ];
  source.record.given.set(fact, () => ({
    kind: 'operator',
    operator: 'filled',
    of: instance,
    keys: { kind: 'object', members },
  }));
}

/** Conditions on a member's name: `not name.startswith('_')`, `name != 'blueprint'`. */
const ASKS_NAME = /\b\w{1,100}(?:\.startswith\("_"\)| ?(?:!=|==) ?"\w{1,100}")|\b(?:and|or|not)\b|[()\s]/g;

/** Whether a method adds the results of its members to a blueprint, except members with certain names. */
function gathers({ masked }: Source, { inside: scope }: FunctionDefinition, blueprint: string): boolean {
  for (const { node } of scope.calls) {
    if (node.kind !== 'call' || node.of.kind !== 'attribute' || node.of.name !== 'add_route') continue;
    if (node.of.of.kind !== 'name' || node.of.of.name !== blueprint) continue;
    const given = [argument(node, 0, 'handler'), argument(node, 1, 'uri'), argument(node, 2, 'methods')];
    const names = given.map((one) => (one?.kind === 'name' ? one.name : ''));
    const loop = [...scope.bindings.values()]
      .flatMap((one) => (one.kind === 'loop' ? one.loops : []))
      .find(({ start, end }) => start <= node.start && node.start < end);
    const over = loop?.over?.kind === 'name' ? onlyValue(scope.bindings.get(loop.over.name)) : loop?.over;
    if (loop === undefined || over?.kind !== 'call' || originOf(scope, over.of) !== 'inspect.getmembers') continue;
    if (over.arguments[0]?.value.kind !== 'name' || over.arguments[0].value.name !== 'self') continue;
    const block = masked.code.slice(loop.start, Math.min(loop.end, loop.start + MAX_BLOCK));
    const unpacked = /(?:^|\n)[ \t]*\(?(\w+), ?(\w+), ?(\w+)\)? ?= ?\w+\(\)/.exec(block)?.slice(1) ?? [];
    const isUnpacked = names.every((name) => unpacked.includes(name)) && new Set(names).size === names.length;
    const conditions = [...block.matchAll(/(?:^|\n)[ \t]*(?:el)?if\b([^\n]{0,200}):[ \t]*(?:\n|$)/g)].map(
      ([, text = '']) => text,
    );
    const isByName = conditions.every((text) => text.replaceAll("'", '"').replaceAll(ASKS_NAME, '') === '');
    if (isUnpacked && isByName) return true;
  }
  return false;
}

const MAY_BE_PREFIX = /prefix|path|url|uri|base|root|mount/i;
/** Limit of searched characters of a loop. */
const MAX_BLOCK = 3000;

/**
 * `users.blueprint()`, where `users = Users(url_prefix='/api')`: its result, and the prefix from the constructor arguments;
 * undefined: another call.
 */
export function gatheredBy(
  source: Source,
  scope: Scope,
  node: Node,
): { readonly child: Expression; readonly prefix: Expression } | undefined {
  if (node.kind !== 'call' || node.of.kind !== 'attribute' || node.arguments.length > 0) return undefined;
  const { of } = node.of;
  const stored = of.kind === 'name' ? onlyValue(lookup(scope, of.name)?.binding) : of;
  const made = stored?.kind === 'call' && /^[A-Z]/.test(lastName(stored.of) ?? '') ? stored : undefined;
  const members = (made?.arguments ?? []).flatMap(({ name = '', value }): ObjectMember[] =>
    MAY_BE_PREFIX.test(name)
      ? [{ kind: 'property', name, value: readValue(source, scope, value), at: source.at(value.start) }]
      : [],
  );
  const child: Expression = { kind: 'returns', of: readValue(source, scope, node.of), values: [{ kind: 'object', members }] };
  const options: readonly Expression[] = [{ kind: 'member', of: child, name: PREFIX }, literal('')];
  return { child, prefix: { kind: 'union', options, readings: true } };
}
