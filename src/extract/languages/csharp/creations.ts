import type { Expression, ObjectMember } from '../../../facts/expression.js';
import { camelCase } from '../../../model/naming-policy.js';
import { literalText } from './literals.js';
import type { ReadValue, Scope } from './source.js';
import { readGiven } from './syntax/parse-parts.js';
import type { Argument } from './syntax/syntax.js';
import { afterBracket, find, isWord, type Range, split, type Tokens, textAt } from './syntax/tokens.js';
import { readType, type TypeSyntax } from './syntax/type-syntax.js';
import { typeExpression, unknown, widened } from './types.js';

/** `new T(…) { … }`, `new { … }`, `new[] { … }`. `target`: the type that `new()` makes here. */
export function creationOf(scope: Scope, { from, to }: Range, read: ReadValue, target?: Expression): Expression {
  const { tokens } = scope.source;
  const second = textAt(tokens, from + 1);
  if (second === '{') return anonymous(scope, { from: from + 2, to: afterBracket(tokens, from + 1, to) - 1 }, read);
  if (second === '[') return listed(scope, from + 1, to, read);
  if (second === '(')
    return target === undefined
      ? unknown('what `new()` makes depends on where it is given to')
      : made(scope, target, from + 1, to, read);
  const type = readType(tokens, from + 1, to);
  if (type === undefined) return unknown('what is made here is not understood');
  // `new int[3]` is an array, but the length is not part of the type's syntax
  const of = typeExpression(scope, type.type);
  if (textAt(tokens, type.next) === '[') return { kind: 'array', items: of };
  const entries = of.kind === 'map' ? entriesOf(scope, type.next, to, read) : undefined;
  if (entries !== undefined) return { kind: 'operator', operator: 'first-known', of, keys: entries };
  return made(scope, of, type.next, to, read);
}

/** An instance of a type, with what stands in parentheses and braces from a position on. */
function made(scope: Scope, of: Expression, from: number, to: number, read: ReadValue): Expression {
  const { after, given } = givenTo(scope, from, to);
  return after < to ? unknown('a member of what is made') : withGiven(scope, withData(scope, of, given, read), given, read);
}

/** A type, and the value of its data where that may say more than the type. */
interface Made {
  readonly of: Expression;
  readonly data?: ObjectMember & { readonly kind: 'property' };
}

/** What is made, with the members that are surely not null, whatever their types say: `new T { Kind = x.Kind ?? Kind.None }`. */
function withGiven(scope: Scope, { of: made, data }: Made, given: readonly Argument[], read: ReadValue): Expression {
  const isPositional = given.length > 0 && given.every(({ name }) => name === undefined);
  if (isPositional && made.kind === 'name' && made.arguments === undefined) return inOrder(scope, made, given, read);
  const members = (made.kind === 'name' ? given : []).flatMap((one): ObjectMember[] => {
    const { name = '', from } = one;
    if (name === data?.name) return [data];
    const value = name === '' ? undefined : givenAt(scope, one, { kind: 'member', of: made, name }, read);
    if (value === undefined) return [];
    const isSure = value.kind === 'operator';
    return [{ kind: 'property', name, value, ...(isSure && { optional: false }), at: scope.source.tokens.at(from) }];
  });
  return members.length === 0 ? made : { kind: 'operator', operator: 'filled', of: made, keys: { kind: 'object', members } };
}

/** `new Note(id, text ?? "")`: only linking knows which members a record's arguments are. */
function inOrder(scope: Scope, made: Expression, given: readonly Argument[], read: ReadValue): Expression {
  const value = unknown('what a record is made with');
  const items = given.map((one) => thereIn(scope, one, value, read) ?? rowAt(scope, one, read) ?? value);
  return items.every((one) => one === value)
    ? made
    : { kind: 'operator', operator: 'made', of: made, keys: { kind: 'tuple', items } };
}

