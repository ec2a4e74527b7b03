import type { Contract, Operation, Parameter } from '../contracts/contract.js';
import { joinPaths, type PathTemplate } from '../model/endpoint.js';
import { NotMade, type Source, sampleValue } from './generate.js';
import { randomOf, seedFor } from './random.js';

/** Safe methods (RFC 9110, 9.2.1; QUERY by its draft). */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** Methods of tunnels and loop-back tests (Fetch, 2.2.1). */
const NEVER_SENT: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT']);
/** A token of RFC 9110, the syntax of header names. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

/** Examples that the contract gives for an operation. */
export interface Examples {
  readonly parameter: (place: Parameter['in'], name: string) => unknown;
  readonly body: unknown;
}

export interface PlanOptions {
  readonly seed: number;
  /** Call methods that change data too. */
  readonly allowWrites: boolean;
  /** The prefix of an operation's paths. */
  readonly prefixOf: (contract: Contract, operation: Operation) => PathTemplate;
  readonly examplesOf: (contract: Contract, operation: Operation) => Examples;
}

export interface Given {
  readonly parameter: Parameter;
  readonly value: unknown;
  /** The service may not have the value. */
  readonly madeUp: boolean;
}

/** A planned request. */
export interface Call {
  readonly contract: Contract;
  readonly operation: Operation;
  /** With its prefix and unfilled parameters. */
  readonly path: PathTemplate;
  readonly given: readonly Given[];
  readonly body?: { readonly mediaType: string; readonly value: unknown; readonly madeUp: boolean };
}

/** An operation with its request, or why it has none: a sentence without its full stop. */
export type Planned =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'none'; readonly contract: Contract; readonly operation: Operation; readonly why: string };

/** Plans one request per operation. Pure: the same seed gives the same requests. */
export function planCalls(contracts: readonly Contract[], options: PlanOptions): readonly Planned[] {
  return contracts.flatMap((contract) => contract.operations.map((operation) => planned(contract, operation, options)));
}

function planned(contract: Contract, operation: Operation, options: PlanOptions): Planned {
  const none = (why: string): Planned => ({ kind: 'none', contract, operation, why });
  if (!SAFE.has(operation.method) && !options.allowWrites)
    return none(`${operation.method} may change data; --allow-writes calls it`);
  if (NEVER_SENT.has(operation.method)) return none(`${operation.method} cannot be sent from here`);
  const source: Source = {
    random: randomOf(seedFor(options.seed, `${contract.id} ${operation.subject}`)),
    definitions: contract.definitions,
  };
  try {
    const examples = options.examplesOf(contract, operation);
    const path = joinPaths(options.prefixOf(contract, operation), operation.path);
    const given = operation.parameters.flatMap((parameter) => givenFor(parameter, examples, source));
    const body = bodyFor(operation, examples, source);
    return { kind: 'call', call: { contract, operation, path, given, ...(body === undefined ? {} : { body }) } };
  } catch (error) {
    if (error instanceof NotMade) return none(error.message);
    throw error;
  }
}

function givenFor(parameter: Parameter, examples: Examples, source: Source): readonly Given[] {
  const { name, in: place, required, shape } = parameter;
  if (place === 'header' && !TOKEN.test(name)) {
    if (!required) return [];
    throw new NotMade(`its parameter ${name.slice(0, 100)} has a name that no header can have`);
  }
  const example = examples.parameter(place, name);
  if (example !== undefined) return [{ parameter, value: example, madeUp: false }];
  if (!required) return [];
  try {
    return [{ parameter, value: sampleValue(shape, source), madeUp: true }];
  } catch (error) {
    if (error instanceof NotMade) throw new NotMade(`no value for its parameter ${name} can be made: ${error.message}`);
    throw error;
  }
}

function bodyFor({ requestBodies, method }: Operation, examples: Examples, source: Source): Call['body'] {
  const [first] = requestBodies;
  if (first === undefined) return undefined;
  // A body has no defined meaning here (RFC 9110, 9.3.1), and `fetch` refuses it.
  if (method === 'GET' || method === 'HEAD') {
    if (!first.required) return undefined;
    throw new NotMade(`a ${method} with a body cannot be sent from here`);
  }
  const body = requestBodies.find(({ mediaType }) => isJson(mediaType));
  if (body === undefined) {
    if (!first.required) return undefined;
    throw new NotMade(`its body is ${first.mediaType}, and only JSON can be made`);
  }
  const mediaType = body.mediaType.includes('*') ? 'application/json' : body.mediaType;
  if (examples.body !== undefined) return { mediaType, value: examples.body, madeUp: false };
  if (!body.required) return undefined;
  try {
    return { mediaType, value: sampleValue(body.shape, source), madeUp: true };
  } catch (error) {
    if (error instanceof NotMade) throw new NotMade(`no value for its body can be made: ${error.message}`);
    throw error;
  }
}

/** `application/json`, `application/problem+json` (RFC 6839), and wildcards that include them. */
export function isJson(mediaType: string): boolean {
  const type = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  return type === '*/*' || type === 'application/*' || type.endsWith('/json') || type.endsWith('+json');
}

export function isSafe(method: string): boolean {
  return SAFE.has(method);
}
