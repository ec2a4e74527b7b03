import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { root } from '../../architecture/source-files.js';

type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

interface Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Schema;
  readonly bodyRequired?: boolean;
  readonly answers: Readonly<Record<string, Schema | null>>;
}

interface Description {
  readonly operations: readonly Described[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** Values of the parameters of a request, of the types that GitHub describes. */
export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** An operation of GitHub's, found for a request. */
export interface Operation {
  readonly id: string;
  /** From the path, by the names that GitHub's description gives. */
  readonly path: Parameters;
  /** The query, converted; and what is wrong with it. */
  readonly query: (given: URLSearchParams) => { readonly query: Parameters; readonly wrong: readonly string[] };
  /** What is wrong with a body; `undefined` stands for none. */
  readonly body: (given: unknown) => readonly string[];
  /** What an answer of ours has that GitHub's has not. */
  readonly answer: (status: number, body: unknown) => readonly string[];
}

const description = JSON.parse(
  readFileSync(join(root, '__tests__', 'github', 'loopback', 'operations.json'), 'utf8'),
) as Description;

/** Objects hold nothing but what is described: a field that GitHub does not know does nothing there, and a test would pass on it. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inner && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner;
}

/** Branches of a combination only narrow the object they stand in. */
function closedOutside(schema: Schema): unknown {
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const parts = Object.entries({ anyOf, oneOf, allOf }).filter(([, value]) => value !== undefined);
  return { ...('properties' in rest ? (closed(rest) as object) : rest), ...Object.fromEntries(parts) };
}

const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
const coercing = new Ajv({ strict: false, allErrors: true, coerceTypes: 'array', logger: false });
for (const checker of [ajv, coercing]) {
  checker.addFormat('date-time', (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text));
  checker.addFormat('uri', (text: string) => URL.canParse(text));
  checker.addFormat('int64', true);
  checker.addFormat('email', true);
}

const schemas = Object.fromEntries(
  Object.entries(description.schemas).map(([name, schema]) => [name, name.startsWith('outline:') ? closed(schema) : schema]),
);
const compiled = new Map<string, ValidateFunction>();

function checker(key: string, schema: unknown, by = ajv): ValidateFunction {
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = by.compile({ schemas, ...(schema as object) });
  compiled.set(key, made);
  return made;
}

function complaints(errors: readonly ErrorObject[] | null | undefined): readonly string[] {
  return (errors ?? []).map(({ instancePath, message = '', params }) => {
    const extra = 'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : '';
    return `${instancePath === '' ? 'it' : instancePath} ${message}${extra}`;
  });
}

/** The parts of a path that a template names, or undefined where it is another path. Only the last part may hold slashes. */
function match(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'path' ? '(.*)' : '([^/]+)'));
  const found = new RegExp(`^${pattern}$`).exec(path);
  if (found === null) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
}

function parametersOf(described: Described, where: 'path' | 'query', given: Readonly<Record<string, string>>) {
  const known = described.parameters.filter((parameter) => parameter.in === where);
  const schema = {
    type: 'object',
    required: known.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(known.map((parameter) => [parameter.name, parameter.schema])),
    additionalProperties: false,
  };
  const values: Record<string, string> = { ...given };
  const valid = checker(`${described.id} ${where}`, schema, coercing);
  return { values: values as Parameters, wrong: valid(values) ? [] : complaints(valid.errors) };
}

function bodyMistakes(described: Described, given: unknown): readonly string[] {
  if (given === undefined) return described.bodyRequired === true ? ['a body is required'] : [];
  if (described.body === undefined) return ['no body is expected'];
  const valid = checker(`${described.id} body`, closedOutside(described.body));
  return valid(given) ? [] : complaints(valid.errors);
}

function answerMistakes(described: Described, status: number, body: unknown): readonly string[] {
  const schema = described.answers[String(status)];
  if (schema === undefined) return status < 300 ? [`${described.id} never answers ${status}`] : [];
  if (schema === null || typeof body !== 'object') return [];
  const valid = checker(`${described.id} answer ${status}`, closed(schema));
  return valid(body) ? [] : complaints(valid.errors);
}

/** Which operation a request means; undefined: none that GitHub describes and the fixture holds. */
export function findOperation(method: string, path: string): Operation | undefined {
  for (const described of description.operations) {
    const found = described.method === method ? match(described.path, path) : undefined;
    if (found === undefined) continue;
    const { values, wrong } = parametersOf(described, 'path', found);
    if (wrong.length > 0) continue;
    return {
      id: described.id,
      path: values,
      query: (given) => {
        const read = parametersOf(described, 'query', Object.fromEntries(given));
        return { query: read.values, wrong: read.wrong };
      },
      body: (given) => bodyMistakes(described, given),
      answer: (status, body) => answerMistakes(described, status, body),
    };
  }
  return undefined;
}

/** Ids of the operations that the fixture holds. */
export const operationIds: readonly string[] = description.operations.map(({ id }) => id);
