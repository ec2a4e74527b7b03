import { type Field, type Shape, unknown } from '../../model/shape.js';
import type { Operation, Parameter } from '../contract.js';
import { child, entries, isMapping, locate, type Place, textAt, textsAt, valueAt } from '../place.js';
import { ANY, type Schemas } from '../schema/schemas.js';

/** An operation with what its path item and its document add to it; the operation's own parameters come first. */
export interface Declared {
  readonly root: Place;
  readonly operation: Place;
  readonly parameters: readonly Place[];
}

type RequestBody = Operation['requestBodies'][number];

const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie'] satisfies readonly Parameter['in'][];
const FORM = ['application/x-www-form-urlencoded', 'multipart/form-data'];
/** The media type of an OpenAPI 2 document that does not state one. */
export const DEFAULT_MEDIA_TYPE = 'application/json';
/** Any media type: the contract describes a body of unknown type. */
export const ANY_MEDIA_TYPE = '*/*';
/** The shape behind a reference that is not followed. */
export const OUT_OF_REACH: Shape = unknown('the target of its `$ref` cannot be resolved');

/** Parameters of the operation and of its path item; the operation's take precedence. */
export function readParameters(declared: Declared, schemas: Schemas): readonly Parameter[] {
  return distinctParameters(declared, schemas)
    .filter((parameter) => PLACES.includes(textAt(parameter, 'in') ?? ''))
    .map((parameter) => {
      const place = textAt(parameter, 'in') as Parameter['in'];
      const shape = parameterShape(parameter, schemas);
      const style = styleOf(parameter, place, shape, schemas);
      for (const word of ['allowEmptyValue', 'allowReserved'])
        if (valueAt(parameter, word) === true) schemas.lookAt(child(parameter, word), word);
      return {
        name: textAt(parameter, 'name') ?? '',
        in: place,
        required: place === 'path' || valueAt(parameter, 'required') === true,
        shape,
        ...(style === undefined ? {} : { style }),
        ...defaultOf(parameter, schemas),
        at: locate(parameter),
      };
    });
}

/** Request bodies by media type: OpenAPI 3 `requestBody`, OpenAPI 2 `in: body` and `in: formData`. */
export function readBodies(declared: Declared, schemas: Schemas): readonly RequestBody[] {
  if (schemas.dialect === 'openapi-2') return swaggerBodies(declared, schemas);
  const place = child(declared.operation, 'requestBody');
  if (place === undefined || !isMapping(place.value)) return [];
  const body = schemas.target(place);
  if (body === undefined) return [{ mediaType: ANY_MEDIA_TYPE, required: true, shape: OUT_OF_REACH, at: locate(place) }];
  const required = valueAt(body, 'required') === true;
  return entries(child(body, 'content')).map(([mediaType, content]) => ({
    mediaType,
    required,
    shape: contentShape(content, schemas) ?? ANY,
    at: locate(content),
  }));
}

/** What a media type object describes. OpenAPI 3.2: it may be a `$ref`; `itemSchema` describes the items of a stream. */
export function contentShape(content: Place, schemas: Schemas): Shape | undefined {
  const target = textAt(content, '$ref') === undefined ? content : schemas.target(content);
  if (target === undefined) return OUT_OF_REACH;
  schemas.lookAt(child(target, 'encoding'), 'encoding');
  const schema = child(target, 'schema');
  if (schema !== undefined) return schemas.shape(schema);
  const item = child(target, 'itemSchema');
  return item && { kind: 'array', items: schemas.shape(item) };
}

function distinctParameters({ parameters }: Declared, schemas: Schemas): readonly Place[] {
  const found = new Map<string, Place>();
  for (const place of parameters) {
    const parameter = schemas.target(place);
    const key = JSON.stringify([textAt(parameter, 'in'), textAt(parameter, 'name')]);
    if (parameter !== undefined && isMapping(parameter.value) && !found.has(key)) found.set(key, parameter);
  }
  return [...found.values()];
}

/** OpenAPI 2 collection format -> the OpenAPI 3 style that serialises lists in the same way. */
const COLLECTION_FORMATS: ReadonlyMap<string, string> = new Map([
  ['multi', 'form, exploded'],
  ['ssv', 'spaceDelimited'],
  ['pipes', 'pipeDelimited'],
]);

/**
 * How a list or an object is serialised: OpenAPI 3 `style` and `explode` with their defaults, OpenAPI 2 `collectionFormat`. For
 * other values, only a style that changes the value's text (`;id=5`, `.5`, JSON).
 */
