import type { MaskedText } from './mask.js';
import type { Node } from './syntax.js';

const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;
const SPACE = /(?:\s|\\\r?\n)+/y;

/** A cursor over a range of masked text. */
export class Cursor {
  protected at: number;

  constructor(
    protected readonly masked: MaskedText,
    start: number,
    protected readonly end: number,
    /** The nesting depth of the current expression. */
    protected depth: number,
  ) {
    this.at = start;
  }

  protected name(): string | undefined {
    this.space();
    NAME.lastIndex = this.at;
    const found = this.done() ? undefined : NAME.exec(this.masked.bare)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  protected word(word: string): boolean {
    this.space();
    if (!this.masked.bare.startsWith(word, this.at) || this.at + word.length > this.end) return false;
    if (/[\w\u0080-\uffff]/.test(this.masked.bare[this.at + word.length] ?? '')) return false;
    this.at += word.length;
    return true;
  }

  protected take(text: string): boolean {
    this.space();
    if (this.done() || !this.masked.bare.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  protected peek(): string {
    return this.done() ? '' : (this.masked.bare[this.at] ?? '');
  }

  protected done(): boolean {
    return this.at >= this.end;
  }

  protected space(): void {
    SPACE.lastIndex = this.at;
    if (SPACE.test(this.masked.bare)) this.at = Math.min(SPACE.lastIndex, this.end);
  }

  /** Moves to the bracket that closes the current one. */
  protected toClosing(): void {
    for (let depth = 0; !this.done(); this.at++) {
      const one = this.peek();
      if ('([{'.includes(one)) depth += 1;
      else if (')]}'.includes(one)) depth -= 1;
      if (depth < 0) return;
    }
  }

  protected skip(): Node {
    const start = this.at;
    for (let depth = 0; !this.done(); this.at++) {
      const one = this.peek();
      if ('([{'.includes(one)) depth += 1;
      else if (')]}'.includes(one)) depth -= 1;
      if (depth < 0 || (depth === 0 && one === ',')) break;
    }
    return { kind: 'unread', start, end: this.at };
  }

  protected atFor(): boolean {
    this.space();
    return /^(?:async\s{1,9})?for\b/.test(this.masked.bare.slice(this.at, Math.min(this.end, this.at + 20)));
  }
}