/** The value of a member, as far as it shows more than the member's type; an inner object is filled as its member's type. */
export function givenAt(scope: Scope, range: Range, of: Expression, read: ReadValue): Expression | undefined {
  const { tokens } = scope.source;
  const there = thereIn(scope, range, of, read);
  if (there !== undefined) {
    const inner = textAt(tokens, range.from) === 'new' && isWord(tokens, range.from + 1) ? read(scope, range) : undefined;
    return inner?.kind === 'operator' && inner.operator === 'filled' ? { ...inner, of: there } : there;
  }
  const words = tokens.list.slice(range.from, range.to).map(({ text }) => text);
  const row = rowAt(scope, range, read);
  if (row !== undefined) return row;
  const isCall = words.at(-1) === ')' && isWord(tokens, range.from) && !words.some((word) => NOT_CALLED.has(word));
  const shown = isCall ? read(scope, range) : undefined;
  return shown?.kind === 'name' && shown.space === 'value' ? { kind: 'union', options: [shown] } : undefined;
}
/** `Summaries[index]` of an array of texts or numbers, which the field or variable is declared or made as. */
function isElement(scope: Scope, { from, to }: Range): boolean {
  const { tokens } = scope.source;
  if (textAt(tokens, from + 1) !== '[' || afterBracket(tokens, from + 1, to) !== to) return false;
  const name = textAt(tokens, from);
  const member = scope.type?.members.find((one) => one.name === name);
  const of = scope.variables.get(name)?.read() ?? (member?.type && typeExpression(scope, member.type));
  return of?.kind === 'array' && of.items.kind === 'scalar';
}

/** `row.Token`: whether it is ever null, the types of what it is a member of say. */
function rowAt(scope: Scope, { from, to }: Range, read: ReadValue): Expression | undefined {
  const { tokens } = scope.source;
  if (to - from < 3 || (to - from) % 2 === 0 || scope.variables.get(textAt(tokens, from)) === undefined) return undefined;
  for (let at = from; at < to; at++)
    if ((at - from) % 2 === 0 ? !isWord(tokens, at) : textAt(tokens, at) !== '.') return undefined;
  const row = read(scope, { from, to });
  return row.kind === 'member' ? { kind: 'union', options: [row] } : undefined;
}
const NOT_CALLED = new Set(['?', '?.', '??', '=>', 'switch', 'as', 'is', '+']);

const COALESCE = new Set(['??']);
const LISTS = /^(?:ToString|ToList|ToArray|ToListAsync|ToArrayAsync)$/;

/** `of` without null, as far as an expression is never null; undefined if it may be. Of a constant, only linking knows. */
function thereIn(scope: Scope, range: Range, of: Expression, read: ReadValue): Expression | undefined {
  const { tokens } = scope.source;
  const there: Expression = { kind: 'operator', operator: 'non-null', of };
  const otherwise = find(tokens, range, COALESCE);
  const last = otherwise > range.from ? { from: otherwise + 1, to: range.to } : range;
  if (last !== range && find(tokens, range, CHOICES) >= 0) return undefined;
  if (isSure(scope, last)) return there;
  if (last !== range && find(tokens, last, COALESCE) > last.from) return thereIn(scope, last, of, read);
  if (!isConstant(tokens, last)) return undefined;
  const named: TypeSyntax = { kind: 'named', name: textAt(tokens, last.from), arguments: [], at: last.from };
  // `Guid.Empty`, `int.MaxValue`
  if (last.to === last.from + 3 && typeExpression(scope, named).kind === 'scalar') return there;
  const value: Expression = { kind: 'operator', operator: 'non-null', of: unknown('what stands before `??`') };
  return { kind: 'union', options: [value, read(scope, last)] };
}

