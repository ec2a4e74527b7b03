import type { Operation, Parameter } from '../../../../contracts/contract.js';
import type { OpenedContract } from '../../../../contracts/open.js';
import { child, descend, entries, isMapping, items, type Place, textAt, valueAt } from '../../../../contracts/place.js';
import { isJson } from '../responses/choose-answer.js';
import { dialectOf, operationAt } from '../responses/expected-response.js';
import { type WrittenSchema, writeSchema } from '../responses/schema-writer.js';
import { writeShape } from '../responses/shape-schema.js';

export interface RequestParameter extends Pick<Parameter, 'name' | 'in' | 'required'> {
  readonly written: WrittenSchema;
  /** The document's example; absent: none. */
  readonly example?: unknown;
}

/** The parts of an operation's request. */
export interface RequestParts {
  readonly parameters: readonly RequestParameter[];
  /** Absent: no body, or no JSON. */
  readonly body?: {
    readonly mediaType: string;
    readonly required: boolean;
    readonly written: WrittenSchema;
    readonly example?: unknown;
  };
}

/** Reads the parts of a request, with the document's examples. */
export function requestParts(opened: OpenedContract, operation: Operation): RequestParts {
  const { contract } = opened;
  const shown = opened.root === undefined ? undefined : shownIn(opened, opened.root, operation);
  const parameters = operation.parameters.map(({ name, in: place, required, shape }): RequestParameter => {
    const example = shown?.parameters.get(`${place} ${name}`);
    return { name, in: place, required, written: writeShape(shape, contract), ...(example === undefined ? {} : { example }) };
  });
  const body = operation.requestBodies.find(({ mediaType }) => isJson(mediaType));
  if (body === undefined) return { parameters };
  const written = shown?.body?.written ?? writeShape(body.shape, contract);
  const example = shown?.body?.example;
  const mediaType = body.mediaType.includes('*') ? 'application/json' : body.mediaType;
  return { parameters, body: { mediaType, required: body.required, written, ...(example === undefined ? {} : { example }) } };
}

interface WithExample {
  readonly parameters: ReadonlyMap<string, unknown>;
  readonly body?: { readonly written: WrittenSchema | undefined; readonly example: unknown };
}

function shownIn({ reader }: OpenedContract, root: Place, { subject }: Operation): WithExample {
  const dialect = dialectOf(root);
  const found = operationAt(root, reader, subject);
  if (found === undefined) return { parameters: new Map() };
  const parameters = [...items(child(found.item, 'parameters')), ...items(child(found.operation, 'parameters'))].flatMap(
    (place) => reader.resolve(place).place ?? [],
  );
  const examples = new Map(
    parameters.flatMap((place) => {
      const example = exampleOf(place) ?? exampleOf(child(place, 'schema'));
      return example === undefined ? [] : [[`${textAt(place, 'in')} ${textAt(place, 'name')}`, example] as const];
    }),
  );
  const swagger = parameters.find((place) => textAt(place, 'in') === 'body');
  const requestBody = child(found.operation, 'requestBody');
  const content = requestBody && reader.resolve(requestBody).place;
  const media = swagger ?? entries(content && descend(content, 'content')).find(([type]) => isJson(type))?.[1];
  const schema = media && child(media, 'schema');
  if (media === undefined) return { parameters: examples };
  return {
    parameters: examples,
    body: { written: schema && writeSchema(schema, reader, dialect, 'request'), example: exampleOf(media) },
  };
}

/** `example`, the first of `examples` (by name with a `value`, or a list), else `default`. */
function exampleOf(place: Place | undefined): unknown {
  const single = valueAt(place, 'example');
  if (single !== undefined) return single;
  const several = valueAt(place, 'examples');
  if (Array.isArray(several)) return several[0];
  const [first] = isMapping(several) ? Object.values(several) : [];
  return isMapping(first) && 'value' in first ? first.value : valueAt(place, 'default');
}
