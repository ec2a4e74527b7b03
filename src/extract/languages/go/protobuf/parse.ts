import type { At } from '../../../../facts/expression.js';
import { placesIn } from '../../../../model/line-table.js';

/** The declarations of one .proto file. https://protobuf.dev/reference/protobuf/proto3-spec/ */
export interface ProtoFile {
  readonly package: string;
  readonly messages: readonly Message[];
  readonly enums: readonly Enum[];
  readonly services: readonly Service[];
}

/** Nested messages and enums have qualified names: `Order.Line`. */
export interface Message {
  readonly name: string;
  readonly fields: readonly ProtoField[];
  readonly at: At;
}

export interface Enum {
  readonly name: string;
  readonly values: readonly string[];
  readonly at: At;
}

export interface ProtoField {
  readonly name: string;
  /** Value of the option `json_name`. */
  readonly jsonName?: string;
  readonly type: string;
  /** `optional`: declared so, or a member of a `oneof`. */
  readonly label?: 'repeated' | 'optional' | 'map';
  readonly at: At;
}

export interface Service {
  readonly name: string;
  readonly methods: readonly Rpc[];
  readonly at: At;
}

export interface Rpc {
  readonly name: string;
  readonly result: string;
  readonly streams: boolean;
  readonly rules: readonly HttpRule[];
  readonly at: At;
}

/** https://github.com/googleapis/googleapis/blob/master/google/api/http.proto */
export interface HttpRule {
  readonly method: string;
  readonly path: string;
  readonly responseBody?: string;
}

interface Token {
  readonly text: string;
  /** The content of a string token. */
  readonly value?: string;
  readonly at: number;
}

const WORD = /[\w.]+/y;

/** Comments are removed, adjacent strings joined. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    if (/\s/.test(char)) at += 1;
    else if (text.startsWith('//', at)) at = endOf(text, '\n', at);
    else if (text.startsWith('/*', at)) at = endOf(text, '*/', at);
    else if (char === '"' || char === "'") {
      const start = at;
      for (at += 1; at < text.length && text.charAt(at) !== char; at += 1) if (text.charAt(at) === '\\') at += 1;
      at += 1;
      const value = text.slice(start + 1, at - 1);
      const before = tokens.at(-1);
      if (before?.value === undefined) tokens.push({ text: '"', value, at: start });
      else tokens.splice(-1, 1, { ...before, value: before.value + value });
    } else {
      WORD.lastIndex = at;
      const word = WORD.exec(text)?.[0] ?? char;
      tokens.push({ text: word, at });
      at += word.length;
    }
  }
  return tokens;
}

function endOf(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? text.length : found + end.length;
}

/** Messages nested deeper than this are not analysed. */
const MAX_DEPTH = 50;
/** Longer package names do not exist. */
const MAX_NAME = 300;

/** Parses the declarations of a file and skips syntax that it does not support. */
export const parseProto = (text: string): ProtoFile => new Parser(text).file();

