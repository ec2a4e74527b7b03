import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Response } from '../../../../facts/fact.js';
import type { Link } from './response-chains.js';

/** The media types that links of a chain set: `type('json')`, `set('Content-Type', 'text/csv')`. `*\/*`: a computed type. */
export function typeOfLink(link: Link): string | undefined {
  const given = givenType(link);
  if (given === undefined) return undefined;
  if (!ts.isStringLiteralLike(given)) return '*/*';
  if (/json/.test(given.text)) return 'application/json';
  if (given.text.includes('/')) return given.text.split(';')[0] ?? given.text;
  return SHORT_TYPES.get(given.text.replace(/^\./, '')) ?? '*/*';
}

/** Whether a body is a string, which most frameworks send as text. */
export function isText(value: Expression): boolean {
  return (
    value.kind === 'text' ||
    (value.kind === 'literal' && typeof value.value === 'string') ||
    (value.kind === 'scalar' && value.type === 'string')
  );
}

const COMPUTED: Expression = { kind: 'unknown', why: 'what decides its media type is not followed' };

/** A body with a media type other than plain JSON is text. With a computed type, only literals are certainly JSON. */
export function typedBody(type: string, value: Expression): Pick<Response, 'mediaType' | 'body'> {
  if (type !== '*/*') return { mediaType: type, body: { kind: 'scalar', type: 'string' } };
  return { body: value.kind === 'object' || value.kind === 'tuple' ? value : COMPUTED };
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

const SHORT_TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html'],
  ['text', 'text/plain'],
  ['txt', 'text/plain'],
  ['xml', 'application/xml'],
  ['csv', 'text/csv'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
]);
