import { METHODS, type Method } from '../../model/endpoint.js';
import { unknown } from '../../model/shape.js';
import type { ExpectedHeader, ExpectedResponse, Operation } from '../contract.js';
import { child, entries, isMapping, items, locate, type Place, textAt, valueAt } from '../place.js';
import type { Schemas } from '../schema/schemas.js';
import {
  ANY_MEDIA_TYPE,
  contentShape,
  DEFAULT_MEDIA_TYPE,
  type Declared,
  mediaTypes,
  OUT_OF_REACH,
  parameterShape,
  readBodies,
  readParameters,
} from './openapi-inputs.js';
import { pathTemplate } from './openapi-paths.js';
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

/** Responses by status and media type, in the order of the document. */
function readResponses(declared: Declared, schemas: Schemas): readonly ExpectedResponse[] {
  return entries(child(declared.operation, 'responses'))
    .filter(([status, response]) => !status.startsWith('x-') && response.value !== null)
    .flatMap(([key, place]) => {
      const status = /^[1-5]xx$/i.test(key) ? key.toUpperCase() : key;
      const response = schemas.target(place);
      const content = response && child(response, 'content');
      const malformed = [response, content].find((part) => part !== undefined && part.value !== null && !isMapping(part.value));
      if (malformed !== undefined) {
        schemas.gap(MISTAKE, 'A response is malformed, so it is not compared.', malformed);
        return [{ status, mediaType: ANY_MEDIA_TYPE, shape: unknown('its response is malformed'), at: locate(place) }];
      }
      if (response === undefined) return [{ status, mediaType: ANY_MEDIA_TYPE, shape: OUT_OF_REACH, at: locate(place) }];
      const expected =
        schemas.dialect === 'openapi-2' ? swaggerBodies(status, response, declared, schemas) : bodies(status, response, schemas);
      if (hasNoContent(status) && expected.some(({ mediaType }) => mediaType !== undefined))
        schemas.gap(
          MISTAKE,
          `The contract has a body under ${status}, but HTTP allows none there. The body is not compared.`,
          response,
        );
      return expected;
    });
}

const MISTAKE = 'unsupported-contract-feature';

/** RFC 9110, sections 15.3.5 and 15.3.6. */
const hasNoContent = (status: string): boolean => status === '204' || status === '205';

function bodies(status: string, response: Place, schemas: Schemas): readonly ExpectedResponse[] {
  const content = entries(child(response, 'content')).filter(([, media]) => !isNever(child(media, 'schema')));
  const headers = headersOf(response, schemas);
  if (content.length === 0) return [{ status, ...headers, at: locate(response) }];
  return content.map(([mediaType, media]) => {
    const shape = contentShape(media, schemas);
    return { status, mediaType, ...(shape === undefined ? {} : { shape }), ...headers, at: locate(media) };
  });
}

/** A schema that no value fits, which generators write where a response has no body (`z.never()`): `not: {}`, or `false`. */
function isNever(schema: Place | undefined): boolean {
  const not = schema && child(schema, 'not');
  return schema?.value === false || (not !== undefined && isMapping(not.value) && entries(not).length === 0);
}

/**
 * OpenAPI 2 has no required headers, and gives a header's schema without `schema`. `Content-Type` follows from the media type.
 */
function headersOf(response: Place, schemas: Schemas): Pick<ExpectedResponse, 'headers'> {
  const headers = entries(child(response, 'headers')).flatMap(([name, given]): readonly ExpectedHeader[] => {
    const header = schemas.target(given);
    if (header === undefined || !isMapping(header.value) || name.toLowerCase() === 'content-type') return [];
    const required = valueAt(header, 'required') === true;
    if (valueAt(header, 'explode') === true) schemas.lookAt(child(header, 'explode'), 'explode');
    return [{ name, required, shape: parameterShape(header, schemas), at: locate(given) }];
  });
  return headers.length === 0 ? {} : { headers };
}

/** OpenAPI 2: without `schema` there is no body; `type: file` is a body that is not JSON. */
function swaggerBodies(status: string, response: Place, declared: Declared, schemas: Schemas): readonly ExpectedResponse[] {
  const schema = child(response, 'schema');
  const headers = headersOf(response, schemas);
  if (schema === undefined) return [{ status, ...headers, at: locate(response) }];
  const shape = schemas.shape(schema);
  const fallback = textAt(schema, 'type') === 'file' ? 'application/octet-stream' : DEFAULT_MEDIA_TYPE;
  return (mediaTypes('produces', declared) ?? [fallback]).map((mediaType) => ({
    status,
    mediaType,
    shape,
    ...headers,
    at: locate(response),
  }));
}
