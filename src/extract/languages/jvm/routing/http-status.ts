import type { Expression } from '../../../../facts/expression.js';
import { statusNamed } from '../../../../model/http-status.js';
import { importOf } from '../names.js';
import { literal, type Source } from '../source.js';
import { type Cursor, isAt, peek } from '../syntax/cursor.js';

/** The code of a status by its name or number; undefined if it is unknown. */
export function statusOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const named = statusNamed(word);
  if (named !== undefined) return named;
  const number = Number(word);
  return Number.isInteger(number) && number >= 100 && number < 600 ? number : undefined;
}

/** Enumerations of statuses. Jackson writes their constants by name, and servers take them as numbers. */
const ENUMS =
  /^(?:(?:org\.springframework|io\.micronaut)\.http\.HttpStatus|(?:jakarta|javax)\.ws\.rs\.core\.Response(?:\.Status)?)$/;
const NUMBER = /^(?:value|getCode|getStatusCode)$/;

/** A text that is no plain literal, so that overloads tell a status from a `String`. */
const constant = (name: string): Expression | undefined =>
  statusNamed(name) === undefined || name !== name.toUpperCase() ? undefined : { kind: 'text', parts: [literal(name)] };

/** `HttpStatus.OK`, `Response.Status.CREATED`, `HttpStatus.OK.value()`; the cursor stands behind the name of the class. */
export function statusOfEnum(source: Source, cursor: Cursor, written: string): Expression | undefined {
  const [first = '', ...rest] = written.split('.');
  const path = importOf(source, first)?.path;
  if (path === undefined || !isAt(cursor, '.') || !ENUMS.test([path, ...rest].join('.'))) return undefined;
  const name = peek(cursor, 1).text;
  const text = constant(name);
  if (text === undefined) return undefined;
  cursor.at += 2;
  const isNumber = isAt(cursor, '.') && NUMBER.test(peek(cursor, 1).text) && peek(cursor, 3).text === ')';
  if (!isNumber) return text;
  cursor.at += 4;
  return literal(statusNamed(name) ?? null);
}

/** `OK` of `import static org.springframework.http.HttpStatus.OK`, or of all its constants. */
export function importedStatus({ unit }: Source, name: string): Expression | undefined {
  const text = constant(name);
  if (text === undefined) return undefined;
  const isImported = unit.imports.some(({ path, all }) =>
    all ? ENUMS.test(path) : path.endsWith(`.${name}`) && ENUMS.test(path.slice(0, -name.length - 1)),
  );
  return isImported ? text : undefined;
}