/** Whether an expression is never null, as far as its text shows. */
function isSure(scope: Scope, range: Range): boolean {
  const { tokens } = scope.source;
  const { to } = range;
  const from = textAt(tokens, range.from) === 'await' ? range.from + 1 : range.from;
  if (find(tokens, { from, to }, COALESCE) > from) return false;
  if (find(tokens, { from, to }, ALTERNATIVES) >= 0) return false;
  const { kind = 'mark', text = '' } = tokens.list[from] ?? {};
  if (to === from + 1) return kind === 'string' || kind === 'number' || /^(?:true|false)$/.test(text);
  if (isElement(scope, { from, to })) return true;
  if (text === 'new') return afterCreation(scope, from, to) >= to;
  if (text === 'throw') return true;
  const open = tokens.mates[to - 1] ?? -1;
  const isMaybe = tokens.list.slice(from, to).some((one) => one.text === '?.');
  return !isMaybe && open > from + 1 && textAt(tokens, open) === '(' && LISTS.test(textAt(tokens, open - 1));
}
const CHOICES = new Set(['?', '=>', 'switch']);
const ALTERNATIVES = new Set(['?', '=>', 'switch', 'as']);

/** `Kind.None`, `string.Empty`. */
function isConstant(tokens: Tokens, { from, to }: Range): boolean {
  const words = tokens.list.slice(from, to).map(({ text }) => text);
  return (
    words.length >= 3 &&
    words.every((one, index) => (index % 2 === 0 ? /^\p{Lu}|^(?:string|int|long|double|decimal|float)$/u.test(one) : one === '.'))
  );
}

/** The position after a creation: `new T(…) { … }`, `new[] { … }`, `new T[n]`. */
export function afterCreation({ source: { tokens } }: Scope, from: number, to: number): number {
  const isTyped = isWord(tokens, from + 1);
  let at = isTyped ? (readType(tokens, from + 1, to)?.next ?? to) : from + 1;
  for (const open of ['(', '[', '{']) if (at < to && textAt(tokens, at) === open) at = afterBracket(tokens, at, to);
  return at;
}

/** The arguments in the parentheses and braces of a creation. */
function givenTo({ source: { tokens } }: Scope, from: number, to: number): { after: number; given: readonly Argument[] } {
  let at = from;
  const given: Argument[] = [];
  for (const open of ['(', '{']) {
    if (at >= to || textAt(tokens, at) !== open) continue;
    const after = afterBracket(tokens, at, to);
    given.push(...readGiven(tokens, { from: at + 1, to: after - 1 }));
    at = after;
  }
  return { after: at, given };
}

/** Members that may be declared as `object`; the assigned value then gives the more exact type. */
const DATA = /^(?:data|result|results|value|payload|content|body|response|items|extra|meta|details)$/i;

/** The created value together with the type of its data: `new Envelope<object>(x)`, `new Envelope { Data = x }`. */
function withData(scope: Scope, made: Expression, given: readonly Argument[], read: ReadValue): Made {
  const data = given.find(({ name }) => name !== undefined && DATA.test(name));
  const isOpen = made.kind === 'name' && made.arguments?.length === 1 && made.arguments[0]?.kind === 'unknown';
  if (isOpen && data === undefined) {
    const only = given.find((one) => isPlace(scope, one));
    return { of: only === undefined ? made : { ...made, arguments: [widened(read(scope, only))] } };
  }
  if (data?.name === undefined || made.kind !== 'name') return { of: made };
  const at = scope.source.tokens.at(data.from);
  const name = `${data.name}@${at.line}:${at.column}`;
  const put = widened(read(scope, data));
  // the assigned value is the type argument only if the member is declared with that type
  const typed = isOpen ? { ...made, arguments: [put] } : made;
  const declared: Expression = { kind: 'member', of: typed, name: data.name };
  const isThere = (put.kind === 'operator' && put.operator === 'non-null') || isSure(scope, data) || isNamedThere(data, put);
  const isOfCaller = put.kind === 'name' && scope.typeParameters.has(put.name);
  const there: Expression = isOfCaller ? put : { kind: 'operator', operator: 'non-null', of: declared };
  const type = isThere ? there : declared;
  scope.source.facts.push({ kind: 'constant', name, type, value: put, loose: true, at });
  const value: Expression = { kind: 'name', name, space: 'value' };
  if (!isOpen) return { of: made, data: { kind: 'property', name: data.name, value, ...(isThere && { optional: false }), at } };
  const member: ObjectMember = { kind: 'property', name: camelCase(data.name), member: data.name, naming: 'policy', value, at };
  return { of: { kind: 'object', members: [{ kind: 'spread', value: made, own: true }, member] } };
}

