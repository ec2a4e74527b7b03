import { METHODS, type Method } from '../../model/endpoint.js';
import type { Operation } from '../contract.js';
import { child, entries, isMapping, items, locate, type Place, textAt, valueAt } from '../place.js';
import type { Schemas } from '../schema/schemas.js';
import { type Declared, readBodies, readParameters } from './openapi-inputs.js';
import { pathTemplate } from './openapi-paths.js';
import { readResponses } from './openapi-responses.js';
import { readCredentials } from './openapi-security.js';
import { serverPrefixes } from './openapi-servers.js';

/** Fixed fields of a path item that are operations (`query` since OpenAPI 3.2). */
const VERBS: readonly string[] = METHODS.map((method) => method.toLowerCase());

const MALFORMED = 'unsupported-contract-feature';

/** All operations of a document, in its order. */
export function readOperations(root: Place, schemas: Schemas): readonly Operation[] {
  return entries(child(root, 'paths'))
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, item]) => readPath(path, item, root, schemas));
}

/** A path item's own fields come before those of its `$ref`. */
function readPath(path: string, item: Place, root: Place, schemas: Schemas): readonly Operation[] {
  const target = textAt(item, '$ref') === undefined ? undefined : schemas.target(item);
  const layers = target === undefined ? [item] : [item, target];
  const found = new Map<Method, Place>();
  for (const layer of layers) {
    for (const [method, operation] of operationsOf(layer, schemas)) if (!found.has(method)) found.set(method, operation);
  }
  const shared = layers.map((layer) => items(child(layer, 'parameters')));
  const servers = layers.map((layer) => child(layer, 'servers')).find((place) => place !== undefined);
  return [...found].map(([method, operation]) => {
    const { place, broken } = described(operation, schemas);
    const declared = { root, operation: place, parameters: [...items(child(place, 'parameters')), ...shared.flat()] };
    return readOperation(method, path, { declared, broken }, child(place, 'servers') ?? servers, schemas);
  });
}

function operationsOf(item: Place, schemas: Schemas): readonly (readonly [Method, Place])[] {
  if (item.value !== null && !isMapping(item.value))
    schemas.gap(MALFORMED, 'A path item is malformed, so its operations are unknown.', item);
  const fixed = entries(item).filter(([key]) => VERBS.includes(key));
  const additional = entries(child(item, 'additionalOperations'));
  return [...fixed, ...additional].flatMap(([key, operation]) => {
    const method = METHODS.find((known) => known === key.toUpperCase());
    if (method !== undefined) return [[method, operation] as const];
    schemas.gap('unsupported-contract-feature', `Operations of the method \`${key.slice(0, 40)}\` are not compared.`, operation);
    return [];
  });
}

/** The place of an operation (bundlers put it into a separate file), and the reason if it is malformed. */
function described(operation: Place, schemas: Schemas): { readonly place: Place; readonly broken?: string } {
  const place = textAt(operation, '$ref') === undefined ? operation : schemas.target(operation);
  if (place === undefined)
    return { place: operation, broken: schemas.broken(operation) ?? 'the target of its `$ref` cannot be resolved' };
  const responses = child(place, 'responses');
  const isListed = isMapping(place.value) && (responses === undefined || responses.value === null || isMapping(responses.value));
  if (isListed) return { place };
  const at = isMapping(place.value) ? (responses ?? place) : place;
  const broken = isMapping(place.value) ? 'its `responses` are malformed' : 'it is malformed';
  schemas.gap(MALFORMED, 'An operation is malformed, so it is not compared.', at);
  return { place, broken: `${broken} (${locate(at).file}:${locate(at).line})` };
}

/** Why an operation's input is not completely known. */
function brokenInput({ operation, parameters }: Declared, schemas: Schemas): string | undefined {
  const body = child(operation, 'requestBody');
  return [...parameters, ...(body === undefined ? [] : [body])]
    .map((part) => schemas.broken(part))
    .find((why) => why !== undefined);
}

function readOperation(
  method: Method,
  path: string,
  { declared, broken }: { readonly declared: Declared; readonly broken?: string | undefined },
  servers: Place | undefined,
  schemas: Schemas,
): Operation {
  const { operation } = declared;
  const parameters = readParameters(declared, schemas);
  const requestBodies = readBodies(declared, schemas);
  const why = broken ?? brokenInput(declared, schemas);
  const name = valueAt(operation, 'operationId');
  return {
    subject: `${method} ${path}`,
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    method,
    path: pathTemplate(path),
    ...(servers === undefined ? {} : { prefixes: serverPrefixes(servers) }),
    parameters,
    requestBodies,
    responses: readResponses(declared, schemas),
    security: [...new Set(readCredentials(declared).flatMap((way) => way.map(({ scheme }) => scheme)))],
    credentials: readCredentials(declared),
    deprecated: valueAt(operation, 'deprecated') === true,
    ...(why === undefined ? {} : { broken: why }),
    at: locate(operation),
  };
}
