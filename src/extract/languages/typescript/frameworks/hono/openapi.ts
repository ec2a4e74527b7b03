import { ts } from 'ts-morph';
import { ABSENT, type Expression, type ObjectMember, STRING } from '../../../../../facts/expression.js';
import type { Response } from '../../../../../facts/fact.js';
import { colons, writtenPath } from '../../../../engine/paths.js';
import { atOf } from '../../at.js';
import { propertyOf } from '../../decorators.js';
import { objectOf } from '../../names/in-file.js';
import { memberName, place } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import type { RouterFile } from '../../routers/framework.js';
import type { Source } from '../../source.js';
import { readValue } from '../../values/values.js';

/** Name of a route's declared responses, as a function of the object that `createRoute` returns. It exists only in facts. */
export const DECLARED = '(responses)';

/**
 * `createRoute({ method, path, responses })` returns an object that `app.openapi(route, handler)` registers, often in another
 * file. TypeScript checks the handler against the declared responses, so these are what it sends.
 */
export function readCreatedRoutes({ source, innerFirst }: RouterFile): void {
  for (const call of innerFirst) {
    const origin = ts.isCallExpression(call) ? originOf(source, call.expression) : undefined;
    const [given] = call.arguments ?? [];
    if (origin?.name !== 'createRoute' || !/^(?:npm:)?@hono\/zod-openapi/.test(origin.specifier) || given === undefined) continue;
    const value = readValue(source, given);
    if (value.kind !== 'object') source.bound.set(call, value);
    else
      source.bound.set(call, {
        kind: 'object',
        members: [...value.members.map(withOpenApiPath), ...declared(source, call, given)],
      });
  }
}

/** Its path is in OpenAPI's dialect, `/users/{id}` (https://github.com/honojs/middleware/tree/main/packages/zod-openapi). */
function withOpenApiPath(member: ObjectMember): ObjectMember {
  if (member.kind !== 'property' || member.name !== 'path' || member.value.kind !== 'literal') return member;
  const { value } = member.value;
  if (typeof value !== 'string' || !value.includes(':')) return member;
  return { ...member, value: writtenPath(value.replaceAll(/\{([^{}]+)\}/g, ':$1'), colons) };
}

/** A function that sends the declared responses of the route; none where they cannot be read here. */
function declared(source: Source, call: ts.Node, given: ts.Expression): readonly ObjectMember[] {
  const responses = objectOf(source, propertyOf(objectOf(source, given), 'responses'));
  if (responses === undefined) return [];
  const at = atOf(source, call);
  const name = `createRoute@${place(source.tree, call)}`;
  const spreads = responses.properties.filter(ts.isSpreadAssignment).map((one) => readValue(source, one.expression));
  const sends = responses.properties.flatMap((one) => responseOf(source, one));
  source.record.add({
    kind: 'callable',
    name,
    sends,
    ...(spreads.length > 0 && { spreads }),
    at,
  });
  return [{ kind: 'method', name: DECLARED, callable: name, at }];
}

/** `200: { description, content: { 'application/json': { schema } } }`. */
function responseOf(source: Source, property: ts.ObjectLiteralElementLike): readonly Response[] {
  if (!ts.isPropertyAssignment(property)) return [];
  const at = atOf(source, property);
  const status = statusOf(source, property.name);
  if (status === undefined) return [];
  const value = objectOf(source, property.initializer);
  const content = value === undefined ? undefined : propertyOf(value, 'content');
  if (value === undefined || content === undefined) {
    // `jsonContent(schema, 'words')` of stoker and similar helpers is resolved where linking finds their return value.
    return [
      value === undefined ? fromCall(source, property.initializer, status, at) : { status, mediaType: 'none', body: ABSENT, at },
    ];
  }
  const media = objectOf(source, content);
  if (media === undefined) return [{ status, body: { kind: 'unknown', why: 'its content is declared elsewhere' }, at }];
  return media.properties.flatMap((one): readonly Response[] => {
    const mediaType = memberName(one.name);
    if (mediaType === undefined) return [];
    if (!/json/.test(mediaType)) return [{ status, mediaType, body: STRING, at }];
    const schema = ts.isPropertyAssignment(one) ? propertyOf(objectOf(source, one.initializer), 'schema') : undefined;
    const body: Expression =
      schema === undefined
        ? { kind: 'unknown', why: 'its schema is declared elsewhere' }
        : { kind: 'operator', operator: 'described', of: readValue(source, schema) };
    return [{ status, body, at }];
  });
}

/** Content that a function creates from a schema, its first argument: `jsonContent(schema, description)`. */
function fromCall(source: Source, node: ts.Expression, status: Expression, at: Response['at']): Response {
  const isJson = ts.isCallExpression(node) && /json/i.test(node.expression.getText(source.tree));
  const [schema] = ts.isCallExpression(node) ? node.arguments : [];
  if (!isJson || schema === undefined) return { status, body: { kind: 'unknown', why: 'its content is declared elsewhere' }, at };
  return { status, body: { kind: 'operator', operator: 'described', of: readValue(source, schema) }, at };
}

/** `200`, `'200'`, `[HttpStatusCodes.OK]`. */
function statusOf(source: Source, name: ts.PropertyName): Expression | undefined {
  if (ts.isComputedPropertyName(name)) return readValue(source, name.expression);
  const status = Number(memberName(name));
  return Number.isInteger(status) ? { kind: 'literal', value: status } : undefined;
}