/** A parameter or variable of a type without `?`. */
const isNamedThere = ({ from, to }: Range, read: Expression): boolean =>
  to === from + 1 && ((read.kind === 'name' && read.space !== 'value') || read.kind === 'scalar' || read.kind === 'array');

/** The entries of a dictionary whose keys are all texts: `{ ["id"] = 1 }`, `{ { "id", 1 } }`. */
function entriesOf(scope: Scope, from: number, to: number, read: ReadValue): Expression | undefined {
  const { tokens } = scope.source;
  const open = textAt(tokens, from) === '(' ? afterBracket(tokens, from, to) : from;
  // `new Dictionary<string, object>(other) { … }` has the entries of `other`, too
  if (open > from + 2 && !/^StringComparer$/.test(textAt(tokens, from + 1)) && tokens.list[from + 1]?.kind !== 'number')
    return undefined;
  if (textAt(tokens, open) !== '{' || afterBracket(tokens, open, to) !== to) return undefined;
  const members = split(tokens, { from: open + 1, to: to - 1 }, ',').map((part): ObjectMember | undefined => {
    const isIndexed = textAt(tokens, part.from) === '[' && textAt(tokens, part.from + 3) === '=';
    const token = tokens.list[part.from + 1];
    const name = token?.kind === 'string' ? literalText(tokens, token) : undefined;
    // a policy for the keys of dictionaries may change others
    if (name === undefined || !/^[a-z][a-z0-9]*$/.test(name)) return undefined;
    const value = isIndexed ? { from: part.from + 4, to: part.to } : { from: part.from + 3, to: part.to - 1 };
    return { kind: 'property', name, value: read(scope, value), at: tokens.at(part.from) };
  });
  return members.length > 0 && members.every((one) => one !== undefined) ? { kind: 'object', members } : undefined;
}

/** Does the range start with a name, and not with a literal? */
function isPlace({ source: { tokens } }: Scope, { from, to }: Range): boolean {
  return isWord(tokens, from) && !/^(?:true|false|null|nameof|typeof)$/.test(textAt(tokens, from)) && to > from;
}

/** An anonymous object; a member without a name of its own takes the name of its source. */
function anonymous(scope: Scope, range: Range, read: ReadValue): Expression {
  const { tokens } = scope.source;
  const members = split(tokens, range, ',').flatMap((part): ObjectMember[] => {
    const isNamed = isWord(tokens, part.from) && textAt(tokens, part.from + 1) === '=';
    const name = textAt(tokens, isNamed ? part.from : part.to - 1);
    const value = read(scope, isNamed ? { from: part.from + 2, to: part.to } : part);
    const at = tokens.at(part.from);
    return [{ kind: 'property', name: camelCase(name), member: name, naming: 'policy', value, at }];
  });
  return { kind: 'object', members };
}

function listed(scope: Scope, open: number, to: number, read: ReadValue): Expression {
  const { tokens } = scope.source;
  const brace = afterBracket(tokens, open, to);
  if (textAt(tokens, brace) !== '{') return unknown('a list whose items are not seen');
  const [first] = split(tokens, { from: brace + 1, to: afterBracket(tokens, brace, to) - 1 }, ',');
  return { kind: 'array', items: first === undefined ? unknown('an empty list') : widened(read(scope, first)) };
}
