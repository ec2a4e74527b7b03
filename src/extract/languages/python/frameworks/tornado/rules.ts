import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap } from '../../../../../facts/fact.js';
import { templatesOf } from '../../routing/regex-paths.js';
import { lookup, originOf, type Scope } from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { argument, lastName, type Node, plainText } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';

export const BY = frameworkProfiles.tornado.id;
export type Call = Extract<Node, { kind: 'call' }>;
const MAX_DEPTH = 20;

/** Collects the facts about rules. */
export interface Rules {
  readonly source: Source;
  readonly facts: Fact[];
  readonly gaps: FileGap[];
}

/** `(pattern, Handler, ...)`, `url(pattern, Handler)`: the pattern and the target of a rule. */
interface Entry {
  readonly pattern: Node | undefined;
  readonly target: Node;
}

function entryOf(scope: Scope, node: Node): Entry | undefined {
  if (node.kind === 'tuple' || node.kind === 'list') {
    const [pattern, target] = node.items;
    const isRule = pattern !== undefined && target !== undefined && node.items.length <= 4 && isPattern(scope, pattern, 0);
    return isRule && isTarget(target) ? { pattern, target } : undefined;
  }
  if (node.kind !== 'call') return undefined;
  const origin = originOf(scope, node.of) ?? '';
  if (!/^tornado\.(?:web\.(?:url|URLSpec)|routing\.(?:URLSpec|Rule))$/.test(origin)) return undefined;
  const isRule = origin.endsWith('.Rule');
  const target = argument(node, 1, isRule ? 'target' : 'handler');
  const matcher = argument(node, 0, isRule ? 'matcher' : 'pattern');
  if (target === undefined) return undefined;
  if (!isRule) return { pattern: matcher, target };
  const isPath = matcher?.kind === 'call' && lastName(matcher.of) === 'PathMatches';
  // a matcher for hosts or other properties: any path below it
  return { pattern: isPath ? argument(matcher, 0, 'path_pattern') : undefined, target };
}

export const isEntry = (scope: Scope, node: Node): boolean => entryOf(scope, node) !== undefined;

function isPattern(scope: Scope, node: Node, depth: number): boolean {
  if (depth > 5) return false;
  if (node.kind === 'text') return !node.bytes && isPathText(node.parts[0]);
  if (node.kind === 'operation') return isPattern(scope, node.left, depth + 1) || isPattern(scope, node.right, depth + 1);
  const stored = node.kind === 'name' ? lookup(scope, node.name)?.binding : undefined;
  return stored?.kind === 'variable' && stored.values[0] !== undefined && isPattern(scope, stored.values[0], depth + 1);
}

const isPathText = (part: string | Node | undefined): boolean => typeof part !== 'string' || /^\^?(?:\/|\(|\.\*|$)/.test(part);

/** A class, its dotted name as a text, nested rules, or another application. */
const isTarget = (node: Node): boolean =>
  node.kind === 'list' ||
  (node.kind === 'text'
    ? /^[\w.]+\.\w+$/.test(plainText(node) ?? '')
    : /^[A-Z]|^\w*(?:app|application|router|handler)$/.test(lastName(node) ?? ''));

/** Reads lists of rules, sums of lists, and names of lists; any other expression hides its content. */
export function readRules(rules: Rules, scope: Scope, node: Node, parent: Expression, depth: number): void {
  const { source } = rules;
  if (depth > MAX_DEPTH) return;
  const entry = entryOf(scope, node);
  if (entry !== undefined) readRule(rules, scope, entry, parent, node.start, depth);
  else if (node.kind === 'list' || node.kind === 'tuple')
    for (const item of node.items) readRules(rules, scope, item, parent, depth + 1);
  else if (node.kind === 'operation') {
    readRules(rules, scope, node.left, parent, depth + 1);
    readRules(rules, scope, node.right, parent, depth + 1);
  } else if (node.kind === 'star') readRules(rules, scope, node.of, parent, depth + 1);
  else if (node.kind === 'choice') for (const option of node.options) readRules(rules, scope, option, parent, depth + 1);
  else if (node.kind === 'constant') return;
  else if (node.kind === 'name' || node.kind === 'attribute')
    mount(rules, readValue(source, scope, node), parent, undefined, node.start);
  else mount(rules, unknown('what is registered here is not read'), parent, undefined, node.start);
}

/** Tornado handlers that satisfy no contract operation. */
const OWN = /^tornado\.web\.(?:StaticFileHandler|RedirectHandler|ErrorHandler)$/;

function readRule(
  rules: Rules,
  scope: Scope,
  { pattern, target }: Entry,
  parent: Expression,
  start: number,
  depth: number,
): void {
  const { source, facts } = rules;
  if (OWN.test(originOf(scope, target) ?? '')) return;
  // a fallback handler for unknown paths satisfies no contract operation
  if (/^(?:\^?\/?\(?\.\*\)?\$?)$/.test(plainText(pattern) ?? '') && /NotFound|404|Error/.test(lastName(target) ?? '')) return;
  const prefix = pattern === undefined ? undefined : patternPath(source, scope, pattern);
  if (prefix?.kind === 'unknown') {
    // the part before the first group, in whole segments
    const known = /^\^?((?:\/[\w-]{1,80}(?=\/)){0,9})/.exec(plainText(pattern) ?? '')?.[1] ?? '';
    mount(rules, prefix, parent, literal(known), start);
  } else if (target.kind === 'list') {
    const name = `|rules:${target.start}`;
    const inner: Expression = { kind: 'name', name, space: 'value' };
    facts.push({ kind: 'router', by: BY, name, root: false, at: source.at(target.start) });
    mount(rules, inner, parent, prefix, start);
    readRules(rules, scope, target, inner, depth + 1);
  } else mount(rules, readValue(source, scope, target), parent, prefix, start, true);
}

function mount(
  { source, facts }: Rules,
  child: Expression,
  parent: Expression,
  prefix: Expression | undefined,
  start: number,
  placed = false,
): void {
  facts.push({
    kind: 'mount',
    by: BY,
    parent,
    child,
    ...(prefix === undefined ? {} : { prefix }),
    certainty: 'router',
    ...(placed ? { placed } : {}),
    at: source.at(start),
  });
}

/** A pattern matches the whole path; it may consist of several constants. */
function patternPath(source: Source, scope: Scope, node: Node): Expression {
  const text = plainText(node);
  if (text === undefined) return pathOf(readValue(source, scope, node));
  const all = templatesOf(text);
  if (all === undefined) return unknown('a regular expression that no path template can say');
  const [only] = all;
  return all.length === 1 && only !== undefined ? literal(only) : { kind: 'tuple', items: all.map(literal) };
}

function pathOf(value: Expression): Expression {
  if (value.kind === 'literal' && typeof value.value === 'string') {
    const all = templatesOf(value.value);
    return all?.length === 1 && all[0] !== undefined ? literal(all[0]) : unknown('a part of a regular expression');
  }
  if (value.kind !== 'text') return value;
  const parts = value.parts.map(pathOf);
  return parts.find(({ kind }) => kind === 'unknown') ?? { kind: 'text', parts };
}
