import { unknown } from '../../model/shape.js';
import type { ExpectedHeader, ExpectedResponse } from '../contract.js';
import { child, entries, isMapping, locate, type Place, textAt, valueAt } from '../place.js';
import type { Schemas } from '../schema/schemas.js';
import {
  ANY_MEDIA_TYPE,
  contentShape,
  DEFAULT_MEDIA_TYPE,
  type Declared,
  mediaTypes,
  OUT_OF_REACH,
  parameterShape,
} from './openapi-inputs.js';

/** Responses by status and media type, in the order of the document. */
export function readResponses(declared: Declared, schemas: Schemas): readonly ExpectedResponse[] {
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
