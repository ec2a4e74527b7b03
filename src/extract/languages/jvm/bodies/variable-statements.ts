import { argumentsOf, type Cursor, isAt, peek, skipBracket, take, typeRef } from '../syntax/cursor.js';
import { injectedType } from '../syntax/kotlin-members.js';
import { expressionEnd } from '../syntax/kotlin-parameters.js';
import { closingOf, type Tokens, tokenAt } from '../tokens.js';
import { endOf, placeAt, type Reading } from './reading.js';

const NO_TYPES = new Set('return throw new else yield assert break continue case default goto if for while do try'.split(' '));

/** `Type name = …`, `for (Type name : all)`, `final var name;` */
export function javaVariable(reading: Reading, at: number): void {
  const { tokens, to, variables } = reading;
  if (NO_TYPES.has(tokenAt(tokens, at).text)) return;
  const cursor: Cursor = { tokens, at };
  while (take(cursor, 'final'));
  const type = typeRef(cursor);
  const name = peek(cursor);
  if (type === undefined || name.kind !== 'word' || !/^[=;:,]$/.test(peek(cursor, 1).text)) return;
  const index = cursor.at;
  cursor.at += 1;
  const common = {
    ...placeAt(reading, at),
    name: name.text,
    to: reading.open.at(-1)?.to ?? to,
    ...(type.name !== 'var' && { type }),
  };
  const isFor = tokenAt(tokens, at - 1).text === '(' && tokenAt(tokens, at - 2).text === 'for';
  const end = isFor ? endOfFor(tokens, at - 1) : common.to;
  const from = index + 2;
  if (isAt(cursor, '=')) variables.push({ ...common, to: end, value: { from, to: endOf(tokens, from, to) } });
  else if (isAt(cursor, ':') && isFor) variables.push({ ...common, to: end, over: { from, to: closingOf(tokens, at - 1) } });
  else if (isAt(cursor, ';')) variables.push(common);
}

/** The position after the body of a loop; `open` is the bracket of its header. */
function endOfFor(tokens: Tokens, open: number): number {
  const close = closingOf(tokens, open);
  return tokenAt(tokens, close + 1).text === '{' ? closingOf(tokens, close + 1) : close + 60;
}

/** `val name: Type = …` */
export function kotlinVariable(reading: Reading, at: number): void {
  const { tokens, to, variables } = reading;
  const cursor: Cursor = { tokens, at: at + 1 };
  const name = peek(cursor);
  if (name.kind !== 'word') return;
  cursor.at += 1;
  const type = take(cursor, ':') ? typeRef(cursor) : injectedType(cursor);
  const common = { ...placeAt(reading, at), name: name.text, to: reading.open.at(-1)?.to ?? to, ...(type && { type }) };
  const value = take(cursor, '=') ? { value: { from: cursor.at, to: expressionEnd(tokens, cursor.at, to) } } : {};
  variables.push({ ...common, ...value });
}

/** `x instanceof Type name` */
export function pattern(reading: Reading, at: number): void {
  const cursor: Cursor = { tokens: reading.tokens, at: at + 1 };
  take(cursor, 'final');
  const type = typeRef(cursor);
  const name = peek(cursor);
  if (type === undefined || name.kind !== 'word') return;
  const to = reading.open.at(-1)?.to ?? reading.to;
  reading.variables.push({ ...placeAt(reading, at), name: name.text, to, type });
}

export function change(reading: Reading, at: number): void {
  const { tokens, to, changes } = reading;
  const cursor: Cursor = { tokens, at };
  const name = peek(cursor).text;
  cursor.at += 1;
  const place = placeAt(reading, at);
  if (isAt(cursor, '=')) {
    const from = cursor.at + 1;
    changes.push({ ...place, name, how: '=', given: [{ from, to: endOf(tokens, from, to) }] });
  } else if (isAt(cursor, '[')) {
    const [key] = argumentsOf(tokens, cursor.at);
    skipBracket(cursor);
    const from = cursor.at + 1;
    if (key === undefined || !isAt(cursor, '=')) return;
    changes.push({ ...place, name, how: '[]=', given: [key, { from, to: endOf(tokens, from, to) }] });
  } else if (isAt(cursor, '.') && peek(cursor, 1).kind === 'word' && isAt(cursor, '(', 2)) {
    changes.push({ ...place, name, how: peek(cursor, 1).text, given: argumentsOf(tokens, cursor.at + 2) });
  }
}
