import type { Expression } from '../../../../../facts/expression.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { recordClassRouter } from '../../routing/class-routers.js';
import {
  type Binding,
  type ClassDefinition,
  classHere,
  type FunctionDefinition,
  factName,
  lookup,
  originOf,
  type Scope,
  type Variable,
} from '../../scope.js';
import { type Source, unknown } from '../../source.js';
import { argument, keyword, lastName, type Node } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { BY, type Call, isEntry, type Rules, readRules } from './rules.js';
import { type Known, recordSends } from './sends.js';

const APPLICATION = /^tornado\.(?:web\.(?:_ApplicationRouter|Application)|routing\.(?:RuleRouter|ReversibleRuleRouter))$/;
/** The methods that handle requests (`RequestHandler.SUPPORTED_METHODS`). */
const VERBS = new Set(['get', 'head', 'post', 'delete', 'patch', 'put', 'options']);

/** Tornado (https://www.tornadoweb.org/en/stable/web.html, https://www.tornadoweb.org/en/stable/routing.html). */
export const tornado: Extractor<Source> = {
  ...frameworkProfiles.tornado,
  extract: (source): Extraction => {
    const rules: Rules = { source, facts: [], gaps: [] };
    const classes: Classes = { known: new Map(), overrides: new Map() };
    for (const definition of source.definitions.classes) readHandlerClass(rules, definition, classes);
    for (const scope of source.definitions.scopes) {
      if (scope.form === 'class') continue;
      for (const [name, binding] of scope.bindings) readList(rules, scope, name, binding);
      for (const result of scope.results) if (result?.kind === 'call') readCall(rules, scope, result);
      for (const { node } of scope.calls) for (const call of callsIn(node, 0)) readCall(rules, scope, call);
    }
    return { facts: rules.facts, gaps: rules.gaps };
  },
};

/** A call with the calls in its receiver and arguments: `HTTPServer(Application(handlers)).listen(80)`. */
function callsIn(node: Node, depth: number): readonly Call[] {
  if (depth > 4) return [];
  if (node.kind === 'attribute') return callsIn(node.of, depth + 1);
  if (node.kind !== 'call') return [];
  return [node, ...callsIn(node.of, depth + 1), ...node.arguments.flatMap(({ value }) => callsIn(value, depth + 1))];
}

/** Which classes of a file are handlers, and which override `write` or `finish`. */
interface Classes {
  readonly known: Map<ClassDefinition, boolean | 'perhaps'>;
  readonly overrides: Known;
}

/** A class with methods named after HTTP methods. It answers only where a rule refers to it. */
function readHandlerClass(rules: Rules, definition: ClassDefinition, { known, overrides }: Classes): void {
  const { source, facts, gaps } = rules;
  const bases = definition.arguments.flatMap(({ name, star, value }) =>
    name === undefined && star === undefined ? [value] : [],
  );
  const methods = definition.methods.filter(({ name }) => VERBS.has(name));
  const handler = handles(definition, known);
  if (handler === false || (handler === 'perhaps' && methods.length === 0)) return;
  const at = source.at(definition.start);
  const redone = inheritedAnew(source, definition);
  const all = [...methods, ...redone];
  const self = recordClassRouter({ source, facts, by: BY }, definition, all, (method) =>
    redone.includes(method)
      ? { responses: [], incomplete: 'what it calls is another method here' }
      : { handler: { kind: 'name', name: method.fact, space: 'value' }, responses: [] },
  );
  recordSends(source, definition, overrides);
  const own = all.map(({ name }) => name);
  for (const base of bases) {
    if (isTornado(definition.outside, base) || lastName(base) === 'object') continue;
    const child = readValue(source, definition.outside, base);
    facts.push({ kind: 'mount', by: BY, parent: self, child, except: own, certainty: 'maybe', at });
  }
  // `@route('/users')` above a handler class
  const [registers] = definition.decorators.filter((one) => one.kind === 'call' && methods.length > 0);
  if (registers !== undefined) {
    const detail = `What the decorator of ${definition.name} registers is not read.`;
    gaps.push({ reason: 'dynamic-mount', detail, at: source.at(registers.start), hides: 'service' });
  }
}

/** Limits for bases, and for characters of a method. */
const MAX_BASES = 20;
const MAX_LENGTH = 4_000;

/** Base class methods of the file that depend on members of the class: `self.reply(…)`, `self.body`. */
function inheritedAnew(source: Source, definition: ClassDefinition): readonly FunctionDefinition[] {
  const found = new Map<string, FunctionDefinition>();
  const seen = new Set([definition]);
  const has = new Set([...definition.methods, ...definition.fields].map(({ name }) => name));
  for (const one of seen) {
    if (seen.size > MAX_BASES) break;
    for (const { value } of one.arguments) {
      const own = classHere(one.outside, value);
      if (own !== undefined) seen.add(own);
    }
    for (const method of one === definition ? [] : one.methods)
      if (VERBS.has(method.name) && !found.has(method.name)) found.set(method.name, method);
  }
  return [...found.values()].filter(({ name, start, end }) => {
    if (definition.methods.some((one) => one.name === name)) return false;
    const names = source.masked.bare.slice(start, Math.min(end, start + MAX_LENGTH)).matchAll(/\bself\.(\w+)/g);
    return [...names].some(([, name = '']) => has.has(name));
  });
}

/**
 * Whether a class is a handler by its name or its bases; `perhaps`: a base is in another file.
 *
 * @param known results for classes of the file
 */
