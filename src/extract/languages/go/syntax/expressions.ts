import { stringValue } from './literals.js';
import { localName } from './local-types.js';
import type { CompositeNode, FunctionNode, Node, Parameter, Span } from './node.js';
import { operatorsFrom } from './operators.js';
import { parametersIn } from './parameters.js';
import { partsOf, Reader } from './reader.js';
import type { SourceText } from './text.js';

/** Parses the expression or type in a span. */
export function readNode(source: SourceText, { start, end }: Span): Node {
  return expression(new Reader(source, start, end));
}

/** Parses the comma-separated expressions in a span. */
export function readNodes(source: SourceText, { start, end }: Span): readonly Node[] {
  return partsOf(source, start, end).map((part) => readNode(source, part));
}

/** Parses parameters or results, without brackets. Either all have names or none: `(a, b int)`. */
export function readParameters(source: SourceText, span: Span): readonly Parameter[] {
  return parametersIn(new Reader(source, span.start, span.end), (reader) => expression(reader));
}

function expression(reader: Reader, least = 1): Node {
  let left = unary(reader);
  for (;;) {
    const found = operatorsFrom(reader.peek()).find(([operator]) => reader.sees(operator));
    if (found === undefined || found[1] < least) return left;
    reader.at += found[0].length;
    const right = expression(reader, found[1] + 1);
    left = { kind: 'binary', operator: found[0], left, right, start: left.start, end: right.end };
  }
}

const UNARY = new Set(['<-', '&', '*', '!', '-', '+', '^', '~']);

function unary(reader: Reader): Node {
  const operators: { operator: string; start: number }[] = [];
  for (;;) {
    const first = reader.peek();
    const operator = first === '<' ? '<-' : first;
    if (!UNARY.has(operator) || !reader.sees(operator)) break;
    operators.push({ operator, start: reader.at });
    reader.at += operator.length;
  }
  let node = primary(reader);
  for (const { operator, start } of operators.reverse()) {
    const isChannel = operator === '<-' && node.kind === 'channel';
    node = isChannel ? node : { kind: 'unary', operator, of: node, start, end: node.end };
  }
  return node;
}

