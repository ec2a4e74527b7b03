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

/** All operations of a document, in its order. */
export function readOperations(root: Place, schemas: Schemas): readonly Operation[] {
  return entries(child(root, 'paths'))
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, item]) => readPath(path, item, root, schemas));
}

/** A path item's own words stand before those its `$ref` leads to. */
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
    const declared = { root, operation, parameters: [...items(child(operation, 'parameters')), ...shared.flat()] };
    return readOperation(method, path, declared, child(operation, 'servers') ?? servers, schemas);
  });
}

function operationsOf(item: Place, schemas: Schemas): readonly (readonly [Method, Place])[] {
  const fixed = entries(item).filter(([key, operation]) => VERBS.includes(key) && isMapping(operation.value));
  const additional = entries(child(item, 'additionalOperations'));
  return [...fixed, ...additional].flatMap(([key, operation]) => {
    const method = METHODS.find((known) => known === key.toUpperCase());
    if (method !== undefined) return [[method, operation] as const];
    schemas.gap('unsupported-contract-feature', `Operations of the method \`${key.slice(0, 40)}\` are not compared.`, operation);
    return [];
  });
}

function readOperation(
  method: Method,
  path: string,
  declared: Declared,
  servers: Place | undefined,
  schemas: Schemas,
): Operation {
  const { operation } = declared;
  return {
    subject: `${method} ${path}`,
    method,
    path: pathTemplate(path),
    ...(servers === undefined ? {} : { prefixes: serverPrefixes(servers) }),
    parameters: readParameters(declared, schemas),
    requestBodies: readBodies(declared, schemas),
    responses: readResponses(declared, schemas),
    security: [...new Set(readCredentials(declared).flatMap((way) => way.map(({ scheme }) => scheme)))],
    credentials: readCredentials(declared),
    deprecated: valueAt(operation, 'deprecated') === true,
    at: locate(operation),
  };
}
