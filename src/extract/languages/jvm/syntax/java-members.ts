import type { Field, TypeRef } from '../unit.js';
import {
  argumentsOf,
  type Before,
  before,
  type Cursor,
  isAt,
  pastTypeArguments,
  peek,
  skipBracket,
  take,
  typeRef,
} from './cursor.js';

const MODIFIERS = new Set(
  'public protected private static final abstract default native synchronized transient volatile strictfp sealed non'.split(' '),
);
/** Reads the annotations and modifiers at the cursor. */
export const readBefore = (cursor: Cursor): Before =>
  before(cursor, (text) => {
    if (!MODIFIERS.has(text) || (text === 'default' && (isAt(cursor, ':', 1) || isAt(cursor, '->', 1)))) return false;
    if (text === 'non' && isAt(cursor, '-', 1)) cursor.at += 2;
    return true;
  });

/** `int a = 1, b[];` */
export function fields(
  cursor: Cursor,
  to: number,
  first: Field & { readonly type: TypeRef },
  body: { readonly fields: Field[] },
): void {
  let field: Field & { readonly type: TypeRef } = first;
  for (;;) {
    while (isAt(cursor, '[')) {
      skipBracket(cursor);
      field = { ...field, type: { name: '[]', arguments: [field.type], nullable: false } };
    }
    const value = take(cursor, '=') ? initializer(cursor, to) : undefined;
    body.fields.push({ ...field, ...(value !== undefined && { value }) });
    if (!take(cursor, ',') || peek(cursor).kind !== 'word') break;
    field = { ...first, name: peek(cursor).text, index: cursor.at };
    cursor.at += 1;
  }
  take(cursor, ';');
}

function initializer(cursor: Cursor, to: number): { from: number; to: number } {
  const from = cursor.at;
  while (cursor.at < to && !isAt(cursor, ',') && !isAt(cursor, ';')) {
    if (isAt(cursor, '(') || isAt(cursor, '{') || isAt(cursor, '[')) skipBracket(cursor);
    else if (isAt(cursor, '<')) cursor.at = pastTypeArguments(cursor.tokens, cursor.at);
    else cursor.at += 1;
  }
  return { from, to: cursor.at };
}

/** Moves past unrecognised code, to the end of its body or semicolon. */
export function skipToEnd(cursor: Cursor, to: number): void {
  while (cursor.at < to && !isAt(cursor, ';')) {
    const isBody = isAt(cursor, '{');
    if (isBody || isAt(cursor, '(') || isAt(cursor, '[')) skipBracket(cursor);
    else cursor.at += 1;
    if (isBody) return;
  }
  cursor.at += 1;
}

/** The parameters (or components) in the bracket at the cursor, which moves past it. */
export function parametersAt(cursor: Cursor): readonly Field[] {
  const all = argumentsOf(cursor.tokens, cursor.at).flatMap((range): Field[] => {
    const inner: Cursor = { tokens: cursor.tokens, at: range.from };
    const before = readBefore(inner);
    const type = typeRef(inner);
    if (type === undefined || inner.at >= range.to) return [];
    return [{ ...before, name: peek(inner).text, index: inner.at, type }];
  });
  skipBracket(cursor);
  return all;
}
