import { type Shape, unknown } from '../../model/shape.js';
import type { MessageVariant } from '../contract.js';
import { child, items, locate, type Place, textAt } from '../place.js';
import type { Schemas } from '../schema/schemas.js';
import { lastOf } from './asyncapi-channels.js';
import { OUT_OF_REACH } from './openapi-inputs.js';

/** Schema formats that are JSON Schema, or differ from it only in what shapes do not express. */
const JSON_SCHEMA = /^application\/(?:vnd\.aai\.asyncapi|schema|vnd\.oai\.openapi)(?:\+(?:json|yaml))?(?:\s*;|$)/;
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/avro/i, 'Avro'],
  [/protobuf|\bproto\b/i, 'Protobuf'],
  [/raml/i, 'RAML'],
];
const JSON_TYPE = /[/+]json\b|^\*\/\*$/i;

/** One message of a channel, or all messages of a nested `oneOf`. */
export function readVariants(given: Place, defaultContentType: string | undefined, schemas: Schemas): readonly MessageVariant[] {
  const message = textAt(given, '$ref') === undefined ? given : schemas.target(given);
  if (message === undefined) return [{ names: namesOf(given), payload: OUT_OF_REACH, at: locate(given) }];
  const several = items(child(message, 'oneOf'));
  if (several.length > 0) return several.flatMap((one) => readVariants(one, defaultContentType, schemas));
  const traits = items(child(message, 'traits')).flatMap((trait) => schemas.target(trait) ?? []);
  const described = [message, ...traits];
  const contentType = firstText(described, 'contentType') ?? defaultContentType;
  const payload = payloadOf(message, firstText(described, 'schemaFormat'), contentType, schemas);
  for (const place of described)
    for (const word of ['bindings', 'correlationId']) schemas.lookAt(child(place, word), `${word} of a message`);
  const headers = described.map((place) => child(place, 'headers')).find((place) => place !== undefined);
  return [
    {
      names: [...new Set([...namesOf(message), ...namesOf(given)])],
      ...(payload === undefined ? {} : { payload }),
      ...(headers === undefined ? {} : { headers: schemaOf(headers, undefined, schemas) }),
      at: locate(message),
    },
  ];
}

/** Its own names, its key in the document, and the end of the reference to it. */
function namesOf(place: Place): readonly string[] {
  const own = [textAt(place, 'name'), textAt(place, 'messageId'), lastOf(textAt(place, '$ref'))];
  const key = /^\d+$/.test(place.key) || place.key === 'message' || place.key === '' ? undefined : place.key;
  return [...own, key, textAt(place, 'title')].filter((name) => name !== undefined);
}

function firstText(places: readonly Place[], key: string): string | undefined {
  return places.map((place) => textAt(place, key)).find((value) => value !== undefined);
}

function payloadOf(
  message: Place,
  format: string | undefined,
  contentType: string | undefined,
  schemas: Schemas,
): Shape | undefined {
  const payload = child(message, 'payload');
  if (payload === undefined) return undefined;
  if (contentType !== undefined && !JSON_TYPE.test(contentType)) {
    schemas.gap('unsupported-contract-feature', `Payloads of the type ${contentType.slice(0, 60)} are not compared.`, payload);
    return unknown(`its content type is ${contentType.slice(0, 60)}`);
  }
  return schemaOf(payload, format, schemas);
}

/** A schema; in version 3 it may stand with its format (`{ schemaFormat, schema }`). */
function schemaOf(place: Place, given: string | undefined, schemas: Schemas): Shape {
  const own = textAt(place, 'schemaFormat');
  const format = own ?? given;
  const schema = own === undefined ? place : (child(place, 'schema') ?? place);
  if (format === undefined || JSON_SCHEMA.test(format)) return schemas.shape(schema);
  const name = OTHERS.find(([pattern]) => pattern.test(format))?.[1] ?? format.slice(0, 60);
  schemas.gap('unsupported-contract-feature', `${name} payloads are not compared.`, place);
  return unknown(`its payload is described in ${name}`);
}
