import type { Response, Route } from '../../../../facts/fact.js';
import { statusOf } from '../known-calls.js';
import { type FunctionDefinition, originOf, type Scope } from '../scope.js';
import { literal, type Source, unknown } from '../source.js';
import { argument, keyword, lastName, type Node } from '../syntax.js';
import { readValue } from '../values.js';

/** What a view returns: `Response(data, status)` of REST framework, `JsonResponse(data)` of Django. */
export function sentBy(source: Source, handler: FunctionDefinition | undefined): Pick<Route, 'responses' | 'incomplete'> {
  if (handler === undefined) return { responses: [], incomplete: 'what its base class sends is not worked out' };
  const all = handler.results.map((node) => responseOf(source, handler.inside, node));
  const responses = all.flatMap((one) => one ?? []);
  const isAll = responses.length === all.length && all.length > 0;
  return isAll ? { responses } : { responses, incomplete: 'not all that it returns is understood' };
}

function responseOf(source: Source, scope: Scope, node: Node | undefined): Response | undefined {
  if (node?.kind !== 'call') return undefined;
  const name = lastName(node.of) ?? '';
  const origin = originOf(scope, node.of) ?? '';
  const given = keyword(node, 'status') ?? argument(node, 1);
  const status = given === undefined ? literal(200) : (statusOf(given) ?? unknown('its status is not read'));
  const isEmpty = status.kind === 'literal' && status.value === 204;
  const at = source.at(node.start);
  const data = argument(node, 0, 'data');
  if (name === 'Response' && origin.startsWith('rest_framework')) {
    if (isEmpty || data === undefined) return { status, mediaType: 'none', body: literal(null), at };
    // a renderer of the class or of the settings may wrap it
    return { status, body: unknown('what serializers and renderers make of it is not worked out'), at };
  }
  if (name === 'JsonResponse' && data !== undefined)
    return { status: keyword(node, 'status') === undefined ? literal(200) : status, body: readValue(source, scope, data), at };
  if (/^HttpResponse(?:NoContent)?$/.test(name) || name === 'render' || name === 'redirect')
    return {
      status: name === 'redirect' ? literal(302) : status,
      mediaType: 'text/html',
      body: { kind: 'scalar', type: 'string' },
      at,
    };
  return undefined;
}
