import type { Node } from './node.js';
import { type SourceText, upTo } from './text.js';

/** Expressions nested deeper than this are not parsed. */
const MAX_DEPTH = 120;

const SPACE = /\s*/y;
const NAME = /[\p{L}_][\p{L}\p{Nd}_]*/uy;

/** A cursor over a range of the source. */
export class Reader {
  readonly source: SourceText;
  readonly end: number;
  at: number;
  readonly #depth: number;

  constructor(source: SourceText, start: number, end: number, depth = 0) {
    this.source = source;
    this.at = start;
    this.end = end;
    this.#depth = depth;
  }

  /** A reader for an inner range; undefined if the code is nested too deeply. */
  inside(start: number, end: number): Reader | undefined {
    return this.#depth >= MAX_DEPTH ? undefined : new Reader(this.source, start, Math.min(end, this.end), this.#depth + 1);
  }

  skip(): void {
    const { bare } = this.source;
    let at = this.at;
    let code = bare.charCodeAt(at);
    while (code === 32 || (code >= 9 && code <= 13)) code = bare.charCodeAt(++at);
    if (code > 127) {
      SPACE.lastIndex = at;
      SPACE.exec(bare);
      at = SPACE.lastIndex;
    }
    this.at = Math.min(at, this.end);
  }

  /** The next character that is not a space; `''` at the end. */
  peek(): string {
    this.skip();
    return this.at < this.end ? this.source.bare.charAt(this.at) : '';
  }

  /** Whether the rest starts with this text. */
  sees(text: string): boolean {
    this.skip();
    return this.at + text.length <= this.end && this.source.bare.startsWith(text, this.at);
  }

  /** Consumes this text if the rest starts with it. */
  takes(text: string): boolean {
    if (!this.sees(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Consumes a name. */
  name(): string | undefined {
    this.skip();
    NAME.lastIndex = this.at;
    const found = NAME.exec(this.source.bare)?.[0];
    if (found === undefined || this.at + found.length > this.end) return undefined;
    this.at += found.length;
    return found;
  }

  /** Consumes a bracket with its content and returns the content's range. Undefined: the bracket is not closed. */
  bracket(): { readonly start: number; readonly end: number } | undefined {
    this.skip();
    const partner = this.source.partners.get(this.at);
    if (partner === undefined || partner < this.at || partner >= this.end) return undefined;
    const inner = { start: this.at + 1, end: partner };
    this.at = partner + 1;
    return inner;
  }

  /** Consumes the rest as unsupported syntax. */
  bad(start = this.at): Node {
    this.at = this.end;
    return { kind: 'bad', start, end: this.end };
  }
}

const PART = /[,([{]/g;

/** The parts of a list between top-level commas; empty parts are dropped. */
export function partsOf(source: SourceText, start: number, end: number): { readonly start: number; readonly end: number }[] {
  const parts: { start: number; end: number }[] = [];
  let from = start;
  const push = (to: number): void => {
    if (source.bare.slice(from, to).trim() !== '') parts.push({ start: from, end: to });
  };
  const text = upTo(source.bare, end);
  PART.lastIndex = start;
  for (let found = PART.exec(text); found !== null; found = PART.exec(text)) {
    if (found[0] === ',') {
      push(found.index);
      from = found.index + 1;
    } else {
      const partner = source.partners.get(found.index);
      PART.lastIndex = partner === undefined || partner > end ? end : partner;
    }
  }
  push(end);
  return parts;
}
