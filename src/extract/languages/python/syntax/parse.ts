import { Atoms } from './atoms.js';
import type { MaskedText } from './mask.js';
import type { Argument, Node } from './syntax.js';

/** Expressions nested deeper than this are not parsed. */
const MAX_DEPTH = 60;
/** Limit of operands and members in a row. */
const MAX_PARTS = 60;

const OPERATOR = /\*\*|\/\/|<<|>>|->|:=|[<>=!]=|[+\-*/%@&|^~<>]/y;
const COMPARISONS = new Set(['<', '>', '==', '!=', '<=', '>=']);

/** Parses the expression in a range; a list without brackets is a tuple. */
export function parse(masked: MaskedText, start: number, end: number, depth = 0): Node {
  if (depth > MAX_DEPTH) return { kind: 'unread', start, end };
  const parser = new Parser(masked, start, end, depth);
  return parser.whole();
}

/** Parses the arguments of a call, given the range between its brackets. */
export function parseArguments(masked: MaskedText, start: number, end: number): readonly Argument[] {
  return new Parser(masked, start, end, 0).callArguments('');
}

/** A parser for one expression; unsupported syntax becomes `unread`, and the parser continues after it. */
class Parser extends Atoms {
  whole(): Node {
    this.space();
    const { start, items, comma } = this.list('');
    const [first] = items;
    if (first !== undefined && items.length === 1 && !comma) return first;
    return items.length === 0 ? { kind: 'unread', start, end: this.at } : { kind: 'tuple', items, start, end: this.at };
  }

  /** Parses items up to a closing bracket, which it does not consume, or up to the end. */
  protected list(closing: string): { start: number; items: Node[]; comma: boolean } {
    const start = this.at;
    const items: Node[] = [];
    let comma = false;
    for (;;) {
      this.space();
      if (this.done() || (closing !== '' && this.peek() === closing)) break;
      const before = this.at;
      items.push(this.item());
      comma = this.take(',');
      if (this.at === before) this.at += 1;
    }
    if (closing !== '') this.take(closing);
    return { start, items, comma };
  }

  protected override expression(): Node {
    const start = this.at;
    if (this.depth > MAX_DEPTH) return this.skip();
    this.depth += 1;
    try {
      if (this.word('lambda')) return this.lambda(start);
      if (this.word('yield')) return this.skip();
      let value = this.either();
      if (this.take(':=')) value = this.expression();
      if (!this.word('if')) return value;
      const { start: from, end: to } = this.either();
      if (!this.word('else')) return value;
      const other = this.expression();
      return { kind: 'choice', options: [value, other], conditional: true, test: { start: from, end: to }, start, end: this.at };
    } finally {
      this.depth -= 1;
    }
  }

  protected lambda(start: number): Node {
    const from = this.at;
    for (let depth = 0; !this.done(); this.at++) {
      const one = this.peek();
      if ('([{'.includes(one)) depth += 1;
      else if (')]}'.includes(one)) depth -= 1;
      else if (one === ':' && depth === 0) break;
      if (depth < 0) return { kind: 'unread', start, end: this.at };
    }
    const takes = /^\s{0,9}(\w{1,100})\s{0,9}$/.exec(this.masked.bare.slice(from, this.at))?.[1];
    this.at += 1;
    const body = this.expression();
    return { kind: 'lambda', body, ...(takes !== undefined && { takes }), start, end: this.at };
  }

  /** `or`, `and`, `not`, comparisons. */
  protected override either(): Node {
    const start = this.at;
    const options = [this.both()];
    while (this.word('or')) options.push(this.both());
    const [only] = options;
    return only !== undefined && options.length === 1 ? only : { kind: 'choice', options, first: true, start, end: this.at };
  }

  protected both(): Node {
    const start = this.at;
    const parts = [this.negated()];
    while (this.word('and')) parts.push(this.negated());
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : { kind: 'choice', options: parts, start, end: this.at };
  }

  protected negated(): Node {
    const start = this.at;
    let isTest = false;
    while (this.word('not')) isTest = true;
    const value = this.operation();
    for (;;) {
      const operator = this.operator();
      const word = this.word('not') ? this.word('in') : this.word('in') || this.word('is');
      if (!word && !(operator !== undefined && COMPARISONS.has(operator))) break;
      if (!word) this.at += operator?.length ?? 1;
      this.word('not');
      this.operation();
      isTest = true;
    }
    return isTest ? { kind: 'test', start, end: this.at } : value;
  }

