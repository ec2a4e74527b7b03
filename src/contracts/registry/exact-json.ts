/**
 * A JSON value that preserves its notation: integers of any size, and `1.0` distinct from `1`. Objects are maps, so that no key
 * has a meaning in JavaScript.
 */
export type ExactJson =
  | null
  | boolean
  | string
  | { readonly int: string }
  | { readonly float: number }
  | readonly ExactJson[]
  | ReadonlyMap<string, ExactJson>;

/** Deeper nesting is an error, as in Python. */
const DEEPEST = 900;
const NUMERAL = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const WORDS: ReadonlyMap<string, ExactJson> = new Map<string, ExactJson>([
  ['null', null],
  ['true', true],
  ['false', false],
  // Values that Python's `json` reads and writes beyond RFC 8259.
  ['NaN', { float: Number.NaN }],
  ['Infinity', { float: Number.POSITIVE_INFINITY }],
  ['-Infinity', { float: Number.NEGATIVE_INFINITY }],
]);

/** Converts plain data: whole numbers become integers. What JSON cannot express becomes `null`. */
export function exactOf(value: unknown): ExactJson {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { int: String(value) } : { float: value };
  if (Array.isArray(value)) return value.map(exactOf);
  if (typeof value !== 'object') return null;
  return new Map(Object.entries(value).map(([key, inner]) => [key, exactOf(inner)]));
}

/** The value as `JSON.parse` gives it: integers lose what a double cannot store. */
export function plainOf(value: ExactJson): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plainOf(inner)]));
  if (Array.isArray(value)) return value.map(plainOf);
  if ('int' in value) return Number(value.int);
  return 'float' in value && Number.isFinite(value.float) ? value.float : null;
}

/** Parses JSON (RFC 8259) as Python's `json.loads` does; of equal keys the last counts. `undefined`: it is no JSON. */
export function parseExactJson(text: string): ExactJson | undefined {
  const reader = new Reader(text.replace(/^\uFEFF/, ''));
  const value = reader.value(0);
  return value !== undefined && reader.isAtEnd() ? value : undefined;
}

/** The text and the current position in it. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    this.#take(SPACE);
    return this.#at === this.#text.length;
  }

  value(depth: number): ExactJson | undefined {
    this.#take(SPACE);
    const first = this.#text[this.#at];
    if (first === '{' || first === '[')
      return depth >= DEEPEST ? undefined : first === '{' ? this.#object(depth) : this.#list(depth);
    if (first === '"') return this.#string();
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number();
  }

  #object(depth: number): ExactJson | undefined {
    const fields = new Map<string, ExactJson>();
    this.#at++;
    if (this.#takes('}')) return fields;
    for (;;) {
      this.#take(SPACE);
      const key = this.#string();
      if (key === undefined || !this.#takes(':')) return undefined;
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      fields.set(key, value);
      if (this.#takes('}')) return fields;
      if (!this.#takes(',')) return undefined;
    }
  }

  #list(depth: number): ExactJson | undefined {
    const items: ExactJson[] = [];
    this.#at++;
    if (this.#takes(']')) return items;
    for (;;) {
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      if (this.#takes(']')) return items;
      if (!this.#takes(',')) return undefined;
    }
  }

  #string(): string | undefined {
    const start = this.#at;
    if (this.#text[start] !== '"') return undefined;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1;
    this.#at = end + 1;
    try {
      return String(JSON.parse(this.#text.slice(start, end + 1)));
    } catch {
      return undefined;
    }
  }

  #number(): ExactJson | undefined {
    const [written, fraction, exponent] = this.#take(NUMERAL) ?? [];
    if (written === undefined) return undefined;
    if (fraction !== undefined || exponent !== undefined) return { float: Number(written) };
    return { int: written === '-0' ? '0' : written };
  }

  /** Whether the next character is this one; if so, it is consumed. */
  #takes(sign: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #take(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text);
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found;
  }
}
