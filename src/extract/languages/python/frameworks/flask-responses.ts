import type { Expression } from '../../../../facts/expression.js';
import type { Response, Route } from '../../../../facts/fact.js';
import { statusOf } from '../known-calls.js';
import { type FunctionDefinition, lookup, originOf, type Scope } from '../scope.js';
import { literal, type Source, unknown } from '../source.js';
import { lastName, type Node } from '../syntax.js';
import { readValue } from '../values.js';

/** Decorators that leave what is returned as it is. */
const PLAIN =
  /^(?:route|get|post|put|patch|delete|login_required|jwt_required|jwt_optional|token_required|require_\w+|requires_\w+|roles_\w+|cross_origin|limit|staticmethod|cached|cache|doc|expect|param|deprecated|csrf_exempt)$/;

/**
 * What a view returns, as Flask makes a response of it (https://flask.palletsprojects.com/en/stable/quickstart/#about-responses):
 * dictionaries and lists are JSON, texts are HTML, a tuple adds status and headers.
 */
export function returnedBy(source: Source, definition: FunctionDefinition | undefined): Pick<Route, 'responses' | 'incomplete'> {
  if (definition === undefined) return { responses: [], incomplete: 'its handler is not read' };
  const changing = definition.decorators.find((one) => !PLAIN.test(lastName(one.kind === 'call' ? one.of : one) ?? ''));
  if (changing !== undefined)
    return {
      responses: [],
      incomplete: `${lastName(changing.kind === 'call' ? changing.of : changing) ?? 'a decorator'} may change what it returns`,
    };
  const all = definition.results.map((node) => responseOf(source, definition.inside, node));
  const responses = all.flatMap((one) => one ?? []);
  return responses.length === all.length && all.length > 0
    ? { responses }
    : { responses, incomplete: 'not all that it returns is understood' };
}

function responseOf(source: Source, scope: Scope, node: Node | undefined): Response | undefined {
  if (node === undefined) return undefined;
  const parts = node.kind === 'tuple' ? node.items : [node];
  const [body, status] = parts;
  if (body === undefined) return undefined;
  const sent = bodyOf(source, scope, body);
  if (sent === undefined) return undefined;
  const given =
    status === undefined || status.kind === 'dict' ? literal(200) : (statusOf(status) ?? unknown('its status is not read'));
  const isEmpty = given.kind === 'literal' && given.value === 204;
  return { status: given, ...sent, ...(isEmpty ? { mediaType: 'none' } : {}), at: source.at(node.start) };
}

function bodyOf(source: Source, scope: Scope, node: Node): Pick<Response, 'body' | 'mediaType'> | undefined {
  if (node.kind === 'await') return bodyOf(source, scope, node.of);
  if (node.kind === 'dict' || node.kind === 'list' || node.kind === 'comprehension')
    return { body: readValue(source, scope, node) };
  if (node.kind === 'text') return { body: { kind: 'scalar', type: 'string' }, mediaType: 'text/html' };
  if (node.kind === 'name') {
    const binding = lookup(scope, node.name)?.binding;
    const [held] = binding?.kind === 'variable' && binding.values.length === 1 ? binding.values : [];
    return held?.kind === 'dict' || held?.kind === 'list' || isJsonify(scope, held)
      ? held && namedBody(source, scope, node, held)
      : undefined;
  }
  if (node.kind !== 'call') return undefined;
  if (isJsonify(scope, node)) return { body: jsonified(source, scope, node) };
  if (lastName(node.of) === 'render_template') return { body: { kind: 'scalar', type: 'string' }, mediaType: 'text/html' };
  return undefined;
}

function namedBody(source: Source, scope: Scope, node: Node, held: Node): Pick<Response, 'body'> {
  return { body: held.kind === 'call' ? jsonified(source, scope, held) : readValue(source, scope, node) };
}

function isJsonify(scope: Scope, node: Node | undefined): boolean {
  return node?.kind === 'call' && lastName(node.of) === 'jsonify' && originOf(scope, node.of) !== undefined;
}

/** `jsonify(value)`, `jsonify(a=1, b=2)`, `jsonify(1, 2)`. */
function jsonified(source: Source, scope: Scope, call: Extract<Node, { kind: 'call' }>): Expression {
  const [first] = call.arguments;
  if (call.arguments.length === 1 && first !== undefined && first.name === undefined && first.star === undefined)
    return readValue(source, scope, first.value);
  if (call.arguments.some((one) => one.star === 1 || (one.name === undefined && one.star === undefined)))
    return { kind: 'array', items: unknown('several values') };
  return {
    kind: 'object',
    members: call.arguments.map((one) =>
      one.name === undefined
        ? { kind: 'spread', value: readValue(source, scope, one.value) }
        : { kind: 'property', name: one.name, value: readValue(source, scope, one.value), at: source.at(one.value.start) },
    ),
  };
}
