import type { Contract, ExpectedResponse, Operation } from '../../src/contracts/contract.js';
import type { Codebase, CodeResponse, CodeRoute } from '../../src/facts/codebase.js';
import type { Method, RouteMethod } from '../../src/model/endpoint.js';
import type { EnumValue, Field, ObjectShape, ScalarType, Shape } from '../../src/model/shape.js';
import { NULL } from '../../src/model/shape.js';
import type { Paired } from '../../src/rules/pairing/pair.js';
import type { Pairing, RuleContext } from '../../src/rules/rule.js';

/** What tests of rules are given: shapes, contracts and code, written shortly. */

export const scalar = (type: ScalarType, format?: string): Shape =>
  format === undefined ? { kind: 'scalar', type } : { kind: 'scalar', type, format };
export const text = scalar('string');
export const integer = scalar('integer');
export const number = scalar('number');
export const flag = scalar('boolean');
export const constants = (...values: readonly EnumValue[]): Shape => ({ kind: 'enum', values });
export const list = (items: Shape): Shape => ({ kind: 'array', items });
export const tuple = (...items: readonly Shape[]): Shape => ({ kind: 'tuple', items });
export const map = (values: Shape): Shape => ({ kind: 'map', values });
export const either = (...options: readonly Shape[]): Shape => ({ kind: 'union', options });
export const nullable = (shape: Shape): Shape => either(shape, NULL);
export const ref = (name: string): Shape => ({ kind: 'ref', name });
export const unseen = (why = 'not declared'): Shape => ({ kind: 'unknown', why });

/** `{ id: integer, 'name?': text }`: a name that ends in `?` is optional, in `!w` write-only. */
export function fieldsOf(fields: Readonly<Record<string, Shape>>, file?: string): readonly Field[] {
  return Object.entries(fields).map(([written, shape], index) => {
    const name = written.replace(/\?$|!w$/, '');
    return {
      name,
      naming: 'declared',
      shape,
      required: !written.endsWith('?'),
      ...(written.endsWith('!w') ? { access: 'write' as const } : {}),
      ...(file === undefined ? {} : { at: { file, line: index + 1 } }),
    };
  });
}
/** An object of the code: these fields and no others. */
export const sent = (fields: Readonly<Record<string, Shape>>, rest: ObjectShape['rest'] = false): Shape => ({
  kind: 'object',
  fields: fieldsOf(fields),
  rest,
});
/** An object of a contract that does not forbid others. */
export const required = (fields: Readonly<Record<string, Shape>>, rest: ObjectShape['rest'] = true): Shape => ({
  kind: 'object',
  fields: fieldsOf(fields),
  rest,
});

export const CONTRACT_FILE = 'openapi.yaml';

/** `GET /users 200` -> an operation; the responses are as given. Its line is that of its place in the contract, times ten. */
export function operation(subject: string, responses: readonly ExpectedResponse[] = [], line = 10): Operation {
  const [method = '', path = ''] = subject.split(' ');
  return {
    subject,
    method: method as Method,
    path,
    parameters: [],
    requestBodies: [],
    responses,
    security: [],
    deprecated: false,
    at: { file: CONTRACT_FILE, line },
  };
}

export function response(status: string, shape?: Shape, mediaType = 'application/json'): ExpectedResponse {
  const at = { file: CONTRACT_FILE, line: 12 };
  return shape === undefined ? { status, at } : { status, mediaType, shape, at };
}

export function contract(operations: readonly (Operation | string)[], parts: Partial<Contract> = {}): Contract {
  return {
    id: CONTRACT_FILE,
    kind: 'openapi',
    title: 'Bookshop',
    version: '1.0.0',
    at: { file: CONTRACT_FILE, line: 1 },
    prefixes: [],
    messages: [],
    models: [],
    operations: operations.map((one, index) => (typeof one === 'string' ? operation(one, [], (index + 1) * 10) : one)),
    definitions: new Map(),
    gaps: [],
    ...parts,
  };
}

/** `GET /users` -> a route; `GET …/users`: one whose start could not be read. Its file is `app.ts` unless given. */
export function route(written: string, responses: readonly CodeResponse[] = [], parts: Partial<CodeRoute> = {}): CodeRoute {
  const [method = '', path = ''] = written.split(' ');
  return {
    method: method as RouteMethod,
    path: path.replace('…', ''),
    ...(path.startsWith('…') ? { prefixUnknown: true } : {}),
    by: 'typescript/express',
    at: { file: 'app.ts', line: 1 },
    responses,
    ...parts,
  };
}

export function sends(shape: Shape, status: number | null = 200, mediaType?: string, line = 5): CodeResponse {
  return {
    ...(status === null ? {} : { status }),
    ...(mediaType === undefined ? {} : { mediaType }),
    shape,
    at: { file: 'app.ts', line },
  };
}

export function codebase(routes: readonly (CodeRoute | string)[], parts: Partial<Codebase> = {}): Codebase {
  return {
    routes: routes.map((one, index) =>
      typeof one === 'string' ? route(one, [], { at: { file: 'app.ts', line: index + 1 } }) : one,
    ),
    messages: [],
    models: [],
    soughtModels: [],
    types: new Map(),
    gaps: [],
    ...parts,
  };
}

export const NO_TYPES: RuleContext = { types: new Map() };

export function pairing(expectation: Operation, actuals: readonly CodeRoute[], parts: Partial<Pairing> = {}): Pairing {
  return {
    contract: contract([expectation]),
    subject: expectation.subject,
    expectation,
    actuals,
    hiddenBy: [],
    near: [],
    ...parts,
  };
}

/** Subject -> the routes that keep it, or why none does. */
export function summary({ pairings }: Paired): Readonly<Record<string, string>> {
  return Object.fromEntries(pairings.map((one) => [one.subject, verdict(one)]));
}

function verdict({ undecided, actuals, hiddenBy, near }: Pairing): string {
  if (undecided !== undefined) return 'undecided';
  if (actuals.length > 0) return actuals.map(({ method, path }) => `${method} ${path}`).join(', ');
  if (hiddenBy.length > 0) return 'hidden';
  return ['missing', ...near.map(({ route: { method, path }, differs }) => `${differs}: ${method} ${path}`)].join(', ');
}
