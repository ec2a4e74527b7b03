import { type Field, NULL, type Shape, unknown } from '../../model/shape.js';

/** The body that a table cell describes. */
export interface Dto {
  /** `UserDto` of `UserDto { id: string }`. */
  readonly name?: string;
  /** Absent: there is no body. */
  readonly shape?: Shape;
  /** `201` of `201 { id: string }`. */
  readonly status?: string;
}

const NOTHING = /^(?:-+|–|—|n\/a|none|nothing|void|empty|no body|no content|\(none\))?$/i;
const STATUS = /^([1-5]\d\d)\b[ \t]*:?[ \t]*/;
const NAMED = /^([A-Za-z_$][\w$]*)[ \t]*(?=\{)/;

/**
 * Parses a cell that describes a body: `{ id: string, tags: string[] }`, `UserDto { ... }`, `array`, `201 { ... }`, or nothing.
 */
export function readDto(cell: string): Dto {
  const status = STATUS.exec(cell)?.[1];
  const stated = cell.replace(STATUS, '').trim();
  const own = status === undefined ? {} : { status };
  if (NOTHING.test(stated)) return own;
  const name = NAMED.exec(stated)?.[1];
  const reader = new TypeReader(name === undefined ? stated : stated.slice(name.length));
  return { ...own, ...(name === undefined ? {} : { name }), shape: reader.whole() };
}

const WORDS: Readonly<Record<string, Shape>> = {
  ...words('string', 'string str text uuid url uri email date datetime timestamp time'),
  ...words('number', 'number float double decimal'),
  ...words('integer', 'integer int long'),
  ...words('boolean', 'boolean bool'),
  ...words('null', 'null none undefined'),
};

function words(type: 'string' | 'number' | 'integer' | 'boolean' | 'null', names: string): Record<string, Shape> {
  return Object.fromEntries(names.split(' ').map((name) => [name, { kind: 'scalar', type }]));
}

const ANY: Shape = { ...unknown('the table allows anything'), any: true };
const ANYTHING = new Set(['any', 'unknown', 'mixed', 'json']);
const OBJECTS = new Set(['object', 'dict', 'record', 'map']);
const LISTS = new Set(['array', 'list', 'set', 'readonlyarray']);
const DEEPEST = 50;
const NAME = /[A-Za-z_$][\w$-]*/y;
const NUMERAL = /-?\d{1,15}(?:\.\d{1,15})?/y;
const SPACE = /\s*/y;

/** Parses types in the notation of tables, which is close to TypeScript's. */
class TypeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** What cannot be parsed is unknown. */
  whole(): Shape {
    const shape = this.#union(0);
    this.#take(SPACE);
    return shape === undefined || this.#at < this.#text.length ? unreadable(this.#text) : shape;
  }

  #union(depth: number): Shape | undefined {
    if (depth > DEEPEST) return undefined;
    const options: Shape[] = [];
    do {
      const option = this.#postfixed(depth);
      if (option === undefined) return undefined;
      options.push(option);
    } while (this.#takes('|'));
    const [only] = options;
    return options.length === 1 ? only : unionOf(options);
  }

  #postfixed(depth: number): Shape | undefined {
    let shape = this.#atom(depth);
    while (shape !== undefined && this.#text.startsWith('[]', this.#afterSpace())) {
      this.#at += 2;
      shape = { kind: 'array', items: shape };
    }
    return shape;
  }

  #atom(depth: number): Shape | undefined {
    if (this.#takes('{')) return this.#object(depth);
    if (this.#takes('(')) return this.#closedBy(')', this.#union(depth + 1));
    if (this.#takes('[')) {
      const items = this.#closedBy(']', this.#union(depth + 1));
      return items && { kind: 'array', items };
    }
    const literal = this.#literal();
    if (literal !== undefined) return { kind: 'enum', values: [literal] };
    const word = this.#take(NAME);
    return word === undefined ? undefined : this.#named(word, depth);
  }

  #named(word: string, depth: number): Shape | undefined {
    const parameters = this.#parameters(depth);
    if (parameters === undefined) return undefined;
    const lower = word.toLowerCase();
    if (LISTS.has(lower)) return { kind: 'array', items: parameters[0] ?? ANY };
    if (OBJECTS.has(lower)) {
      const values = parameters.at(-1);
      return values === undefined ? { kind: 'object', fields: [], rest: true } : { kind: 'map', values };
    }
    if (lower === 'optional' && parameters[0] !== undefined) return unionOf([parameters[0], NULL]);
    if (ANYTHING.has(lower)) return ANY;
    if (lower === 'true' || lower === 'false') return { kind: 'enum', values: [lower === 'true'] };
    const known = Object.hasOwn(WORDS, lower) ? WORDS[lower] : undefined;
    return known ?? unknown(`the table does not say what ${word} is`);
  }

  /** `<A, B>` and Python's `[A, B]`; an empty list if there are none. */
  #parameters(depth: number): readonly Shape[] | undefined {
    const isPython = this.#text[this.#afterSpace()] === '[' && this.#text[this.#at + 1] !== ']';
    if (!isPython && !this.#takes('<')) return [];
    if (isPython) this.#at++;
    const shapes: Shape[] = [];
    do {
      const shape = this.#union(depth + 1);
      if (shape === undefined) return undefined;
      shapes.push(shape);
    } while (this.#takes(','));
    return this.#takes(isPython ? ']' : '>') ? shapes : undefined;
  }

  #object(depth: number): Shape | undefined {
    const fields: Field[] = [];
    while (!this.#takes('}')) {
      const name = this.#quoted() ?? this.#take(NAME);
      if (name === undefined) {
        // `...` after some fields: there are more.
        if (!this.#takes('...') && !this.#takes('…')) return undefined;
      } else {
        const optional = this.#takes('?');
        const shape = this.#takes(':') ? this.#union(depth + 1) : unknown('the table gives it no type');
        if (shape === undefined) return undefined;
        fields.push({ name, naming: 'declared', shape, required: !optional });
      }
      if (!this.#takes(',') && !this.#takes(';') && this.#text[this.#afterSpace()] !== '}') return undefined;
    }
    return { kind: 'object', fields, rest: true };
  }

  #literal(): string | number | undefined {
    const quoted = this.#quoted();
    if (quoted !== undefined) return quoted;
    const numeral = this.#take(NUMERAL);
    return numeral === undefined ? undefined : Number(numeral);
  }

  #quoted(): string | undefined {
    const quote = this.#text[this.#afterSpace()];
    if (quote !== '"' && quote !== "'") return undefined;
    const end = this.#text.indexOf(quote, this.#at + 1);
    if (end === -1) return undefined;
    const inner = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return inner;
  }

  #closedBy(sign: string, shape: Shape | undefined): Shape | undefined {
    return this.#takes(sign) ? shape : undefined;
  }

  #takes(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#afterSpace())) return false;
    this.#at += sign.length;
    return true;
  }

  #take(form: RegExp): string | undefined {
    if (form !== SPACE) this.#afterSpace();
    form.lastIndex = this.#at;
    const found = form.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #afterSpace(): number {
    this.#take(SPACE);
    return this.#at;
  }
}

/** Constants become one list of values. */
function unionOf(options: readonly Shape[]): Shape {
  const values = options.flatMap((option) => (option.kind === 'enum' ? option.values : []));
  const others = options.filter(({ kind }) => kind !== 'enum');
  const parts: readonly Shape[] = values.length === 0 ? others : [{ kind: 'enum', values }, ...others];
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'union', options: parts };
}

function unreadable(text: string): Shape {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return unknown(`its entry in the table cannot be parsed: ${shown}`);
}
