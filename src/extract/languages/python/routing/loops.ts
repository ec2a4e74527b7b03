import type { Expression } from '../../../../facts/expression.js';
import type { Fact, Loop as RepeatedFor } from '../../../../facts/fact.js';
import { createScope, type Loop, lookup, onlyValue, originOf, type Scope } from '../scope.js';
import { type Recorder, type Source, scalar, unknown } from '../source.js';
import { type Node, partsOf } from '../syntax/syntax.js';

/**
 * The value of a loop variable: a part of the element. The element is a constant of its own, which linking replaces by each
 * element in turn for a registered route; elsewhere it may be any of them.
 *
 * @param fact name of the variable's fact
 * @param start offset of the use
 */
export function valueOfLoop(
  source: Source,
  scope: Scope,
  fact: string,
  loops: readonly Loop[],
  start: number,
  read: (over: Node) => Expression,
): Expression {
  const loop = loops.find((one) => one.start <= start && start < one.end) ?? loops.at(-1);
  const run = loop?.over === undefined ? undefined : runOf(scope, loop.over, loop.place);
  if (loop === undefined || run === undefined) return unknown(`what ${fact} stands for is not known`);
  if (run === 'count') return scalar('integer');
  const beside = run.beside === undefined ? '' : `:${run.beside}`;
  const name = `${fact.slice(0, fact.lastIndexOf('.') + 1)}|each:${loop.further ?? loop.start}${beside}`;
  const { loops: known, facts } = source.record;
  if (!known.has(name)) {
    const lines = { from: source.at(loop.start).line, to: source.at(loop.end).line };
    known.set(name, { over: unknown('a loop over itself'), start: loop.start, lines });
    const list = read(run.over);
    const over: Expression = run.isDictionary ? { kind: 'operator', operator: 'entries', of: list } : list;
    // routes are registered for pairs, and not for each element of one list with each of the other
    known.set(name, {
      over: run.beside === undefined ? over : unknown('what zip gives is not worked out'),
      start: loop.start,
      lines,
    });
    facts.push({ kind: 'constant', name, value: { kind: 'element', of: over }, at: source.at(loop.start) });
  }
  const element: Expression = { kind: 'name', name, space: 'value' };
  return run.place.reduce<Expression>((of, index) => ({ kind: 'member', of, name: String(index) }), element);
}

interface Run {
  readonly over: Node;
  /** The elements are the key-value pairs of a dictionary. */
  readonly isDictionary?: boolean;
  /** Which of the lists that `zip` goes through together. */
  readonly beside?: number;
  readonly place: readonly number[];
}

/** The iterated value behind `enumerate` and the dictionary methods. */
function runOf(scope: Scope, over: Node, place: readonly number[]): Run | 'count' | undefined {
  if (over.kind !== 'call') return { over, place };
  const [given, ...more] = over.arguments;
  if (over.of.kind === 'attribute' && given === undefined) {
    if (over.of.name === 'items') return { over: over.of.of, isDictionary: true, place };
    if (over.of.name === 'values') return { over: over.of.of, isDictionary: true, place: [1, ...place] };
    if (over.of.name === 'keys') return { over: over.of.of, isDictionary: true, place: [0, ...place] };
  }
  if (originOf(scope, over.of) === 'enumerate' && given !== undefined && given.star === undefined) {
    const [first, ...rest] = place;
    if (first === undefined || more.length > 1) return undefined;
    return first === 0 ? 'count' : { over: given.value, place: rest };
  }
  if (originOf(scope, over.of) === 'zip' && over.arguments.every(({ star }) => star === undefined)) {
    const [first, ...rest] = place;
    const list = over.arguments.filter(({ name }) => name === undefined)[first ?? -1];
    return list && first !== undefined ? { over: list.value, beside: first, place: rest } : undefined;
  }
  return { over, place };
}

/** Whether an expression names a variable of a loop that passes over some elements: `if … : continue`. */
export function isFiltered(source: Source, scope: Scope, node: Node, depth = 0): boolean {
  if (node.kind !== 'name') return depth < MAX_DEPTH && partsOf(node).some((part) => isFiltered(source, scope, part, depth + 1));
  const binding = lookup(scope, node.name)?.binding;
  const loop =
    binding?.kind === 'loop' ? binding.loops.find(({ start, end }) => start <= node.start && node.start < end) : undefined;
  if (loop === undefined || loop.caught === true) return false;
  const before = source.masked.bare.slice(loop.start, Math.min(node.start, loop.start + MAX_BEFORE));
  return loop.filtered === true || node.start > loop.start + MAX_BEFORE || /\b(?:if|continue|break)\b/.test(before);
}
const MAX_DEPTH = 5;
/** The most characters of a loop before the use of its variable. */
const MAX_BEFORE = 2000;

