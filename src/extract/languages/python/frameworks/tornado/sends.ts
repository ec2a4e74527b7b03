import type { Expression } from '../../../../../facts/expression.js';
import type { Forward, Response } from '../../../../../facts/fact.js';
import { encodedIn } from '../../json-texts.js';
import { type ClassDefinition, type FunctionDefinition, lookup, originOf, type Scope } from '../../scope.js';
import { literal, type Source, unknown } from '../../source.js';
import { statusIn } from '../../statuses.js';
import { wayBetween } from '../../syntax/blocks.js';
import { argument, lastName, type Node } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';

type Call = Extract<Node, { kind: 'call' }>;

/**
 * `RequestHandler` methods that send no body for a contract operation, and name prefixes of functions that only check or refuse.
 */
const SILENT =
  /^(?:set_|add_header|clear|get_|log_|check_|require_|static_url|reverse_url|decode_argument|flush|detach|on_|prepare$|initialize$|head$|__\w+__$|_?(?:is|has|load|parse|validate|send_error|write_error|redirect|authori[sz]e|authenticate))/;

/**
 * Records what the methods of a handler send (https://www.tornadoweb.org/en/stable/web.html#output).
 *
 * @param known which classes of the file override the sending methods
 */
export function recordSends(source: Source, definition: ClassDefinition, known: Known): void {
  for (const method of definition.methods)
    if (!passesOn(source, method)) source.record.sends.set(method.fact, () => sentBy(source, method, known));
}

/** What a method sends itself, and the methods to which it delegates. */
function sentBy(
  source: Source,
  method: FunctionDefinition,
  known: Known,
): { sends: Response[]; forwards: Forward[]; incomplete?: string } {
  const { inside } = method;
  const sends: Response[] = [];
  const forwards: Forward[] = [];
  let incomplete: string | undefined;
  let pieces = 0;
  let written = 0;
  let finished: Call | undefined;
  for (const { call, isRetained } of callsOf(source, method)) {
    const name = selfMethod(call);
    if (name === undefined) {
      if (call.arguments.some(({ value }) => value.kind === 'name' && value.name === 'self'))
        incomplete ??= 'a function that is given the handler may send something';
      continue;
    }
    const data = argument(call, 0, 'chunk');
    if ((name === 'write' || name === 'finish') && data !== undefined) {
      const chunk = chunkOf(source, method, call, data, known);
      pieces += chunk.response.mediaType === undefined ? 0 : 1;
      written += 1;
      incomplete ??= chunk.incomplete;
      if (chunk.forward !== undefined) forwards.push(chunk.forward);
      else if (chunk.incomplete === undefined) sends.push(chunk.response);
    } else if (name === 'finish') {
      finished = call;
      if (call.arguments.length > 0) incomplete ??= 'what finish is given is not read';
    } else if (name === 'render')
      sends.push({ status: literal(200), mediaType: 'text/html', body: unknown('a page'), at: source.at(call.start) });
    else if (name !== 'write' && !SILENT.test(name)) {
      const why = `what ${name} sends is not read`;
      const forward = forwardOf(source, method, call, why);
      if (forward !== undefined) forwards.push({ ...forward, ...(isRetained ? { lenient: true } : {}) });
      else if (!isRetained) incomplete ??= why;
    }
  }
  if (mayChooseSends(source, inside)) incomplete ??= 'a condition chooses what is written';
  // Tornado joins several pieces to one body, so a single piece does not show it
  if (pieces > 0 && written > 1) incomplete ??= 'its body is put together of several pieces';
  if (sends.length === 0 && forwards.length === 0 && onlyRaises(source, method)) incomplete ??= 'it only raises an error';
  if (incomplete === undefined && sends.length === 0 && forwards.length === 0 && isEmpty(method, finished)) {
    const at = source.at(finished?.start ?? method.start);
    sends.push({ status: statusAt(source, method, finished?.start ?? method.end), mediaType: 'none', body: literal(null), at });
  }
  return { sends, forwards, ...(incomplete === undefined ? {} : { incomplete }) };
}

