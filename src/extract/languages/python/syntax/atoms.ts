import { Cursor } from './cursor.js';
import type { MaskedText, StringLiteral } from './mask.js';
import { textParts } from './strings.js';
import type { Entry, Node, Place } from './syntax.js';

/** Limit of parts of one text literal; a longer one is no path or name. */
const MAX_FIELDS = 200;
const NUMBER = /(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?|\.\d[\d_]*)[jJ]?/y;

/** Parses atoms: names, literals and bracketed expressions. */
export abstract class Atoms extends Cursor {
  /** Parses any expression. */
  protected abstract expression(): Node;
  /** Parses an expression without a surrounding conditional. */
  protected abstract either(): Node;
  /** Parses an expression of another text: of a field in an f-string. */
  protected abstract other(masked: MaskedText, start: number, end: number, depth: number): Node;

  protected atom(): Node {
    this.space();
    const start = this.at;
    const literal = this.done() ? undefined : this.masked.strings.get(start);
    if (literal !== undefined) return this.text(start, literal);
    const one = this.peek();
    if (one === '(') return this.bracket(start, ')', 'tuple');
    if (one === '[') return this.bracket(start, ']', 'list');
    if (one === '{') return this.braces(start);
    if (/[\d.]/.test(one)) return this.number(start);
    const name = this.name();
    if (name === undefined) return this.skip();
    if (name === 'True' || name === 'False') return { kind: 'constant', value: name === 'True', start, end: this.at };
    if (name === 'None') return { kind: 'constant', value: null, start, end: this.at };
    return { kind: 'name', name, start, end: this.at };
  }

  /** Adjacent text literals are one text. */
  protected text(start: number, first: StringLiteral): Node {
    const parts: (string | Node)[] = [];
    let bytes = false;
    for (let literal: StringLiteral | undefined = first; literal !== undefined; literal = this.masked.strings.get(this.at)) {
      bytes ||= literal.prefix.includes('b');
      const more = textParts(this.masked, literal, (...of) => this.other(...of, this.depth + 1));
      for (const part of more.slice(0, MAX_FIELDS)) parts.push(part);
      this.at = literal.end;
      this.space();
      if (this.done()) break;
    }
    return { kind: 'text', parts, bytes, start, end: this.at };
  }

  protected number(start: number): Node {
    NUMBER.lastIndex = start;
    const found = NUMBER.exec(this.masked.bare)?.[0];
    this.at += found?.length ?? (this.masked.bare.startsWith('...', start) ? 3 : 1);
    const value = Number((found ?? '').replaceAll('_', ''));
    return found === undefined || Number.isNaN(value)
      ? { kind: 'unread', start, end: this.at }
      : { kind: 'number', value, start, end: this.at };
  }

  protected bracket(start: number, closing: ')' | ']', kind: 'tuple' | 'list'): Node {
    this.at += 1;
    const { items, comma, element } = this.nestedList(closing);
    const end = this.at;
    if (element !== undefined) return { ...element, start, end };
    const [only] = items;
    if (kind === 'tuple' && only !== undefined && items.length === 1 && !comma && only.kind !== 'star') return only;
    return { kind, items, start, end };
  }

  protected item(): Node {
    const start = this.at;
    if (this.take('**') || this.take('*')) {
      const of = this.expression();
      return { kind: 'star', of, start, end: this.at };
    }
    return this.expression();
  }

  protected nestedList(closing: string): { items: Node[]; comma: boolean; element?: Node } {
    const items: Node[] = [];
    let comma = false;
    this.depth += 1;
    for (;;) {
      this.space();
      if (this.done() || this.peek() === closing) break;
      const before = this.at;
      const item = this.item();
      if (items.length === 0 && this.atFor()) {
        const element = this.comprehension(closing === ']' ? 'list' : 'generator', item);
        this.depth -= 1;
        this.take(closing);
        return { items: [], comma: false, element };
      }
      items.push(item);
      comma = this.take(',');
      if (this.at === before) this.at += 1;
    }
    this.depth -= 1;
    this.take(closing);
    return { items, comma };
  }

  protected braces(start: number): Node {
    this.at += 1;
    this.depth += 1;
    const entries: Entry[] = [];
    const items: Node[] = [];
    let made: Node | undefined;
    for (;;) {
      this.space();
      if (this.done() || this.peek() === '}') break;
      const before = this.at;
      if (this.take('**')) entries.push({ value: this.expression() });
      else {
        const key = this.item();
        if (this.take(':')) entries.push({ key, value: this.expression() });
        else items.push(key);
        const last = entries.at(-1);
        if (made === undefined && this.atFor())
          made = last === undefined ? this.comprehension('set', key) : this.comprehension('dict', last.value, last.key);
      }
      this.take(',');
      if (this.at === before) this.at += 1;
    }
    this.depth -= 1;
    this.take('}');
    const end = this.at;
    if (made !== undefined) return { ...made, start, end };
    return items.length > 0 ? { kind: 'set', items, start, end } : { kind: 'dict', entries, start, end };
  }

  /** Parses a loop target: one name, or several with or without brackets. */
  protected target(depth: number): Node {
    this.space();
    const { at: start } = this;
    const items: Node[] = [];
    let commas = 0;
    for (;;) {
      this.take('*');
      this.space();
      const { at } = this;
      if (depth < 5 && this.take('(')) {
        items.push(this.target(depth + 1));
        this.take(')');
      } else {
        const name = this.name();
        if (name === 'in') this.at = at;
        if (name === undefined || name === 'in') break;
        items.push({ kind: 'name', name, start: at, end: this.at });
      }
      if (!this.take(',')) break;
      commas += 1;
    }
    const [only] = items;
    return only !== undefined && commas === 0 ? only : { kind: 'tuple', items, start, end: this.at };
  }

  /** `for x in xs for y in x if y`: the targets and iterables of its loops, and the ranges of its conditions. */
  protected comprehension(form: 'list' | 'set' | 'dict' | 'generator', element: Node, key?: Node): Node {
    const { start } = element;
    this.word('async');
    this.word('for');
    const target = this.target(0);
    this.word('in');
    const over = this.either();
    const within: { target: Node; over: Node }[] = [];
    const tests: Place[] = [];
    for (;;) {
      if (this.word('if')) {
        const { start: from } = this.either();
        tests.push({ start: from, end: this.at });
      } else if (this.word('for') || (this.word('async') && this.word('for'))) {
        const inner = this.target(0);
        this.word('in');
        within.push({ target: inner, over: this.either() });
      } else break;
    }
    this.toClosing();
    return {
      ...{ kind: 'comprehension', form, element, target, over, ...(key === undefined ? {} : { key }), start, end: this.at },
      ...(within.length > 0 && { within }),
      ...(tests.length > 0 && { tests }),
    };
  }
}