/** For a loop over a literal table of texts: a scope for each element, in which its variables have their texts. */
export function scopesOfLoop(scope: Scope, { name, start: use }: Extract<Node, { kind: 'name' }>): readonly Scope[] | undefined {
  const found = lookup(scope, name);
  if (found?.binding.kind !== 'loop') return undefined;
  const loop = found.binding.loops.find(({ start, end }) => start <= use && use < end);
  const items = loop?.over === undefined ? undefined : elementsOf(scope, loop.over);
  const variables = [...found.scope.bindings].flatMap(([variable, { kind, ...of }]) => {
    const same = kind === 'loop' && 'loops' in of ? of.loops.find((one) => one.start === loop?.start) : undefined;
    return same === undefined ? [] : [{ variable, place: same.place }];
  });
  const scopes = items?.map((item) => {
    const inner = createScope(scope.form, scope.prefix, scope);
    for (const { variable, place } of variables) {
      const part = place.reduce<Node | undefined>(
        (of, index) => (of?.kind === 'tuple' || of?.kind === 'list' ? of.items[index] : undefined),
        item,
      );
      if (part?.kind !== 'text') return undefined;
      inner.bindings.set(variable, { kind: 'variable', values: [part], added: [], tidied: [], sure: true, start: part.start });
    }
    return inner;
  });
  return scopes?.every((one) => one !== undefined) === true ? scopes : undefined;
}

/** The elements of a literal list, or of `{...}.items()`, written in place or as the only value of a name. */
function elementsOf(scope: Scope, node: Node): readonly Node[] | undefined {
  if (node.kind === 'call' && node.of.kind === 'attribute' && node.of.name === 'items') {
    const of = literalOf(scope, node.of.of);
    return of?.kind === 'dict'
      ? of.entries.map(({ key, value }) => ({
          kind: 'tuple',
          items: key === undefined ? [] : [key, value],
          start: value.start,
          end: value.end,
        }))
      : undefined;
  }
  const of = literalOf(scope, node);
  return of?.kind === 'list' || of?.kind === 'tuple' ? of.items : undefined;
}

/** A literal, or the only value of a name that nothing changes. */
function literalOf(scope: Scope, node: Node): Node | undefined {
  if (node.kind !== 'name') return node;
  const found = lookup(scope, node.name);
  const isWhole = found?.binding.kind === 'variable' && found.binding.added.length === 0 && !found.scope.changed.has(node.name);
  return isWhole ? onlyValue(found.binding) : undefined;
}

/** The facts of a file, with registrations that use loop variables expanded to each element. */
export function looped({ facts, loops }: Pick<Recorder, 'facts' | 'loops'>): readonly Fact[] {
  if (loops.size === 0) return facts;
  const constants = new Map(facts.flatMap((fact) => (fact.kind === 'constant' ? [[fact.name, fact.value] as const] : [])));
  const known = new Map<string, ReadonlySet<string>>();
  const within = (expression: unknown): ReadonlySet<string> => {
    const found = new Set<string>();
    for (const name of namesIn(expression)) for (const loop of loopsOf(name)) found.add(loop);
    return found;
  };
  const loopsOf = (name: string): ReadonlySet<string> => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, new Set());
    const over = loops.get(name)?.over;
    const found = new Set(within(over ?? constants.get(name)));
    if (over !== undefined) found.add(name);
    known.set(name, found);
    return found;
  };
  return facts.map((fact) => {
    if (fact.kind !== 'route' && fact.kind !== 'mount') return fact;
    const { responses: _, parent, router, ...registered } = { responses: [], parent: undefined, router: undefined, ...fact };
    // after the loop the variable may have another value: Django's `urlpatterns`, assigned again
    const own = [...within({ parent, router })].filter((name) => {
      const lines = loops.get(name)?.lines;
      return lines !== undefined && lines.from <= fact.at.line && fact.at.line <= lines.to;
    });
    const names = [...new Set([...within(registered), ...own])];
    if (names.length === 0) return fact;
    const each = names
      .flatMap((name) => {
        const loop = loops.get(name);
        return loop === undefined ? [] : [{ name, ...loop }];
      })
      .sort((a, b) => a.start - b.start)
      .map(({ name, over }): RepeatedFor => ({ name, over }));
    return { ...fact, each };
  });
}

/** The names of values in an expression. */
function namesIn(expression: unknown): readonly string[] {
  const names: string[] = [];
  const open: unknown[] = [expression];
  for (let part = open.pop(); open.length > 0 || part !== undefined; part = open.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    if ('kind' in part && part.kind === 'name' && 'name' in part && typeof part.name === 'string') names.push(part.name);
    open.push(...Object.values(part));
  }
  return names;
}
