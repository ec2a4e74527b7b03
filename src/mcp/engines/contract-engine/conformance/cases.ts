import type { Operation } from '../../../../contracts/contract.js';
import type { OpenedContract } from '../../../../contracts/open.js';
import { isMapping } from '../../../../contracts/place.js';
import { isJson } from '../responses/choose-answer.js';
import { DEFS, type JsonSchema, LISTS, MAPS, ONE, type WrittenSchema } from '../responses/schema-writer.js';
import { validators } from '../responses/validator.js';
import { writtenAnswers } from '../responses/written-answers.js';
import { type RequestParameter, type RequestParts, requestParts } from './requests.js';
import { sampleOf } from './samples.js';
import type { TestCase } from './test-case.js';

/** The content of a test file. */
export interface TestPlan {
  readonly title: string;
  readonly contract: string;
  readonly cases: readonly TestCase[];
  /** By subject, status and media type: a schema, or null when the contract has none. No media type: no body. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, JsonSchema | null>>>>>>;
  readonly defs: Readonly<Record<string, JsonSchema>>;
  /** Untested operations and parts of answers, with reasons. */
  readonly untested: readonly string[];
}

const READING = ['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE'];

/** Plans the tests of a contract. @throws UserError when it is broken */
export async function planTests(opened: OpenedContract, withNegative: boolean): Promise<TestPlan> {
  const { contract } = opened;
  const answers: Record<string, Record<string, Record<string, JsonSchema | null>>> = {};
  const defs: Record<string, JsonSchema> = {};
  const cases: TestCase[] = [];
  const untested: string[] = [];
  for (const [index, operation] of contract.operations.entries()) {
    const parts = requestParts(opened, operation);
    const positive = await positiveCase(operation, parts, contract.operations);
    if (typeof positive === 'string') {
      untested.push(`${operation.subject}: ${positive}`);
      continue;
    }
    answers[operation.subject] = answersOf(opened, operation, defs, index);
    untested.push(...unsupportedParts(opened, operation));
    cases.push(positive, ...(withNegative ? negativeCases(operation, parts, positive) : []));
  }
  return { title: contract.title, contract: contract.id, cases, answers, defs, untested };
}

/** Gives the definitions of each schema a separate name. */
function answersOf(opened: OpenedContract, operation: Operation, defs: Record<string, JsonSchema>, index: number) {
  const answers: Record<string, Record<string, JsonSchema | null>> = {};
  for (const [at, { status, bodies }] of writtenAnswers(opened, operation).entries()) {
    const byType: Record<string, JsonSchema | null> = {};
    for (const [place, { mediaType, written }] of bodies.entries()) {
      byType[mediaType] = written === undefined || !isJson(mediaType) ? null : ownDefs(written, `${index}.${at}.${place}-`, defs);
    }
    answers[status] = byType;
  }
  return answers;
}

/** The parts of an operation's answers that the tests do not compare. */
function unsupportedParts(opened: OpenedContract, operation: Operation): readonly string[] {
  const uncompared = writtenAnswers(opened, operation).flatMap(({ status, bodies }) =>
    bodies.flatMap(({ mediaType, written }) => {
      const about = `${operation.subject} (${status}, ${mediaType})`;
      if (written === undefined) return [];
      if (!isJson(mediaType)) return [`${about}: what is no JSON is not held against its schema.`];
      const words = UNCHECKED.filter((word) => [written.schema, ...Object.values(written.defs)].some((each) => uses(each, word)));
      return [...written.unsupported, ...words.map((word) => `\`${word}\` is not compared.`)].map((why) => `${about}: ${why}`);
    }),
  );
  return [...new Set(uncompared)];
}