/** A method that sends instead, with its arguments; undefined: named or spread arguments. */
function forwardOf(source: Source, { inside }: FunctionDefinition, call: Call, why: string): Forward | undefined {
  if (call.arguments.some((one) => one.name !== undefined || one.star !== undefined)) return undefined;
  const values = call.arguments.map(({ value }) => readValue(source, inside, value));
  return { call: { kind: 'returns', of: readValue(source, inside, call.of), values }, why };
}

/** The response of `self.write(data)`, `self.finish(data)`: the data, unless the service overrides the method. */
function chunkOf(
  source: Source,
  method: FunctionDefinition,
  call: Call,
  data: Node,
  known: Known,
): { readonly response: Response; readonly forward?: Forward; readonly incomplete?: string } {
  const { inside, owner } = method;
  const name = lastName(call.of) ?? '';
  const isOwn = method.name === 'write' || method.name === 'finish';
  const isLate = name === 'write' && setsAfter(source, method, call.start);
  const status = isOwn
    ? unknown('what calls it sets its status')
    : isLate
      ? unknown('its status is set after its body')
      : statusAt(source, method, call.start);
  const response = { status, ...bodyOf(source, inside, data), at: source.at(call.start) };
  // `finish` sends what `write` collected
  if (name === 'write' && owner !== undefined && overriddenIn(source, owner, 'finish', known) === 'here')
    return { response, incomplete: 'what finish sends is not read' };
  if (response.mediaType !== undefined || !mayOverride(source, owner, name, call, known)) return { response };
  const of = readValue(source, inside, call.of);
  const isText = encodedIn(inside, data) !== undefined;
  const values = [isText ? unknown('what it makes of a text is not read') : response.body];
  const forward: Forward = { call: { kind: 'returns', of, values }, why: `what ${name} sends is not read`, otherwise: response };
  return { response, forward };
}

/** Whether the service may override `write` or `finish`: in the class, unless the call is to its base, or in a base class. */
function mayOverride(source: Source, owner: ClassDefinition | undefined, name: string, { of }: Call, known: Known): boolean {
  const isBase = of.kind === 'attribute' && of.of.kind === 'call';
  return owner !== undefined && overriddenIn(source, owner, name, known, isBase) !== 'no';
}

/** A `write` or `finish` that passes its arguments to its base: `super().finish(*args, **kwargs)`. */
function passesOn(source: Source, method: FunctionDefinition): boolean {
  const { name, inside } = method;
  if (name !== 'write' && name !== 'finish') return false;
  const all = callsOf(source, method).filter(({ call }) => /^(?:write|finish)$/.test(selfMethod(call) ?? ''));
  return (
    all.length > 0 &&
    all.every(({ call: { of, arguments: given } }) => {
      const [first] = given;
      const passed = first?.value.kind === 'name' ? first.value.name : '';
      const binding = inside.bindings.get(passed);
      const isChanged = [inside.changed, inside.sets, inside.indexed].some((one) => one.has(passed));
      const isBase = of.kind === 'attribute' && of.of.kind === 'call' && of.name === name;
      return isBase && !isChanged && binding?.kind === 'parameter' && binding.index === 0;
    })
  );
}

/** By class and method, where it is overridden: in this file, or possibly in another. */
export type Known = Map<string, 'here' | 'elsewhere' | 'no'>;