function primary(reader: Reader): Node {
  let node = operand(reader);
  while (node.kind !== 'bad') {
    const next = suffix(reader, node);
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

function suffix(reader: Reader, node: Node): Node | undefined {
  const { start } = node;
  switch (reader.peek()) {
    case '.':
      reader.at += 1;
      return member(reader, node);
    case '(': {
      const inner = reader.bracket();
      if (inner === undefined) return reader.bad(start);
      const last = reader.source.bare.slice(Math.max(inner.start, inner.end - 200), inner.end);
      const tail = last.trimEnd();
      // gofmt adds a comma after the last line
      const isSpread = (tail.endsWith(',') ? tail.slice(0, -1).trimEnd() : tail).endsWith('...');
      const dots = isSpread ? last.length - last.lastIndexOf('...') : 0;
      const given = nodesIn(reader, { start: inner.start, end: inner.end - dots });
      // `f.(func(int))(1)` calls the function in `f`
      const of = node.kind === 'assert' ? node.of : node;
      return { kind: 'call', of, given, spread: dots > 0, start, end: reader.at };
    }
    case '[': {
      const inner = reader.bracket();
      if (inner === undefined) return reader.bad(start);
      if (hasColon(reader.source, inner)) return { kind: 'slice', of: node, start, end: reader.at };
      return { kind: 'index', of: node, keys: nodesIn(reader, inner), start, end: reader.at };
    }
    case '{':
      return mayBeFilled(node) ? composite(reader, node) : undefined;
    default:
      return undefined;
  }
}

function member(reader: Reader, of: Node): Node {
  if (reader.peek() === '(') {
    const inner = reader.bracket();
    if (inner === undefined) return reader.bad(of.start);
    const type = reader.source.bare.slice(inner.start, inner.end).trim() === 'type' ? undefined : nodesIn(reader, inner)[0];
    return { kind: 'assert', of, ...(type && { type }), start: of.start, end: reader.at };
  }
  const name = reader.name();
  return name === undefined ? reader.bad(of.start) : { kind: 'member', of, name, start: of.start, end: reader.at };
}

function hasColon(source: SourceText, { start, end }: Span): boolean {
  const parts = source.bare.slice(start, end);
  return parts.includes(':') && !parts.includes('{');
}

/** Whether a `{` after the type starts a composite literal. */
function mayBeFilled(node: Node): boolean {
  if (node.kind === 'index') return mayBeFilled(node.of);
  return (
    node.kind === 'name' ||
    node.kind === 'list' ||
    node.kind === 'map' ||
    node.kind === 'struct' ||
    (node.kind === 'member' && node.of.kind === 'name')
  );
}

function composite(reader: Reader, type: Node | undefined): Node {
  const start = type?.start ?? reader.at;
  const inner = reader.bracket();
  if (inner === undefined) return reader.bad(start);
  const elements = partsOf(reader.source, inner.start, inner.end).map((part) => elementIn(reader, part));
  const made: CompositeNode = { kind: 'composite', ...(type && { type }), elements, start, end: reader.at };
  return made;
}

function elementIn(reader: Reader, part: Span): CompositeNode['elements'][number] {
  const inner = reader.inside(part.start, part.end);
  if (inner === undefined) return { value: { kind: 'bad', ...part } };
  const first = valueIn(inner);
  return inner.takes(':') ? { key: asKey(first), value: valueIn(inner) } : { value: first };
}

/** A field name never refers to a local type. */
const asKey = (node: Node): Node => (node.kind === 'name' ? { ...node, name: node.name.split('@')[0] ?? node.name } : node);

const valueIn = (reader: Reader): Node => (reader.peek() === '{' ? composite(reader, undefined) : expression(reader));

function nodesIn(reader: Reader, { start, end }: Span): readonly Node[] {
  return partsOf(reader.source, start, end).map((part): Node => {
    const inner = reader.inside(part.start, part.end);
    return inner === undefined ? { kind: 'bad', ...part } : expression(inner);
  });
}

const NUMBER = /\d[\w.]*/y;

function operand(reader: Reader): Node {
  const char = reader.peek();
  const start = reader.at;
  if (char === '"' || char === '`') return text(reader, char);
  if (char === "'") {
    reader.at = reader.source.bare.indexOf("'", start + 1) + 1 || reader.end;
    return { kind: 'rune', start, end: reader.at };
  }
  if (char === '(') {
    const inner = reader.bracket();
    return (inner && nodesIn(reader, inner)[0]) ?? reader.bad(start);
  }
  if (char === '[') return list(reader);
  NUMBER.lastIndex = start;
  const number = NUMBER.exec(reader.source.bare)?.[0];
  if (number !== undefined) {
    reader.at = start + number.length;
    return { kind: 'number', text: number, start, end: reader.at };
  }
  const name = reader.name();
  if (name === undefined) return reader.bad(start);
  return (
    keyword(reader, name, start) ?? {
      kind: 'name',
      name: localName(reader.source.locals, name, start),
      start,
      end: reader.at,
    }
  );
}

function text(reader: Reader, quote: string): Node {
  const start = reader.at;
  const end = reader.source.bare.indexOf(quote, start + 1);
  reader.at = end < 0 ? reader.end : end + 1;
  return { kind: 'string', value: stringValue(reader.source.text.slice(start, reader.at)), start, end: reader.at };
}

/** `[]T`, `[3]T`, `[...]T`. */
function list(reader: Reader): Node {
  const start = reader.at;
  if (reader.bracket() === undefined) return reader.bad(start);
  const of = type(reader);
  return { kind: 'list', of, start, end: of.end };
}

/** Parses a type where a following `{` does not belong to it. */
function type(reader: Reader): Node {
  const start = reader.at;
  if (reader.takes('*')) {
    const of = type(reader);
    return { kind: 'unary', operator: '*', of, start, end: of.end };
  }
  let node = operand(reader);
  if (node.kind === 'function' && node.body !== undefined) {
    const { body, ...of } = node;
    reader.at = body.start - 1;
    return { ...of, end: reader.at };
  }
  while (node.kind === 'name' || node.kind === 'member') {
    const next = reader.sees('.') || reader.sees('[') ? suffix(reader, node) : undefined;
    if (next === undefined) break;
    node = next;
  }
  return node;
}

function keyword(reader: Reader, name: string, start: number): Node | undefined {
  if (name === 'func') return func(reader, start);
  if (name === 'chan') {
    reader.takes('<-');
    const of = type(reader);
    return { kind: 'channel', of, start, end: of.end };
  }
  if (name === 'map' && reader.sees('[')) {
    const inner = reader.bracket();
    const key = inner && nodesIn(reader, inner)[0];
    if (key === undefined) return reader.bad(start);
    const of = type(reader);
    return { kind: 'map', key, of, start, end: of.end };
  }
  if ((name === 'struct' || name === 'interface') && reader.sees('{')) {
    const body = reader.bracket();
    return body === undefined ? reader.bad(start) : { kind: name, body, start, end: reader.at };
  }
  return undefined;
}

/** Parses the part after `func`: `(a, b int) (T, error) { … }`. */
function func(reader: Reader, start: number): Node {
  const given = reader.peek() === '(' ? reader.bracket() : undefined;
  if (given === undefined) return reader.bad(start);
  const parameters = parametersOf(reader, given);
  const results = resultsAt(reader);
  const body = reader.sees('{') ? reader.bracket() : undefined;
  const made: FunctionNode = { kind: 'function', parameters, results, ...(body && { body }), start, end: reader.at };
  return made;
}

/** Parses the results between parameters and body. */
export function resultsAt(reader: Reader): readonly Parameter[] {
  if (reader.peek() === '(') {
    const inner = reader.bracket();
    return inner === undefined ? [] : parametersOf(reader, inner);
  }
  if (!/[\p{L}_*[<]/u.test(reader.peek())) return [];
  const at = reader.at;
  return [{ type: type(reader), variadic: false, at }];
}

function parametersOf(reader: Reader, { start, end }: Span): readonly Parameter[] {
  const inner = reader.inside(start, end);
  return inner === undefined ? [] : parametersIn(inner, (at) => expression(at));
}
