import { ts } from 'ts-morph';
import { propertyOf } from '../decorators.js';
import type { Source } from '../source.js';
import { readValue } from '../values/values.js';
import { rawBody, type Sent, typeOfHeaders } from './web-responses.js';

/** Servers whose handlers return objects with such a member as bodies. */
const SERVERS = /["'](?:express|@nestjs\/|@hapi\/|hapi["']|fastify|koa|h3)/;

/** Whether a file may hold handlers of AWS Lambda. */
export const isOfLambda = (text: string): boolean => /\bstatusCode\b/.test(text) && !SERVERS.test(text);

/**
 * What `{ statusCode, headers, body }` sends that a function of AWS Lambda returns; undefined: it is no such result. A text is JSON
 * unless a header says otherwise.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html#api-gateway-simple-proxy-for-lambda-output-format
 */
export function lambdaResult(source: Source, node: ts.Expression): Sent | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const status = propertyOf(node, 'statusCode');
  if (status === undefined || node.properties.some((one) => ts.isSpreadAssignment(one))) return undefined;
  // the text stands for bytes
  const encoded = propertyOf(node, 'isBase64Encoded');
  if (encoded !== undefined && encoded.kind !== ts.SyntaxKind.FalseKeyword) return undefined;
  const type = typeOfHeaders(propertyOf(node, 'headers') ?? propertyOf(node, 'multiValueHeaders'));
  return rawBody(source, propertyOf(node, 'body'), readValue(source, status), type ?? 'application/json');
}