class Parser {
  readonly #tokens: readonly Token[];
  readonly #placeAt: (offset: number) => At;
  readonly #messages: Message[] = [];
  readonly #enums: Enum[] = [];
  #index = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
    this.#placeAt = placesIn(text);
  }

  file(): ProtoFile {
    const services: Service[] = [];
    let named = '';
    while (this.#isOpen()) {
      if (this.#takes('message')) this.#message('', 0);
      else if (this.#takes('enum')) this.#enum('');
      else if (this.#takes('service')) services.push(this.#service());
      else {
        if (this.#sees('package')) named = this.#text(1).slice(0, MAX_NAME);
        this.#skip();
      }
    }
    return { package: named, messages: this.#messages, enums: this.#enums, services };
  }

  #isOpen(): boolean {
    return this.#index < this.#tokens.length;
  }

  #text(offset = 0): string {
    return this.#tokens[this.#index + offset]?.text ?? '';
  }

  #sees(text: string): boolean {
    return this.#text() === text;
  }

  #takes(text: string): boolean {
    const found = this.#sees(text);
    if (found) this.#index += 1;
    return found;
  }

  #next(): string {
    const text = this.#text();
    this.#index += 1;
    return text;
  }

  #at(): At {
    return this.#placeAt(this.#tokens[this.#index]?.at ?? 0);
  }

  /** Moves past the next `;`, or past the braces before it. */
  #skip(): readonly Token[] {
    const start = this.#index;
    for (let depth = 0; this.#isOpen(); ) {
      const text = this.#next();
      if (/^[{[(]$/.test(text)) depth += 1;
      else if (/^[}\])]$/.test(text)) depth -= 1;
      if (depth <= 0 && (text === ';' || text === '}')) break;
    }
    return this.#tokens.slice(start, this.#index);
  }

  /** Each statement between braces. */
  #block(read: () => void): void {
    while (this.#isOpen() && !this.#takes('{')) this.#index += 1;
    while (this.#isOpen() && !this.#takes('}')) if (!this.#takes(';')) read();
  }

  #message(outer: string, depth: number): void {
    const at = this.#at();
    const name = `${outer}${this.#text()}`;
    const fields: ProtoField[] = [];
    this.#block(() => {
      const isField = this.#text(1) === '=';
      if (!isField && depth < MAX_DEPTH && this.#takes('message')) this.#message(`${name}.`, depth + 1);
      else if (!isField && this.#takes('enum')) this.#enum(`${name}.`);
      else if (this.#takes('oneof')) this.#block(() => this.#field('optional', fields));
      else {
        const label = this.#takes('repeated') ? 'repeated' : this.#takes('optional') ? 'optional' : undefined;
        this.#takes('required');
        this.#field(label, fields);
      }
    });
    this.#messages.push({ name, fields, at });
  }

  #field(label: ProtoField['label'], fields: ProtoField[]): void {
    const at = this.#at();
    const isMap = this.#sees('map') && this.#text(1) === '<';
    if (isMap) this.#index += 4;
    const [type, name] = [this.#text(), this.#text(isMap ? 2 : 1)];
    const isField = this.#text(isMap ? 3 : 2) === '=' && type !== 'option';
    const rest = this.#skip();
    const json = rest.findIndex(({ text }) => text === 'json_name');
    const jsonName = json < 0 ? undefined : rest[json + 2]?.value;
    const labelled = isMap ? 'map' : label;
    if (isField)
      fields.push({ name, type, ...(jsonName !== undefined && { jsonName }), ...(labelled && { label: labelled }), at });
  }

  #enum(outer: string): void {
    const at = this.#at();
    const name = `${outer}${this.#text()}`;
    const values: string[] = [];
    this.#block(() => {
      if (this.#text(1) === '=' && !this.#sees('option')) values.push(this.#text());
      this.#skip();
    });
    this.#enums.push({ name, values, at });
  }

  #service(): Service {
    const at = this.#at();
    const name = this.#text();
    const methods: Rpc[] = [];
    this.#block(() => {
      if (this.#takes('rpc')) methods.push(this.#rpc());
      else this.#skip();
    });
    return { name, methods, at };
  }

  #rpc(): Rpc {
    const at = this.#at();
    const name = this.#text();
    while (this.#isOpen() && !this.#takes('returns')) this.#index += 1;
    this.#takes('(');
    const streams = this.#text(1) !== ')' && this.#takes('stream');
    const result = this.#next();
    this.#takes(')');
    const rules: HttpRule[] = [];
    if (this.#sees('{'))
      this.#block(() => {
        const option = this.#skip();
        const named = option.findIndex(({ text }) => text === 'google.api.http');
        if (option[0]?.text === 'option' && named >= 0) rules.push(...rulesOf(option.slice(named + 2)));
      });
    return { name, result, streams, rules, at };
  }
}

const METHODS = /^(?:get|put|post|delete|patch)$/;

/** `= {get: "/v1/items" additional_bindings {…}}`, `.get = "/v1/items"`: a rule has a method, or a `custom` kind and path. */
function rulesOf(tokens: readonly Token[]): readonly HttpRule[] {
  const [first, , path] = tokens;
  const single = first?.text.startsWith('.') === true ? first.text.slice(1) : '';
  if (METHODS.test(single)) return path?.value === undefined ? [] : [{ method: single.toUpperCase(), path: path.value }];
  const rules: { method?: string; path?: string; responseBody?: string }[] = [{}];
  for (const [index, { text }] of tokens.entries()) {
    const [after, value] = [tokens[index + 1], tokens[index + 2]?.value];
    if (text === 'additional_bindings') rules.push({});
    const rule = rules.at(-1);
    if (after?.text !== ':' || value === undefined || rule === undefined) continue;
    if (METHODS.test(text)) Object.assign(rule, { method: text.toUpperCase(), path: value });
    else if (text === 'kind') rule.method = value === '*' ? 'ANY' : value.toUpperCase();
    else if (text === 'path' || text === 'response_body')
      Object.assign(rule, { [text === 'path' ? 'path' : 'responseBody']: value });
  }
  return rules.flatMap(({ method, path, ...rest }) =>
    method === undefined || path === undefined ? [] : [{ method, path, ...rest }],
  );
}
