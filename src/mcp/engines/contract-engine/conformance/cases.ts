import type { Operation } from '../../../../contracts/contract.js';
import type { OpenedContract } from '../../../../contracts/open.js';
import { isMapping } from '../../../../contracts/place.js';
import { isJson } from '../responses/choose-answer.js';
import { type JsonSchema, LISTS, MAPS, ONE, type WrittenSchema } from '../responses/schema-writer.js';
import { validators } from '../responses/validator.js';
import { writtenAnswers } from '../responses/written-answers.js';
import { negativeCases } from './negative-cases.js';
import { renamed } from './renamed.js';
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
