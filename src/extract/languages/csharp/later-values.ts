import type { Expression, ObjectMember } from '../../../facts/expression.js';
import { append } from '../../../model/multi-map.js';
import { givenAt } from './creations.js';
import type { ReadValue, Scope, Variable } from './source.js';
import { find, isWord, type Range, type Tokens, textAt } from './syntax/tokens.js';
import { typeMade } from './types.js';
import { openBefore } from './variable-uses.js';

/** `note.Title = …;`, `note.Title ??= …;` */
interface LaterValue {
  readonly member: string;
  readonly at: number;
  readonly value: Range;
  /** The brace of the block in which it surely runs; undefined if it runs only under a condition. */
  readonly block: number | undefined;
}

/** What a body sets in members of its variables. */
export interface LaterValues {
  readonly of: ReadonlyMap<string, readonly LaterValue[]>;
  /** The innermost brace around a token. */
  readonly blockAt: (at: number) => number;
  /** The positions of these statements. */
  readonly places: ReadonlySet<number>;
  /** Where a variable, or a member of it (`note.Title`), is sent or kept as it is then, for the first time. */
  readonly used: ReadonlyMap<string, number>;
  /** Where a variable gets another value, or all its members do, for the last time. */
  readonly replaced: ReadonlyMap<string, number>;
  /** Whether the values of one of them are being read. */
  readonly reading: { isOn: boolean };
}

const SEMICOLON = new Set([';']);

/** All statements of a body that set a member of a variable. */
export function laterValuesIn(tokens: Tokens, { from, to }: Range): LaterValues {
  const of = new Map<string, LaterValue[]>();
  const places = new Set<number>();
  const used = new Map<string, number>();
  const replaced = new Map<string, number>();
  const blocks: number[] = [];
  const open: number[] = [];
  const blockAt = (at: number): number => blocks[at - from] ?? -1;
  let keeps: string | undefined;
  for (let at = from; at < to; at++) {
    const text = textAt(tokens, at);
    if (text === ';') keeps = undefined;
    else if (keeps !== 'return' && /^(?:return|=|=>)$/.test(text)) keeps = text;
    if (text === '}') open.pop();
    blocks.push(open.at(-1) ?? -1);
    if (text === '{') open.push(at);
    if (!isWord(tokens, at)) continue;
    const before = at === from ? '{' : textAt(tokens, at - 1);
    const use = keeps === undefined ? undefined : usedHere(tokens, at, keeps);
    if (use !== undefined && !used.has(use)) used.set(use, at);
    if (isReplaced(tokens, at, before, from)) replaced.set(text, at);
    if (!/^(?:\?\?)?=$/.test(textAt(tokens, at + 3)) || textAt(tokens, at + 1) !== '.' || !/^(?:[{};)]|else)$/.test(before))
      continue;
    const end = find(tokens, { from: at + 4, to }, SEMICOLON);
    if (end < 0) continue;
    places.add(at);
    const block = surelyIn(tokens, at, before, blockAt);
    append(of, text, { member: textAt(tokens, at + 2), at, value: { from: at + 4, to: end }, block });
  }
  return { of, blockAt, places, used, replaced, reading: { isOn: false } };
}

/** What of a variable a statement sends, or gives something that may copy it; undefined where it only names the variable. */
function usedHere(tokens: Tokens, at: number, keeps: string): string | undefined {
  const [before, text, after] = [textAt(tokens, at - 1), textAt(tokens, at), textAt(tokens, at + 1)];
  if (before === '.') return undefined;
  if (after === '.' && textAt(tokens, at + 3) !== '(')
    return COMPARED.test(textAt(tokens, at + 3)) ? undefined : `${text}.${textAt(tokens, at + 2)}`;
  const isGiven = /^[(,]$/.test(before) && /^[),]$/.test(after);
  return keeps === 'return' || after === '.' || isGiven ? text : undefined;
}
const COMPARED = /^(?:==|!=|is|=|\?\?=)$/;

