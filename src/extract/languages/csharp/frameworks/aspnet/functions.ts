import { countWhile } from '../../../../../model/sorted.js';
import { functionScope } from '../../locals.js';
import { type Scope, type Source, scopeOf } from '../../source.js';
import { endOf, readMember } from '../../syntax/parse-members.js';
import type { Member, Parameter, TypeNode } from '../../syntax/syntax.js';
import { find, isWord, type Range, textAt } from '../../syntax/tokens.js';
import { simpleName } from '../../syntax/type-syntax.js';
import { readValue } from '../../values.js';

/** A function that may register routes: a method, or the top-level statements of a program. */
export interface Registering {
  readonly source: Source;
  /** Name of its `callable`; `''` for top-level statements. */
  readonly callable: string;
  readonly node?: TypeNode;
  readonly member?: Member;
  readonly parameters: readonly Parameter[];
  readonly range: Range;
  readonly scope: Scope;
  /** Functions that its code can call without naming a type: methods of its class, top-level functions. */
  readonly local: ReadonlyMap<string, Member>;
  /** Local functions with a router parameter: each of them registers routes itself. */
  readonly inner?: readonly Registering[];
}

const BUILDERS = /^(?:I\w{0,20}EndpointRouteBuilder|RouteGroupBuilder|WebApplication|IApplicationBuilder)$/;

/** Can code register routes on this parameter? */
export function isBuilder({ type }: Parameter): boolean {
  return type !== undefined && BUILDERS.test(simpleName(type));
}

/** Those of the ascending positions that lie in a range. */
export function within(places: readonly number[], { from, to }: Range): readonly number[] {
  const before = (end: number): number => countWhile(places, (one) => one < end);
  return places.slice(before(from), before(to));
}

/** The functions of a file that contain one of these positions. */
export function registeringFunctions(source: Source, places: readonly number[]): readonly Registering[] {
  const holds = (range: Range): boolean => within(places, range).length > 0;
  const found: Registering[] = [];
  for (const node of source.tree.types) {
    const local = new Map(node.members.filter(({ kind }) => kind === 'method').map((member) => [member.name, member]));
    for (const member of node.members) {
      const range = member.body ?? member.expression;
      if (range === undefined || member.kind === 'property' || !holds(range)) continue;
      const callable = `${node.path}${member.modifiers.has('static') ? '.' : '#'}${member.name}`;
      const scope = functionScope(scopeOf(source, node), member.parameters, range, readValue);
      found.push({ source, callable, node, member, parameters: member.parameters, range, scope, local });
    }
  }
  const local = topFunctions(source);
  for (const range of source.tree.statements) {
    if (!holds(range)) continue;
    const scope = functionScope(scopeOf(source, undefined), [], range, readValue);
    const inner = givenRouters(source, scope, local).filter((one) => one.range.from >= range.from && one.range.to <= range.to);
    found.push({ source, callable: '', parameters: [], range, scope, local, inner }, ...inner);
  }
  return found;
}

/** `void AddRoutes(RouteGroupBuilder routes) { … }` among the top-level statements. */
function givenRouters(source: Source, outer: Scope, local: ReadonlyMap<string, Member>): readonly Registering[] {
  return [...local].flatMap(([name, member]): Registering[] => {
    const { parameters, body, expression } = member;
    const range = body ?? expression;
    if (range === undefined || !parameters.some(isBuilder)) return [];
    const scope = functionScope(outer, parameters, range, readValue);
    return [{ source, callable: name, member, parameters, range, scope, local }];
  });
}

/** Functions that a program declares between its top-level statements. */
function topFunctions({ tree, tokens }: Source): ReadonlyMap<string, Member> {
  const functions = new Map<string, Member>();
  for (const { from, to } of tree.statements) {
    for (let at = from; at < to; ) {
      const read = isWord(tokens, at) ? readMember(tokens, at, to, '') : undefined;
      const member = read?.member;
      const hasBody = member?.body !== undefined || member?.expression !== undefined;
      if (read !== undefined && member?.kind === 'method' && hasBody && !isStatement(textAt(tokens, at))) {
        functions.set(member.name, member);
        at = Math.max(read.next, at + 1);
      } else at = endOf(tokens, at, to);
    }
  }
  return functions;
}

const isStatement = (word: string): boolean => /^(?:await|return|if|using|throw|foreach|for|while|new|var)$/.test(word);

/** The range of a local variable's initial value. */
export function initialOf(registering: Registering, name: string): Range | undefined {
  const { source, range } = registering;
  const from = initials.get(registering) ?? initialsIn(registering);
  initials.set(registering, from);
  const start = from.get(name);
  if (start === undefined) return undefined;
  const end = find(source.tokens, { from: start, to: range.to }, new Set([';']));
  return { from: start, to: end < 0 ? range.to : end };
}

const initials = new WeakMap<Registering, ReadonlyMap<string, number>>();

/** Start positions of the initial values of local variables. */
function initialsIn({ source: { tokens }, range }: Registering): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let at = range.from; at < range.to - 1; at++) {
    if (textAt(tokens, at + 1) !== '=' || !isWord(tokens, at) || found.has(textAt(tokens, at))) continue;
    const before = textAt(tokens, at - 1);
    if (before === '.' || !(isWord(tokens, at - 1) || before === '>' || before === '?')) continue;
    found.set(textAt(tokens, at), at + 2);
  }
  return found;
}

/** The name that the facts use for a local variable or function. */
export function localName({ callable }: Registering, name: string): string {
  return callable === '' ? name : `${callable}.${name}`;
}