function styleOf(parameter: Place, place: Parameter['in'], shape: Shape, schemas: Schemas): string | undefined {
  const target = shape.kind === 'ref' ? schemas.definition(shape.name) : shape;
  const options = target.kind === 'union' ? target.options : [target];
  const isList = options.some(({ kind }) => kind === 'array' || kind === 'tuple' || kind === 'object' || kind === 'map');
  if (schemas.dialect === 'openapi-2') {
    if (!isList) return undefined;
    const format = textAt(parameter, 'collectionFormat') ?? 'csv';
    return format === 'csv' ? (place === 'query' ? 'form' : 'simple') : (COLLECTION_FORMATS.get(format) ?? format);
  }
  const content = entries(child(parameter, 'content'))[0]?.[0];
  if (content !== undefined) return content;
  const style = textAt(parameter, 'style') ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  if (!isList) return style === 'matrix' || style === 'label' ? style : undefined;
  const explode = valueAt(parameter, 'explode');
  const exploded = typeof explode === 'boolean' ? explode : style === 'form' || style === 'cookie';
  return exploded ? `${style}, exploded` : style;
}

/** OpenAPI 3 has the default in the schema, OpenAPI 2 in the parameter. */
function defaultOf(parameter: Place, schemas: Schemas): Pick<Parameter, 'default'> {
  const schema = schemas.dialect === 'openapi-2' ? parameter : child(parameter, 'schema');
  const target = textAt(schema, '$ref') === undefined ? schema : schema && schemas.target(schema);
  const value = valueAt(target, 'default');
  return value === undefined ? {} : { default: JSON.stringify(value).slice(0, MOST_OF_A_DEFAULT) };
}

/** Characters; longer defaults are written-out lists. */
const MOST_OF_A_DEFAULT = 200;

/** OpenAPI 2 describes a parameter by its own keywords, OpenAPI 3 by `schema` or by the single media type of `content`. */
export function parameterShape(parameter: Place, schemas: Schemas): Shape {
  if (schemas.dialect === 'openapi-2') return schemas.shape(parameter);
  const schema = child(parameter, 'schema');
  if (schema !== undefined) return schemas.shape(schema);
  const content = entries(child(parameter, 'content'))[0]?.[1];
  return (content && contentShape(content, schemas)) ?? ANY;
}

function swaggerBodies(declared: Declared, schemas: Schemas): readonly RequestBody[] {
  const parameters = distinctParameters(declared, schemas);
  const consumes = mediaTypes('consumes', declared);
  const body = parameters.find((parameter) => textAt(parameter, 'in') === 'body');
  if (body !== undefined) {
    const schema = child(body, 'schema');
    const shape = schema === undefined ? ANY : schemas.shape(schema);
    const required = valueAt(body, 'required') === true;
    return (consumes ?? [DEFAULT_MEDIA_TYPE]).map((mediaType) => ({ mediaType, required, shape, at: locate(body) }));
  }
  const fields = parameters.filter((parameter) => textAt(parameter, 'in') === 'formData');
  return formBodies(fields, consumes, declared, schemas);
}

/** A form is an object with a field for each parameter; a form with a file is sent as `multipart/form-data`. */
function formBodies(
  parameters: readonly Place[],
  consumes: readonly string[] | undefined,
  { operation }: Declared,
  schemas: Schemas,
): readonly RequestBody[] {
  if (parameters.length === 0) return [];
  const fields = parameters.map((parameter): Field => {
    const name = textAt(parameter, 'name') ?? '';
    const required = valueAt(parameter, 'required') === true;
    return { name, naming: 'declared', shape: schemas.shape(parameter), required, at: locate(parameter) };
  });
  const hasFile = parameters.some((parameter) => textAt(parameter, 'type') === 'file');
  const stated = (consumes ?? []).filter((mediaType) => FORM.includes(mediaType));
  const chosen = stated.length > 0 ? stated : [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'];
  const shape: Shape = { kind: 'object', fields, rest: true };
  const required = fields.some((field) => field.required);
  return chosen.map((mediaType) => ({ mediaType, required, shape, at: locate(parameters[0] ?? operation) }));
}

/** OpenAPI 2: the operation's `consumes` or `produces`, even an empty one, replaces the document's. */
export function mediaTypes(word: 'consumes' | 'produces', { root, operation }: Declared): readonly string[] | undefined {
  const owner = child(operation, word) === undefined ? root : operation;
  const stated = textsAt(owner, word);
  return stated.length === 0 ? undefined : stated;
}