/** `note = other`, `Load(out note)`, `(note, var count) = …`, `mapper.Map(input, note)` */
function isReplaced(tokens: Tokens, at: number, before: string, from: number): boolean {
  const after = textAt(tokens, at + 1);
  if (before === 'out' || before === 'ref' || (after === '=' && /^(?:[{};),(]|else)$/.test(before))) return true;
  const isLast = before === ',' && after === ')';
  const open = before === '(' ? at - 1 : isLast ? openBefore(tokens, at, from) : undefined;
  if (open === undefined) return false;
  return (isLast && textAt(tokens, open - 1) === 'Map') || textAt(tokens, (tokens.mates[open] ?? at) + 1) === '=';
}

/**
 * The block in which a statement that sets a member always runs, or makes no difference: `if (note.Title == null) note.Title =
 * "";`
 */
function surelyIn(tokens: Tokens, at: number, before: string, blockAt: (at: number) => number): number | undefined {
  if (before === 'else') return undefined;
  const own = blockAt(at);
  const close = before === ')' ? at - 1 : own - 1;
  if (isNullTest(tokens, close, at)) return blockAt(tokens.mates[close] ?? at);
  return before === ')' ? undefined : own;
}

/** Does a condition that ends here ask whether the member that is set at a position is null? */
function isNullTest(tokens: Tokens, close: number, at: number): boolean {
  const start = tokens.mates[close] ?? -1;
  if (textAt(tokens, close) !== ')' || start < 0 || textAt(tokens, start - 1) !== 'if' || close - start > MAX_TEST) return false;
  // not `else if`, nor in a loop without braces
  if (!/^[{};]$/.test(textAt(tokens, start - 2))) return false;
  const chain = `${textAt(tokens, at)}.${textAt(tokens, at + 2)}`;
  const test = tokens.list.slice(start + 1, close).map(({ text }) => text);
  const written = test.join('');
  return (
    [`${chain}==null`, `${chain}isnull`].includes(written) ||
    (/^[sS]tring\.IsNullOr/.test(written) && written.endsWith(`(${chain})`))
  );
}
/** The most tokens of `string.IsNullOrEmpty(note.Title)`. */
const MAX_TEST = 9;

/**
 * A variable with what the code sets in its members. Those of the variables that it sets them to are left out: `b.Title = a.Title`
 * may be a link of a long chain.
 */
export function setLater(
  scope: Scope,
  later: LaterValues,
  name: string,
  place: number,
  made: Variable,
  read: ReadValue,
): Variable {
  if (!later.of.has(name)) return made;
  let known: Expression | undefined;
  const { reading } = later;
  return {
    read: () => {
      if (known !== undefined || reading.isOn) return known ?? made.read();
      const value = made.read();
      reading.isOn = true;
      known = withLater(scope, later, name, place, value, read);
      reading.isOn = false;
      return known;
    },
  };
}

/**
 * The value of a variable after what the code sets in its members: a member that surely gets a value is not null, whatever its
 * type says. `place`: where the variable is declared.
 */
function withLater(
  scope: Scope,
  { of: all, blockAt, used, replaced }: LaterValues,
  name: string,
  place: number,
  value: Expression,
  read: ReadValue,
): Expression {
  const later = all.get(name) ?? [];
  if (later.length === 0 || scope.payload !== undefined || !/^(?:name|returns|member|operator|element|union)$/.test(value.kind))
    return value;
  const members = new Map<string, ObjectMember>();
  const of = typeMade(value);
  let isThere = false;
  for (const { member, at, value: range, block } of later) {
    const declared: Expression = { kind: 'member', of, name: member };
    const first = Math.min(used.get(name) ?? at, used.get(`${name}.${member}`) ?? at);
    const isAlways = block === blockAt(place) && first >= at && (replaced.get(name) ?? at) <= at;
    const given = isAlways ? givenAt(scope, range, declared, read) : undefined;
    isThere ||= isAlways;
    members.set(member, {
      ...{ kind: 'property', name: member, value: given ?? declared, at: scope.source.tokens.at(at) },
      ...(given?.kind === 'operator' && { optional: false }),
    });
  }
  // code that sets a member of it has a value
  const base: Expression = isThere && value.kind !== 'operator' ? { kind: 'operator', operator: 'non-null', of: value } : value;
  return { kind: 'operator', operator: 'filled', of: base, keys: { kind: 'object', members: [...members.values()] } };
}
