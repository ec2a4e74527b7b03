import { simpleName, type TypeRef } from '../unit.js';

const ANYTHING = new Set([
  '?',
  'Object',
  'Any',
  'var',
  'T',
  'R',
  'E',
  'Serializable',
  'JsonNode',
  'ObjectNode',
  'JsonObject',
  'JsonArray',
  'JSONObject',
]);
const MAPS = /^(?:Mutable|Linked|Hash|Tree|Sorted|Concurrent|LinkedHash|ConcurrentHash|MultiValue|Model)?Map$/;
/** Types whose type arguments describe their content. */
const HOLDERS = new Set(
  (
    'ResponseEntity HttpEntity RestResponse HttpResponse MutableHttpResponse Mono Flux Flow Uni Multi Optional CompletableFuture CompletionStage Callable ' +
    'DeferredResult List MutableList Set Collection Iterable ArrayList Page [] Response Deferred Single Maybe Future'
  ).split(' '),
);

export const isMap = (name: string): boolean => MAPS.test(simpleName(name));

/** Does a declared type leave the body open? A map type shows at most the values, never the names. */
export function saysNothing(type: TypeRef | undefined): boolean {
  if (type === undefined) return true;
  const name = simpleName(type.name);
  if (ANYTHING.has(name) || isMap(name)) return true;
  return HOLDERS.has(name) && (type.arguments.length === 0 || type.arguments.some(saysNothing));
}

/** Does a declared class leave some of its members open, as `Answer<?>` and `Answer<Object>` do? */
export function leavesOpen(type: TypeRef | undefined): boolean {
  if (type === undefined || saysNothing(type)) return false;
  return type.arguments.some((one) => saysNothing(one) || leavesOpen(one));
}
