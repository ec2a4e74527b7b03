import type { Source } from '../../source.js';
import { argumentsOf, type Cursor, isAt, peek, skipBracket, typeArguments } from '../../syntax/cursor.js';
import { closingOf, tokenAt } from '../../tokens.js';
import type { Argument, Range, TypeRef } from '../../unit.js';

/** A call at the beginning of a statement. */
export interface Call {
  readonly name: string;
  readonly index: number;
  readonly types: readonly TypeRef[];
  readonly given: readonly Argument[];
  /** The range between the braces of its trailing lambda. */
  readonly block?: Range;
  readonly end: number;
}

/** The call that begins at a token, if there is one. `on`: a parameter that may be the receiver. */
export function callAt(source: Source, index: number, range: Range, on: string | undefined): Call | undefined {
  const { tokens } = source.unit;
  const token = tokenAt(tokens, index);
  const before = tokenAt(tokens, index - 1).text;
  const isThis = tokenAt(tokens, tokenAt(tokens, index - 3).text === '@' ? index - 4 : index - 2).text === 'this';
  const isOn = before === '.' && (isThis || (on !== undefined && tokenAt(tokens, index - 2).text === on));
  const starts = token.first || /^[{};=)]$|^->$/.test(before) || index === range.from;
  if (token.kind !== 'word' || (!isOn && (!starts || before === '.'))) return undefined;
  const cursor: Cursor = { tokens, at: index + 1 };
  const types = isAt(cursor, '<') ? typeArguments(cursor) : [];
  const given = isAt(cursor, '(') ? argumentsOf(tokens, cursor.at) : [];
  const isCall = isAt(cursor, '(');
  if (isCall) skipBracket(cursor);
  const hasBlock = isAt(cursor, '{') && (!peek(cursor).first || isCall);
  if (!isCall && !hasBlock) return undefined;
  const block = hasBlock ? { block: { from: cursor.at + 1, to: closingOf(tokens, cursor.at) } } : {};
  if (hasBlock) skipBracket(cursor);
  return { name: token.text, index, types, given, end: cursor.at, ...block };
}
