import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Response } from '../../../../facts/fact.js';
import { COMPUTED_TYPE, mediaTypeNamed } from '../../../../facts/responses/media-types.js';
import type { Source } from '../source.js';
import { readValue } from '../values/values.js';
import type { Link } from './response-chains.js';

/** A media type; `''`: none, `*\/*`: a computed one. An expression evaluates to it: `ContentTypes.FHIR`. */
export type MediaType = string | Expression;

/** The media types that links of a chain set: `type('json')`, `set('Content-Type', 'text/csv')`. */
export function typeOfLink(source: Source, link: Link): MediaType | undefined {
  const given = givenType(link);
  if (given === undefined) return undefined;
  const value = readValue(source, given);
  if (value.kind === 'literal') return mediaTypeNamed(String(value.value)) ?? '*/*';
  return value.kind === 'unknown' ? '*/*' : value;
}

/** Whether a body is a string, which most frameworks send as text. */
export function isText(value: Expression): boolean {
  return (
    value.kind === 'text' ||
    (value.kind === 'literal' && typeof value.value === 'string') ||
    (value.kind === 'scalar' && value.type === 'string')
  );
}

/** A body with a media type other than plain JSON is text. With a computed type, only literals are certainly JSON. */
export function typedBody(type: MediaType, value: Expression): Pick<Response, 'mediaType' | 'typedAs' | 'body'> {
  if (typeof type !== 'string') return { typedAs: type, body: value };
  if (type !== '*/*') return { mediaType: type, body: { kind: 'scalar', type: 'string' } };
  return { body: value.kind === 'object' || value.kind === 'tuple' ? value : { kind: 'unknown', why: COMPUTED_TYPE } };
}

function givenType({ name, arguments: given = [] }: Link): ts.Expression | undefined {
  const [first, second] = given;
  if (name === 'type' || name === 'contentType') return first;
  if (name === 'writeHead') return headerOf(given.at(-1));
  if (!/^(?:set|headers?|setHeader)$/.test(name)) return undefined;
  if (first !== undefined && ts.isStringLiteralLike(first)) return /^content-type$/i.test(first.text) ? second : undefined;
  return headerOf(first);
}

/** `{ 'Content-Type': … }`. */
function headerOf(node: ts.Expression | undefined): ts.Expression | undefined {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  for (const one of node.properties) {
    if (ts.isPropertyAssignment(one) && ts.isStringLiteralLike(one.name) && /^content-type$/i.test(one.name.text))
      return one.initializer;
  }
  return undefined;
}