function handles(definition: ClassDefinition, known: Map<ClassDefinition, boolean | 'perhaps'>): boolean | 'perhaps' {
  const found = known.get(definition);
  if (found !== undefined) return found;
  known.set(definition, false);
  const { name, arguments: given, outside } = definition;
  const bases = given.flatMap((one) => (one.name === undefined && one.star === undefined ? [one.value] : []));
  const all = bases.map((base) => {
    if (isTornado(outside, base) || IS_NAMED.test(lastName(base) ?? '')) return true;
    const binding = base.kind === 'name' ? lookup(outside, base.name)?.binding : undefined;
    if (binding?.kind === 'class') return handles(binding.definition, known);
    return binding?.kind === 'import' && !OTHER_VIEWS.test(binding.module) && 'perhaps';
  });
  const handler = IS_NAMED.test(name) || all.includes(true) || (all.includes('perhaps') && 'perhaps');
  known.set(definition, handler);
  return handler;
}

const IS_NAMED = /Handler(?:Mixin)?$/;
/** View classes of these packages have such methods too. */
const OTHER_VIEWS = /^(?:flask|quart|django|rest_framework|aiohttp|sanic|starlette|fastapi|abc|typing)\b/;

const isTornado = (scope: Scope, node: Node): boolean => /^tornado\b/.test(originOf(scope, node) ?? '');

/** Reads a variable with rules as a router. */
function readList(rules: Rules, scope: Scope, name: string, binding: Binding): void {
  if (binding.kind !== 'variable') return;
  const appended = scope.appended.get(name) ?? [];
  const nodes = [...binding.values, ...binding.added].flatMap((node) => node ?? []);
  const isRules = nodes.some((node) => holdsRules(scope, node, 0)) || appended.some((node) => isEntry(scope, node));
  if (!isRules) return;
  const { source, facts } = rules;
  const list: Expression = { kind: 'name', name: factName(scope, name), space: 'value' };
  facts.push({ kind: 'router', by: BY, name: factName(scope, name), root: false, at: source.at(binding.start) });
  for (const node of [...nodes, ...appended.filter((one) => isEntry(scope, one))]) readRules(rules, scope, node, list, 0);
  readChanges(rules, scope, name, binding, list);
}

/** If code changes a list of rules in an unsupported way, it may contain any route. */
function readChanges({ source, facts }: Rules, scope: Scope, name: string, variable: Variable, list: Expression): void {
  const isAppended = scope.appended.has(name) && !(scope.appended.get(name) ?? []).every((node) => isEntry(scope, node));
  if (!isAppended && !variable.values.includes(undefined)) return;
  const child = unknown('what is added to this list is not read');
  facts.push({ kind: 'mount', by: BY, parent: list, child, certainty: 'router', at: source.at(variable.start) });
}

function holdsRules(scope: Scope, node: Node, depth: number): boolean {
  if (depth > 3) return false;
  if (node.kind === 'operation') return holdsRules(scope, node.left, depth + 1) || holdsRules(scope, node.right, depth + 1);
  return (node.kind === 'list' || node.kind === 'tuple') && node.items.some((item) => isEntry(scope, item));
}

/**
 * `Application(handlers)`, `super().__init__(handlers)` in a subclass, `app.add_handlers(host, handlers)`,
 * `handlers.extend(more)`.
 */
function readCall(rules: Rules, scope: Scope, call: Call): void {
  const { source, facts } = rules;
  const at = source.at(call.start);
  const isMade = APPLICATION.test(originOf(scope, call.of) ?? '');
  const shift = isMade ? 0 : superOf(scope, call);
  if (shift !== undefined) {
    const handlers = argument(call, shift, 'handlers') ?? keyword(call, 'rules');
    const name = `|application:${call.start}`;
    const self: Expression = { kind: 'name', name, space: 'value' };
    facts.push({ kind: 'router', by: BY, name, root: true, at });
    const isOpen = call.arguments.some(({ star }) => star !== undefined);
    if (handlers !== undefined) readRules(rules, scope, handlers, self, 0);
    else if (isOpen) {
      const child = unknown('what this application is given is not read');
      facts.push({ kind: 'mount', by: BY, parent: self, child, certainty: 'router', at });
    }
    return;
  }
  if (call.of.kind !== 'attribute') return;
  const { name, of } = call.of;
  const [first, second] = call.arguments;
  if (name === 'add_handlers' && first !== undefined) {
    // on an application or, with one argument, on an object that contains it
    const list = second ?? first;
    const added = `|added:${call.start}`;
    facts.push({ kind: 'router', by: BY, name: added, root: true, at });
    readRules(rules, scope, list.value, { kind: 'name', name: added, space: 'value' }, 0);
  } else if (name === 'extend' && of.kind === 'name' && first !== undefined && isRuleList(scope, of.name))
    readRules(rules, scope, first.value, readValue(source, scope, of), 0);
}

function isRuleList(scope: Scope, name: string): boolean {
  const binding = scope.bindings.get(name);
  if (binding?.kind !== 'variable') return false;
  const appended = scope.appended.get(name) ?? [];
  return (
    [...binding.values, ...binding.added].some((node) => node !== undefined && holdsRules(scope, node, 0)) ||
    appended.some((node) => isEntry(scope, node))
  );
}

/** The index of the rules argument in the base constructor call of an `Application` subclass. */
function superOf(scope: Scope, { of }: Call): number | undefined {
  if (of.kind !== 'attribute' || of.name !== '__init__') return undefined;
  if (APPLICATION.test(originOf(scope, of.of) ?? '')) return 1;
  const bases = scope.of?.owner?.arguments ?? [];
  const isOwn = bases.some(({ value }) => APPLICATION.test(originOf(scope.of?.owner?.outside ?? scope, value) ?? ''));
  return isOwn && of.of.kind === 'call' && lastName(of.of.of) === 'super' ? 0 : undefined;
}