  /** Arithmetic and `|`, all left-associative: only texts and types are evaluated. */
  protected operation(): Node {
    const start = this.at;
    let left = this.unary();
    for (let count = 0; ; count++) {
      if (count > MAX_PARTS) return this.skip();
      const operator = this.operator();
      if (operator === undefined || COMPARISONS.has(operator) || operator === ':=' || operator === '->') return left;
      this.at += operator.length;
      const right = this.unary();
      left = { kind: 'operation', operator, left, right, start, end: this.at };
    }
  }

  protected operator(): string | undefined {
    this.space();
    OPERATOR.lastIndex = this.at;
    const found = this.done() ? undefined : OPERATOR.exec(this.masked.bare)?.[0];
    return found;
  }

  protected unary(): Node {
    this.space();
    const start = this.at;
    const sign = this.peek();
    if (sign === '-' || sign === '+' || sign === '~') {
      this.at += 1;
      const of = this.depth > MAX_DEPTH ? this.skip() : this.nested(() => this.unary());
      return of.kind === 'number' && sign === '-'
        ? { ...of, value: -of.value, start }
        : of.kind === 'number' && sign === '+'
          ? of
          : { kind: 'unread', start, end: this.at };
    }
    if (this.word('await')) {
      const of = this.depth > MAX_DEPTH ? this.skip() : this.nested(() => this.unary());
      return { kind: 'await', of, start, end: this.at };
    }
    return this.trailers(this.atom());
  }

  protected nested(read: () => Node): Node {
    this.depth += 1;
    try {
      return read();
    } finally {
      this.depth -= 1;
    }
  }

  protected trailers(atom: Node): Node {
    let of = atom;
    for (let count = 0; count < MAX_PARTS; count++) {
      this.space();
      const { start } = of;
      if (this.peek() === '.' && this.takeDot()) {
        of = { kind: 'attribute', of, name: this.name() ?? '', start, end: this.at };
      } else if (this.take('(')) {
        of = { kind: 'call', of, arguments: this.callArguments(')'), start, end: this.at };
      } else if (this.take('[')) {
        const open = this.at;
        const { items } = this.nestedList(']');
        of = { kind: 'subscript', of, items, ...(this.hasColon(open) && { slice: true }), start, end: this.at };
      } else return of;
    }
    return of;
  }

  /** Whether the text read since an offset has a top-level colon and no comma. */
  protected hasColon(from: number): boolean {
    const text = this.masked.bare.slice(from, Math.min(this.at - 1, from + 200));
    const outside = text.replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, '');
    return outside.includes(':') && !/[,({[]|:=|\blambda\b/.test(outside);
  }

  protected takeDot(): boolean {
    this.at += 1;
    this.space();
    return true;
  }

  /** Parses arguments up to the closing bracket, or to the end. */
  callArguments(closing: string): Argument[] {
    const all: Argument[] = [];
    for (;;) {
      this.space();
      if (this.done() || (closing !== '' && this.peek() === closing)) break;
      const before = this.at;
      all.push(this.argument());
      this.comprehended(all);
      this.take(',');
      if (this.at === before) this.at += 1;
    }
    if (closing !== '') this.take(closing);
    return all;
  }

  protected argument(): Argument {
    if (this.take('**')) return { star: 2, value: this.nested(() => this.expression()) };
    if (this.take('*')) return { star: 1, value: this.nested(() => this.expression()) };
    const start = this.at;
    const name = this.name();
    this.space();
    if (name !== undefined && this.peek() === '=' && this.masked.bare[this.at + 1] !== '=') {
      this.at += 1;
      return { name, value: this.nested(() => this.expression()) };
    }
    this.at = start;
    return { value: this.nested(() => this.expression()) };
  }

  /** `f(x for x in y)`. */
  protected comprehended(all: Argument[]): void {
    const last = all.at(-1);
    if (last === undefined || !this.atFor()) return;
    all[all.length - 1] = { ...last, value: this.comprehension('generator', last.value) };
  }

  protected override other(masked: MaskedText, start: number, end: number, depth: number): Node {
    return parse(masked, start, end, depth);
  }
}
