import { lookup, onlyValue, originOf, type Scope } from './scope.js';
import { argument, type Node } from './syntax/syntax.js';

const DUMPS =
  /^(?:(?:json|simplejson|ujson|orjson|rapidjson|flask\.json|bottle)\.(?:dumps|json_dumps)|robyn(?:\.\w+)*\.jsonify|msgspec\.json\.encode|tornado\.escape\.json_encode)$/;

/** Media types of JSON: `application/json`, `application/problem+json; charset=utf-8`. */
export const JSON_TYPE = /^application\/(?:[\w.-]{1,80}\+)?json\b/;

/** The value and scope behind an encoded text: `json.dumps(x)`, `json.dumps(x).encode()`, directly or through a variable. */
export function encodedIn(
  scope: Scope,
  node: Node | undefined,
  hops = 0,
): { readonly node: Node; readonly scope: Scope } | undefined {
  // `text = text.encode()`
  if (hops > 5) return undefined;
  if (node?.kind === 'name') {
    const found = lookup(scope, node.name);
    const stored = onlyValue(found?.binding);
    return found !== undefined && stored?.kind === 'call' ? encodedIn(found.scope, stored, hops + 1) : undefined;
  }
  if (node?.kind !== 'call') return undefined;
  if (DUMPS.test(originOf(scope, node.of) ?? '')) {
    const value = argument(node, 0);
    return value && { node: value, scope };
  }
  const isEncoded = node.of.kind === 'attribute' && (node.of.name === 'encode' || node.of.name === 'decode');
  return isEncoded && node.of.kind === 'attribute' ? encodedIn(scope, node.of.of, hops) : undefined;
}
