import { deleteEntry, openGiven, openMap } from '../assignments.js';
import { bindingOf, type Place, type Source, unknown } from '../source.js';
import type { CallNode, Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { mayRegister, originOf } from './escapes.js';
import { hintOf, isAnswering } from './hints.js';
import { storedBy } from './ranges.js';

/** Records that a function may change a map argument. */
export function handOver(place: Place, { of, given }: CallNode): void {
  const { source, scope } = place;
  if (of.kind === 'name' && of.name === 'len') return;
  if (of.kind === 'name' && of.name === 'delete') deleteEntry(place, given, of.start);
  for (const one of given) {
    const named = one.kind === 'unary' ? one.of : one;
    const binding = named.kind === 'name' ? bindingOf(scope, named.name) : undefined;
    const isGivenAway = binding?.map === true && (one.kind === 'unary' || mayFill(place, of, given) || isDeleting(source, of));
    if (isGivenAway && named.kind === 'name') openGiven(place, named.name);
    const stored = binding?.expression;
    if (stored?.kind !== 'name' || !/^(?:object|map)$/.test(storedBy(source, stored).kind)) continue;
    source.passed.add(stored.name);
    if (isDeleting(source, of))
      source.constants.set(stored.name, {
        kind: 'constant',
        name: stored.name,
        value: GONE,
        at: placeOf(source.text, one.start),
      });
    // `json.Unmarshal(bytes, &m)`
    else if (one.kind === 'unary' || mayFill(place, of, given)) openMap(source, stored.name);
  }
}

/** Whether a function may add entries to a map: not if it sends the map, or only reads it. */
function mayFill(place: Place, of: Node, given: readonly Node[]): boolean {
  if (of.kind === 'name' && (/^(?:append|delete|panic|print(?:ln)?)$/.test(of.name) || place.source.types.has(of.name)))
    return false;
  const path = originOf(place, of);
  if (path !== undefined) return path === 'maps' || mayRegister(path);
  if ((of.kind !== 'name' && of.kind !== 'member') || READS.test(of.name)) return false;
  const on = of.kind === 'member' ? [of.of] : [];
  return ![...on, ...given].some((one) => isAnswering(hintOf(place, one))) && !isSeenToRead(place.source, of.name);
}

/** Names of functions that send or log their arguments. */
const READS = /^(?:publish|send|emit|produce|enqueue|write|respond|reply|render|json|encode|marshal|log|debug|info|warn|error)/i;

/** Whether functions of the file with this name add nothing to their arguments, and do not pass them to `maps`. */
function isSeenToRead({ functions, text }: Source, name: string): boolean {
  const all = functions.length > MAX_FUNCTIONS ? [] : functions.filter((one) => one.name === name);
  return (
    all.length > 0 &&
    all.every(({ body }) => body !== undefined && !/\]\s*=(?!=)|\bdelete\(|\bmaps\./.test(text.bare.slice(body.start, body.end)))
  );
}

/** Whether a function of the file with this name deletes entries of a map. */
const isDeleting = ({ functions, text }: Source, of: Node): boolean =>
  (of.kind === 'name' || of.kind === 'member') &&
  functions.length <= MAX_FUNCTIONS &&
  functions.some(
    (one) => one.name === of.name && one.body !== undefined && /\bdelete\(/.test(text.bare.slice(one.body.start, one.body.end)),
  );

const GONE = unknown('a function that is given the map takes entries out of it');

/** Files with more functions than this are not searched. */
const MAX_FUNCTIONS = 500;
