import type { Operation } from '../../../../contracts/contract.js';
import { isMapping } from '../../../../contracts/place.js';
import { DEFS, type WrittenSchema } from '../responses/schema-writer.js';
import type { RequestParameter, RequestParts } from './requests.js';
import type { TestCase } from './test-case.js';

type Body = NonNullable<RequestParts['body']>;

/** Invalid requests, each with one fault. @param right a valid one */
export function negativeCases(operation: Operation, { parameters, body }: RequestParts, right: TestCase): readonly TestCase[] {
  const { subject } = operation;
  const cases = [
    ...parameters.flatMap((each) => wrongParameters(each, right)),
    ...(body === undefined ? [] : wrongBodies(body, right)),
  ];
  const refused = cases.map(
    ({ what, request }): TestCase => ({ ...request, name: `${subject} refuses ${what}`, expects: 'refused' }),
  );
  if (!right.secured) return refused;
  return [...refused, { ...right, name: `${subject} refuses callers who do not say who they are`, expects: 'unauthorized' }];
}

interface Wrong {
  readonly what: string;
  readonly request: TestCase;
}

const NO_NUMBER = 'not-a-number';

function wrongParameters({ name, required, in: place, written }: RequestParameter, right: TestCase): readonly Wrong[] {
  const types = typesOf(written);
  const isNumber = types.length > 0 && types.every((type) => type === 'integer' || type === 'number');
  const text = `a text for ${name}`;
  if (place === 'path') {
    const values = { ...right.values, [name]: { value: NO_NUMBER, isKnown: true } };
    return isNumber ? [{ what: text, request: { ...right, values } }] : [];
  }
  if (place !== 'query') return [];
  const others = right.query.filter(([each]) => each !== name);
  return [
    ...(required ? [{ what: `a request without ${name}`, request: { ...right, query: others } }] : []),
    ...(isNumber ? [{ what: text, request: { ...right, query: [...others, [name, NO_NUMBER] as const] } }] : []),
  ];
}

function wrongBodies({ required, written }: Body, right: TestCase): readonly Wrong[] {
  const { body, mediaType: _type, ...without } = right;
  const empty = required ? [{ what: 'a request without a body', request: without }] : [];
  if (!isMapping(body)) return empty;
  const fields = requiredFields(written).filter((name) => Object.hasOwn(body, name));
  const lacking = fields.map((name): Wrong => {
    const left = Object.fromEntries(Object.entries(body).filter(([each]) => each !== name));
    return { what: `a body without ${name}`, request: { ...right, body: left } };
  });
  // A list is neither a text nor a number.
  const wrong = fields
    .filter((name) => typeof body[name] === 'string' || typeof body[name] === 'number')
    .filter((name) => allowsNoList(written, name))
    .map((name): Wrong => ({ what: `a list for ${name}`, request: { ...right, body: { ...body, [name]: [] } } }));
  return [...empty, ...lacking, ...wrong];
}

function typesOf({ schema, defs }: WrittenSchema): readonly unknown[] {
  const resolved = resolvedIn(schema, defs);
  return resolved === undefined || resolved.type === undefined ? [] : [resolved.type].flat();
}

function requiredFields({ schema, defs }: WrittenSchema): readonly string[] {
  const resolved = resolvedIn(schema, defs);
  const own = Array.isArray(resolved?.required) ? resolved.required.map(String) : [];
  const parts = Array.isArray(resolved?.allOf) ? resolved.allOf : [];
  return [...new Set([...own, ...parts.flatMap((part) => requiredFields({ schema: part, defs, unsupported: [] }))])];
}

/** Certain when the field's own type is a text or a number. */
function allowsNoList({ schema, defs }: WrittenSchema, name: string): boolean {
  const properties = resolvedIn(schema, defs)?.properties;
  const types = isMapping(properties)
    ? typesOf({ schema: properties[name] as WrittenSchema['schema'], defs, unsupported: [] })
    : [];
  return types.length > 0 && types.every((type) => ['string', 'integer', 'number', 'boolean', 'null'].includes(String(type)));
}

function resolvedIn(schema: unknown, defs: WrittenSchema['defs'], depth = 0): Readonly<Record<string, unknown>> | undefined {
  if (!isMapping(schema)) return undefined;
  const { $ref } = schema;
  if (typeof $ref !== 'string' || depth > 20) return schema;
  return resolvedIn(defs[$ref.slice(`${DEFS}#/$defs/`.length)], defs, depth + 1);
}