function overriddenIn(
  source: Source,
  definition: ClassDefinition,
  name: string,
  known: Known,
  inherited = false,
): 'here' | 'elsewhere' | 'no' {
  const { arguments: given, outside, fact, methods } = definition;
  if (!inherited && methods.some((one) => one.name === name && !passesOn(source, one))) return 'here';
  const key = `${fact} ${name}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  known.set(key, 'no');
  const all = given.map(({ name: keyword, value }) => {
    const binding = value.kind === 'name' ? lookup(outside, value.name)?.binding : undefined;
    if (binding?.kind === 'class') return overriddenIn(source, binding.definition, name, known);
    const isPlain = keyword !== undefined || /^tornado\b|^object$/.test(originOf(outside, value) ?? '');
    return isPlain ? 'no' : 'elsewhere';
  });
  const result = all.includes('here') ? 'here' : all.includes('elsewhere') ? 'elsewhere' : 'no';
  known.set(key, result);
  return result;
}

/** A request method that sends nothing answers without a body; other methods are helpers. */
const isEmpty = ({ name }: FunctionDefinition, finished: Call | undefined): boolean =>
  finished !== undefined || /^(?:get|post|put|patch|delete)$/.test(name);

/** Whether the method's own block contains a `raise`. */
function onlyRaises({ masked: { bare } }: Source, { start, end }: FunctionDefinition): boolean {
  const lines = bare.slice(start, end).split('\n').slice(1);
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : [line.length - line.trimStart().length]));
  const own = Math.min(...indents);
  return lines.some((line) => line.search(/\S/) === own && /^\s*raise\b/.test(line));
}

/** Calls as statements, in `return` statements or in assignments, in source order. */
function callsOf(
  source: Source,
  { inside }: FunctionDefinition,
): readonly { readonly call: Call; readonly isRetained: boolean }[] {
  const own = inside.calls.flatMap(({ node, statement }) => {
    const call = unwrapped(node);
    const isRetained = source.masked.bare.slice(statement.start, node.start).includes('=');
    return call === undefined ? [] : [{ call, isRetained }];
  });
  const returned = inside.results.flatMap((node) => {
    const call = unwrapped(node);
    return call === undefined ? [] : [{ call, isRetained: false }];
  });
  return [...own, ...returned].toSorted((a, b) => a.call.start - b.call.start);
}

function unwrapped(node: Node | undefined): Call | undefined {
  if (node?.kind === 'await') return unwrapped(node.of);
  return node?.kind === 'call' ? node : undefined;
}

function selfMethod({ of }: Call): string | undefined {
  if (of.kind !== 'attribute') return undefined;
  const isOwn = of.of.kind === 'name' && of.of.name === 'self';
  return isOwn || (of.of.kind === 'call' && lastName(of.of.of) === 'super') ? of.name : undefined;
}

/** `self.write(a) if found else self.write(b)`. */
const mayChooseSends = ({ masked: { bare } }: Source, { calls, results }: Scope): boolean =>
  [...calls.map(({ node }) => node), ...results].some(
    (node) => node?.kind === 'choice' && /\bself\.(?:write|finish|render)\(/.test(bare.slice(node.start, node.end)),
  );

/** A dictionary is sent as JSON, a text as it is. */
function bodyOf(source: Source, scope: Scope, node: Node): Pick<Response, 'body' | 'mediaType'> {
  const encoded = encodedIn(scope, node);
  if (encoded !== undefined) return { body: readValue(source, encoded.scope, encoded.node) };
  if (node.kind === 'text' || isText(scope, node)) return { mediaType: 'text/html', body: { kind: 'scalar', type: 'string' } };
  return { body: readValue(source, scope, node) };
}

function isText(scope: Scope, node: Node): boolean {
  if (node.kind === 'operation') return isText(scope, node.left) || isText(scope, node.right);
  return node.kind === 'text' || (node.kind === 'call' && originOf(scope, node.of) === 'str');
}

const statusesOf = ({ inside }: FunctionDefinition): FunctionDefinition['inside']['calls'] =>
  inside.calls.filter(({ node }) => {
    const set = unwrapped(node);
    return set !== undefined && selfMethod(set) === 'set_status';
  });

/** Whether code may set a status after a write: Tornado sends nothing before the method ends. */
function setsAfter({ masked: { bare } }: Source, method: FunctionDefinition, place: number): boolean {
  const line = bare.lastIndexOf('\n', place) + 1;
  const from = line + bare.slice(line, place + 1).search(/\S/);
  return statusesOf(method).some(
    ({ statement }) => statement.start > place && wayBetween(bare, from, statement.start) !== 'left',
  );
}

/**
 * The status at a place: that of the last `set_status` before it whose block reaches the place. A call in a finished branch that
 * did not leave the method may apply or not.
 */
function statusAt(source: Source, method: FunctionDefinition, place: number): Expression {
  const before = statusesOf(method).filter(({ statement }) => statement.start < place);
  for (const { node, statement } of before.toReversed()) {
    const set = unwrapped(node);
    const way = wayBetween(source.masked.bare, statement.start, place);
    if (way === 'left') continue;
    const given = set === undefined ? undefined : argument(set, 0, 'status_code');
    if (way === 'unsure' || set === undefined || given === undefined) return unknown('its status is not read');
    return statusIn(source, method.inside, given);
  }
  return literal(200);
}
