import type { Location } from '../../../model/location.js';
import type { UserError } from '../../../model/user-error.js';
import { CallError } from '../../call-failure.js';
import { pointerTo } from './spec-checks/visited.js';

/** A received document as a text with one line per value. */
export interface DocumentText {
  readonly text: string;
  /** JSON pointer (RFC 6901) of a line's value; empty: the whole. */
  readonly pointerAt: (line: number) => string;
}

const MOST_CHARACTERS = 30_000_000;
const DEEPEST = 500;

/** @throws CallError `bad-input` for a document that is too large or nested too deep */
export function documentText(spec: Readonly<Record<string, unknown>>): DocumentText {
  const printer = new Printer();
  printer.value(spec, '', '', '', 0);
  return { text: printer.lines.join('\n'), pointerAt: (line) => printer.pointers[line - 1] ?? '' };
}

/** Prints a value and records the pointer of each line. */
class Printer {
  readonly lines: string[] = [];
  readonly pointers: string[] = [];
  #length = 0;

  value(value: unknown, pointer: string, before: string, after: string, depth: number): void {
    if (depth > DEEPEST) throw new CallError('bad-input', `The document is nested deeper than ${DEEPEST}.`);
    if (typeof value !== 'object' || value === null) {
      this.#line(`${before}${JSON.stringify(value) ?? 'null'}${after}`, pointer);
      return;
    }
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    const entries = Object.entries(value);
    this.#line(`${before}${open}`, pointer);
    for (const [index, [key, inner]] of entries.entries()) {
      const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
      this.value(inner, `${pointer}${pointerTo(key)}`, name, index === entries.length - 1 ? '' : ',', depth + 1);
    }
    this.#line(`${close}${after}`, pointer);
  }

  #line(text: string, pointer: string): void {
    this.#length += text.length;
    if (this.#length > MOST_CHARACTERS)
      throw new CallError('bad-input', `The document has more than ${MOST_CHARACTERS / 1_000_000} MB.`);
    this.lines.push(text);
    this.pointers.push(pointer);
  }
}

/** A problem of a document, and its place. */
export interface SpecProblem {
  /** JSON pointer; empty: the whole. */
  readonly path: string;
  readonly message: string;
}

/** A reader's error, with a pointer instead of a line that the caller never saw. */
export function problemOf(error: UserError, { pointerAt }: DocumentText, name: string): SpecProblem {
  return problemAt(error.message, error.location, pointerAt, name);
}

/** The same for a sentence with a place. */
export function problemAt(
  message: string,
  at: Location | undefined,
  pointerAt: DocumentText['pointerAt'],
  name: string,
): SpecProblem {
  const path = at === undefined ? '' : pointerAt(at.line);
  const place = path === '' ? 'The document' : path;
  const placed = at === undefined ? message : message.replace(`${name}:${at.line}: `, '').replaceAll(`${name}:${at.line}`, place);
  return { path, message: placed.replaceAll(`\`${name}\``, 'the document').replaceAll(name, 'the document') };
}
