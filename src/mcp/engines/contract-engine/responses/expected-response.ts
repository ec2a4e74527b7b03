import { child, descend, entries, isMapping, type Place, textAt, textsAt } from '../../../../contracts/place.js';
import type { Reader } from '../../../../contracts/reader.js';
import type { Dialect } from '../../../../contracts/schema/schemas.js';

/** One possible body of an operation's answer. */
export interface ExpectedBody {
  /** `application/json`, `application/*`; as in the contract. */
  readonly mediaType: string;
  /** Absent: the contract has no schema. */
  readonly schema: Place | undefined;
  /** Examples of the document. */
  readonly examples: readonly unknown[];
}

/** An operation's answer with one status. */
export interface ExpectedAnswer {
  /** As the contract writes it: `200`, `2XX`, `default`. */
  readonly status: string;
  /** None: no body. */
  readonly bodies: readonly ExpectedBody[];
}

/**
 * The answers of an operation in a document.
 *
 * @param subject `METHOD /path` as the contract writes it
 * @throws UserError for an unresolved reference
 */
export function expectedAnswers(root: Place, reader: Reader, subject: string, dialect: Dialect): readonly ExpectedAnswer[] {
  const operation = operationAt(root, reader, subject)?.operation;
  return entries(operation && child(operation, 'responses')).flatMap(([status, place]): readonly ExpectedAnswer[] => {
    const response = status.startsWith('x-') ? undefined : reader.resolve(place).place;
    if (response === undefined || !isMapping(response.value)) return [];
    const bodies = dialect === 'openapi-2' ? swaggerBodies(root, operation, response) : bodiesOf(response, reader);
    return [{ status: /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status, bodies }];
  });
}

/** The schema dialect of an OpenAPI document. */
export function dialectOf(root: Place): Dialect {
  const { value } = root;
  if (isMapping(value) && 'swagger' in value) return 'openapi-2';
  return /^3(?:\.0|$)/.test(String(isMapping(value) ? value.openapi : '')) ? 'openapi-3.0' : 'json-schema';
}

/** An operation with its path item, in the document. @param subject as above */
export function operationAt(
  root: Place,
  reader: Reader,
  subject: string,
): { readonly operation: Place; readonly item: Place } | undefined {
  const [method = '', path = ''] = [subject.slice(0, subject.indexOf(' ')), subject.slice(subject.indexOf(' ') + 1)];
  const item = descend(root, 'paths', path);
  if (item === undefined) return undefined;
  const linked = textAt(item, '$ref') === undefined ? undefined : reader.resolve(item).place;
  for (const layer of linked === undefined ? [item] : [item, linked]) {
    const own = child(layer, method.toLowerCase());
    if (own !== undefined && isMapping(own.value)) return { operation: own, item: layer };
    const added = entries(child(layer, 'additionalOperations')).find(([name]) => name.toUpperCase() === method);
    if (added !== undefined) return { operation: added[1], item: layer };
  }
  return undefined;
}

function bodiesOf(response: Place, reader: Reader): readonly ExpectedBody[] {
  return entries(child(response, 'content')).map(([mediaType, place]) => {
    const content = textAt(place, '$ref') === undefined ? place : reader.resolve(place).place;
    return { mediaType, schema: content && child(content, 'schema'), examples: examplesAt(content) };
  });
}

/** OpenAPI 2: without `schema` no body; `produces` of the operation replaces the document's. */
function swaggerBodies(root: Place, operation: Place | undefined, response: Place): readonly ExpectedBody[] {
  const schema = child(response, 'schema');
  if (schema === undefined) return [];
  const own = operation !== undefined && child(operation, 'produces') !== undefined ? operation : root;
  const stated = textsAt(own, 'produces');
  const fallback = textAt(schema, 'type') === 'file' ? 'application/octet-stream' : 'application/json';
  const examples = new Map(entries(child(response, 'examples')).map(([type, { value }]) => [type, value]));
  return (stated.length === 0 ? [fallback] : stated).map((mediaType) => ({
    mediaType,
    schema,
    examples: examples.has(mediaType) ? [examples.get(mediaType)] : [],
  }));
}

/** `example`, and the values of `examples`; external ones are skipped. */
function examplesAt(content: Place | undefined): readonly unknown[] {
  const single = content && child(content, 'example');
  const several = entries(content && child(content, 'examples')).flatMap(([, place]) => child(place, 'value') ?? []);
  return [...(single === undefined ? [] : [single]), ...several].map(({ value }) => value);
}
