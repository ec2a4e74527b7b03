import { closingOf } from '../tokens.js';
import type { Field, Method, Range, TypeRef } from '../unit.js';
import {
  type Before,
  type Cursor,
  isAt,
  peek,
  readAnnotations,
  skipBracket,
  take,
  typeArguments,
  typeParameters,
  typeRef,
} from './cursor.js';
import { expressionEnd, kotlinParameters } from './kotlin-parameters.js';

/** `fun <T> Receiver.name(…): Type = …` */
export function functionAt(cursor: Cursor, to: number, before: Before): Method | undefined {
  cursor.at += 1;
  const parameters = typeParameters(cursor);
  const named = receiverAndName(cursor);
  if (named === undefined || !isAt(cursor, '(')) return undefined;
  const given = kotlinParameters(cursor.tokens, cursor.at);
  skipBracket(cursor);
  const type = take(cursor, ':') ? typeRef(cursor) : undefined;
  if (isAt(cursor, 'where')) while (cursor.at < to && !isAt(cursor, '{') && !isAt(cursor, '=')) cursor.at += 1;
  const range = bodyAt(cursor, to);
  return { ...before, ...named, typeParameters: parameters, parameters: given, ...(type && { type }), ...range };
}

function bodyAt(cursor: Cursor, to: number): { body?: Range; expression?: Range } {
  if (isAt(cursor, '{')) {
    const body = { from: cursor.at + 1, to: closingOf(cursor.tokens, cursor.at) };
    skipBracket(cursor);
    return { body };
  }
  if (!take(cursor, '=')) return {};
  const from = cursor.at;
  cursor.at = expressionEnd(cursor.tokens, from, to);
  return { expression: { from, to: cursor.at } };
}

/** `Type.name` or `name`: a receiver is read as a type whose last part is the name. */
function receiverAndName(cursor: Cursor): { name: string; index: number; receiver?: TypeRef } | undefined {
  const start = cursor.at;
  if (
    peek(cursor).kind === 'word' &&
    !isAt(cursor, '.', 1) &&
    !isAt(cursor, '<', 1) &&
    !isAt(cursor, '?.', 1) &&
    !isAt(cursor, '?', 1)
  ) {
    cursor.at += 1;
    return { name: peek(cursor, -1).text, index: start };
  }
  const type = typeRef(cursor);
  if (type === undefined) return undefined;
  if (take(cursor, '?.') || take(cursor, '.')) {
    const index = cursor.at;
    cursor.at += 1;
    return { name: peek(cursor, -1).text, index, receiver: type };
  }
  const dot = type.name.lastIndexOf('.');
  if (dot < 0) return undefined;
  const receiver = { ...type, name: type.name.slice(0, dot) };
  return { name: type.name.slice(dot + 1), index: cursor.at - 1, receiver };
}

/** `val name: Type = …`, `by …`, or with a getter. */
export function propertyAt(cursor: Cursor, to: number, before: Before): Field | undefined {
  cursor.at += 1;
  typeParameters(cursor);
  if (isAt(cursor, '(')) {
    skipBracket(cursor);
    return undefined;
  }
  const named = receiverAndName(cursor);
  if (named === undefined) return undefined;
  const declared = take(cursor, ':') ? typeRef(cursor) : undefined;
  const delegated = isAt(cursor, 'by');
  const type = declared ?? injectedType(cursor);
  let value: Range | undefined;
  if (take(cursor, '=') || take(cursor, 'by')) {
    const from = cursor.at;
    cursor.at = expressionEnd(cursor.tokens, from, to);
    value = { from, to: cursor.at };
  }
  const getter = accessors(cursor, to);
  if (named.receiver !== undefined) return undefined;
  return {
    ...before,
    ...named,
    property: true,
    ...(type && { type }),
    ...(value !== undefined && !delegated && { value }),
    ...(delegated && { delegated }),
    ...(getter !== undefined && { computed: true, ...(getter.to > getter.from && { value: getter }) }),
  };
}

/** Koin and Kodein. */
const INJECTING = new Set(['inject', 'instance', 'injectLazy']);
const MOST_STEPS = 9;

/** The type of what is injected: `by inject<T>()`, `by application.inject<T>()`. */
export function injectedType({ tokens, at }: Cursor): TypeRef | undefined {
  const own: Cursor = { tokens, at };
  if (!take(own, 'by')) return undefined;
  for (let step = 0; step < MOST_STEPS && peek(own).kind === 'word'; step++) {
    const { text } = peek(own);
    own.at += 1;
    if (INJECTING.has(text) && isAt(own, '<')) return typeArguments(own)[0];
    if (isAt(own, '(')) skipBracket(own);
    if (!take(own, '.')) return undefined;
  }
  return undefined;
}

/** `get() = …`, `private set`: the expression of the getter. */
function accessors(cursor: Cursor, to: number): Range | undefined {
  let found: Range | undefined;
  for (;;) {
    const start = cursor.at;
    readAnnotations(cursor);
    while (['private', 'protected', 'internal', 'public'].includes(peek(cursor).text)) cursor.at += 1;
    const isGetter = isAt(cursor, 'get');
    if (!isGetter && !isAt(cursor, 'set')) {
      cursor.at = start;
      return found;
    }
    cursor.at += 1;
    if (isAt(cursor, '(')) {
      skipBracket(cursor);
      if (take(cursor, ':')) typeRef(cursor);
      const { body, expression } = bodyAt(cursor, to);
      if (isGetter) found = expression ?? { from: body?.from ?? 0, to: body?.from ?? 0 };
    }
  }
}
