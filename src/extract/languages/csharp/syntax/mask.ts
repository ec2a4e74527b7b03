import type { Braces, Part } from '../../../never-run.js';
import { lineEnd, type Masked, masked } from '../../../syntax/masked.js';
import { endOfChar, readString, type StringSpan, startsString } from './strings.js';

/** A C# source without comments and strings; directives and the parts they leave out count as comments. */
export interface MaskedText extends Masked {
  /** In source order. */
  readonly strings: readonly StringSpan[];
  /** Parts that `#else` and `#elif` leave out, which another build compiles. */
  readonly skipped: readonly Part[];
}

const CONSTANT = /\b(?:const|readonly)\s{1,9}bool\s{1,9}(\w{1,100})\s{0,9}=\s{0,9}(true|false)\s{0,9};/g;
const BRACES: Braces = { constants: (text) => text.matchAll(CONSTANT) };

const DIRECTIVE = /[ \t]*#[ \t]*([a-z]+)([^\n]{0,200})/y;

/** Masks comments, strings and the parts that conditional compilation leaves out; of `#if` … `#else` the first part counts. */
export function mask(text: string): MaskedText {
  return new Masker(text).run();
}

class Masker {
  readonly #text: string;
  readonly #strings: StringSpan[] = [];
  #broken: number | undefined;
  readonly #skipped: Part[] = [];
  /** Parts to blank, in source order: comments, directives, skipped code. */
  readonly #blanks: Part[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  run(): MaskedText {
    const text = this.#text;
    let isLineStart = true;
    for (let at = 0; at < text.length; ) {
      if (isLineStart) {
        const after = this.#directive(at);
        if (after !== undefined) {
          at = after;
          continue;
        }
      }
      const char = text[at];
      isLineStart = char === '\n';
      at = this.#next(at, char);
    }
    const pieces = { comments: this.#blanks, strings: this.#strings, broken: this.#broken };
    const { never, ...texts } = masked(text, pieces, BRACES);
    const runs = ({ start }: StringSpan): boolean => !never.some(({ from, to }) => from <= start && start < to);
    return { ...texts, strings: never.length > 0 ? this.#strings.filter(runs) : this.#strings, skipped: this.#skipped };
  }

  /** The offset after the comment, string or character that begins here. */
  #next(at: number, char: string | undefined): number {
    const text = this.#text;
    if (char === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) return this.#comment(at);
    if (char === "'") {
      const end = endOfChar(text, at);
      if (end === undefined) return at + 1;
      this.#strings.push({ start: at, end, form: 'char', from: at + 1, to: end - 1, dollars: 0, holes: [] });
      return end;
    }
    if ((char === '"' || char === '$' || char === '@') && startsString(text, at)) return this.#string(at);
    return at + 1;
  }

  #comment(at: number): number {
    const text = this.#text;
    const isLine = text[at + 1] === '/';
    const found = text.indexOf(isLine ? '\n' : '*/', at + 2);
    if (found < 0 && !isLine) this.#broken ??= at;
    const end = found < 0 ? text.length : isLine ? found : found + 2;
    this.#blanks.push({ from: at, to: end });
    return end;
  }

  #string(at: number): number {
    const span = readString(this.#text, at);
    if (span !== undefined) {
      this.#strings.push(span);
      return span.end;
    }
    // The end of the literal is unknown: skips the rest of its line and continues after it.
    this.#broken ??= at;
    const line = this.#text.indexOf('\n', at);
    const end = line < 0 ? this.#text.length : line;
    this.#blanks.push({ from: at, to: end });
    return end;
  }

  /** `#if`, `#region`, …: the offset after the line, or after all that the directive leaves out. */
  #directive(at: number): number | undefined {
    DIRECTIVE.lastIndex = at;
    const found = DIRECTIVE.exec(this.#text);
    if (found === null) return undefined;
    const [, word = '', rest = ''] = found;
    const isOff = word === 'if' && /^\s*(?:false|0)\s*(?:\/|$)/.test(rest);
    const end = isOff || word === 'else' || word === 'elif' ? this.#leftOut(at, isOff) : lineEnd(this.#text, at);
    this.#blanks.push({ from: at, to: end });
    return end;
  }

  /**
   * The line of the directive that ends the skipped part. No build compiles `#if false`, so that hides nothing, and its `#else`
   * is read.
   */
  #leftOut(at: number, isNever: boolean): number {
    let depth = 0;
    let hidden = isNever ? undefined : at;
    let line = lineEnd(this.#text, at);
    while (line < this.#text.length) {
      const start = line + 1;
      DIRECTIVE.lastIndex = start;
      const word = DIRECTIVE.exec(this.#text)?.[1];
      if (word === 'if') depth += 1;
      else if (word === 'endif' && depth === 0) break;
      else if (word === 'else' && depth === 0 && hidden === undefined) return lineEnd(this.#text, start);
      else if (word === 'elif' && depth === 0) hidden ??= start;
      else if (word === 'endif') depth -= 1;
      line = lineEnd(this.#text, start);
    }
    if (hidden !== undefined) this.#skipped.push({ from: hidden, to: line });
    return line;
  }
}