/** Keywords of JSON Schema that the checkers of the tests do not support. */
const UNCHECKED = ['contains', 'propertyNames', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems'];

function uses(schema: unknown, word: string): boolean {
  if (!isMapping(schema)) return false;
  const lists = LISTS.flatMap((each) => schema[each] ?? []);
  const maps = MAPS.flatMap((each) => (isMapping(schema[each]) ? Object.values(schema[each]) : []));
  return word in schema || [...ONE.map((each) => schema[each]), schema.items, ...lists, ...maps].some((part) => uses(part, word));
}

function ownDefs({ schema, defs }: WrittenSchema, prefix: string, all: Record<string, JsonSchema>): JsonSchema {
  for (const [name, inner] of Object.entries(defs)) all[`${prefix}${name}`] = renamed(inner, prefix);
  return renamed(schema, prefix);
}

/** A request that must succeed, or why none can be made. */
async function positiveCase(operation: Operation, parts: RequestParts, all: readonly Operation[]): Promise<TestCase | string> {
  const { subject, method } = operation;
  const path = subject.slice(method.length + 1);
  if (parts.body === undefined && operation.requestBodies.some(({ required }) => required)) return 'its body is no JSON.';
  const needed = parts.parameters.filter((each) => each.required || each.example !== undefined);
  const values: Record<string, TestCase['values'][string]> = {};
  const given = new Map<RequestParameter, unknown>();
  for (const parameter of needed) {
    const value = await valueFor(parameter.written, parameter.example);
    if (value === undefined) return `no value for its parameter ${parameter.name} can be made.`;
    given.set(parameter, value.value);
    if (parameter.in === 'path') {
      const from = listFor(path, parameter.name, all);
      values[parameter.name] = {
        value: value.value,
        isKnown: parameter.example !== undefined,
        ...(from === undefined ? {} : { from }),
      };
    }
  }
  const at = (place: string) => [...given].filter(([parameter]) => parameter.in === place);
  const body =
    parts.body && (parts.body.required || parts.body.example !== undefined)
      ? await valueFor(parts.body.written, parts.body.example)
      : undefined;
  if (parts.body?.required === true && body === undefined) return 'no value for its body can be made.';
  const cookies = at('cookie').map(([{ name }, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return {
    name: `${subject} answers as promised`,
    method,
    path,
    values,
    query: at('query').map(([{ name }, value]) => [name, value] as const),
    headers: {
      ...Object.fromEntries(at('header').map(([{ name }, value]) => [name, String(value)])),
      ...(cookies.length === 0 ? {} : { Cookie: cookies.join('; ') }),
    },
    ...(body === undefined || parts.body === undefined ? {} : { body: body.value, mediaType: parts.body.mediaType }),
    expects: 'kept',
    writes: !READING.includes(method),
    secured: (operation.credentials ?? []).length > 0 && (operation.credentials ?? []).every((way) => way.length > 0),
  };
}

/** A value that the schema allows; the document's own example counts unchecked. */
async function valueFor(written: WrittenSchema, example: unknown): Promise<{ readonly value: unknown } | undefined> {
  if (example !== undefined) return { value: example };
  const value = sampleOf(written.schema, written.defs);
  const compile = await validators();
  return compile(written)(value).length === 0 ? { value } : undefined;
}

/** Of `/books/{id}` the list is `/books`, if its request needs no unknown values. */
function listFor(path: string, name: string, all: readonly Operation[]): string | undefined {
  const at = path.indexOf(`/{${name}}`);
  const list = at <= 0 ? undefined : path.slice(0, at);
  if (list === undefined || list.includes('{')) return undefined;
  const isThere = all.some(
    ({ subject, parameters }) => subject === `GET ${list}` && !parameters.some(({ required }) => required),
  );
  return isThere ? list : undefined;
}

const SHOWN = ['examples', 'readOnly'];

/** A schema with prefixed reference names and without annotations. */
function renamed(schema: unknown, prefix: string): JsonSchema {
  if (!isMapping(schema)) return schema !== false;
  const inner = (each: unknown): JsonSchema => renamed(each, prefix);
  const words = Object.entries(schema).filter(([word]) => !SHOWN.includes(word));
  return Object.fromEntries(
    words.map(([word, value]) => {
      if (word === '$ref') return [word, `${prefix}${String(value).slice(`${DEFS}#/$defs/`.length)}`];
      if (word === 'items' || ONE.includes(word)) return [word, inner(value)];
      if (LISTS.includes(word) && Array.isArray(value)) return [word, value.map(inner)];
      if (MAPS.includes(word) && isMapping(value)) return [word, mapped(value, inner)];
      return [word, value];
    }),
  );
}

const mapped = (
  map: Readonly<Record<string, unknown>>,
  inner: (each: unknown) => JsonSchema,
): Readonly<Record<string, JsonSchema>> => Object.fromEntries(Object.entries(map).map(([name, each]) => [name, inner(each)]));

type Body = NonNullable<RequestParts['body']>;

/** Invalid requests, each with one fault. @param right a valid one */
function negativeCases(operation: Operation, { parameters, body }: RequestParts, right: TestCase): readonly TestCase[] {
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
