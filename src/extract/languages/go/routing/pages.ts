import type { Response } from '../../../../facts/fact.js';
import type { Place } from '../source.js';
import type { Node } from '../syntax/node.js';
import { placeOf } from '../syntax/text.js';
import { packageMember } from './hints.js';

/** Functions and types that only convert their argument to a handler. */
export const CONVERSION = /^(?:HandlerFunc|WrapF|WrapH|WrapHandler|WrapMiddleware|HTTPHandler|HTTPHandlerFunc)$/;

/** Package handlers that never answer JSON, with their media type. */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [/^github\.com\/prometheus\/client_golang\/prometheus\/promhttp\.Handler(?:For)?$/, 'text/plain; version=0.0.4'],
  [/^github\.com\/swaggo\/(?:http|gin|echo)-swagger\.(?:\w*Wrap)?Handler$/, 'text/html'],
];

/** The response of such a handler. */
export function pageOf(place: Place, node: Node): Response | undefined {
  if (node.kind === 'call') {
    const [only] = node.given;
    const isConverted = node.of.kind === 'member' && CONVERSION.test(node.of.name);
    return pageOf(place, isConverted && only !== undefined ? only : node.of);
  }
  const made = packageMember(place, node);
  const mediaType = made && PAGES.find(([names]) => names.test(`${made.path}.${made.name}`))?.[1];
  if (mediaType === undefined) return undefined;
  const at = placeOf(place.source.text, node.start);
  return { status: { kind: 'literal', value: 200 }, mediaType, body: { kind: 'scalar', type: 'string' }, at };
}
