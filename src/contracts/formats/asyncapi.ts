import { pointerSegment } from '../../model/json-pointer.js';
import { type Shape, unknown } from '../../model/shape.js';
import { UserError } from '../../model/user-error.js';
import type { Contract, Message, MessageVariant } from '../contract.js';
import { child, descend, entries, isMapping, items, locate, type Place, textAt, valueAt } from '../place.js';
import type { Reader } from '../reader.js';
import { SchemaReader } from '../schema/schema-reader.js';
import type { Schemas } from '../schema/schemas.js';
import { sharedModels } from '../shared-models.js';
import { channelsOfVersion2, channelsOfVersion3, type ExpectedChannel, lastOf } from './asyncapi-channels.js';
import type { Format } from './format.js';
import { shown } from './openapi.js';
import { OUT_OF_REACH } from './openapi-inputs.js';

/** AsyncAPI 2.0 to 2.6 and 3.x, converted to what the application itself does. */
export const asyncapi: Format = { kind: 'asyncapi', title: 'AsyncAPI', versions: '2.0 to 2.6 and 3.x', recognise, read };

function recognise(root: Place): ReturnType<Format['recognise']> {
  const at = child(root, 'asyncapi');
  if (at === undefined) return undefined;
  if (majorOf(at) !== undefined) return 'readable';
  return { unsupported: `\`asyncapi: ${shown(at.value)}\` is not a supported version of AsyncAPI`, at };
}

function read(root: Place, reader: Reader): Contract {
  const version = child(root, 'asyncapi');
  const major = version && majorOf(version);
  if (version === undefined || major === undefined) throw new Error('read() is for documents that recognise() calls readable');
  checkChannels(root, version, major);
  const schemas = new SchemaReader(reader, 'json-schema-7');
  schemas.reserve(root, namedSchemas(root));
  const channels = major === 2 ? channelsOfVersion2(root, schemas) : channelsOfVersion3(root, schemas);
  const defaultContentType = textAt(root, 'defaultContentType');
  const messages = joined(channels).map(({ messages: places, servers, bound, ...channel }): Message => {
    const declared = protocolsOf(root, servers, schemas);
    const protocols = declared.length > 0 ? declared : bound;
    const variants = places.flatMap((place) => readVariants(place, defaultContentType, schemas));
    return { ...channel, subject: `${channel.direction} ${channel.channel}`, protocols, variants };
  });
  for (const [, given] of entries(child(root, 'servers'))) {
    const server = schemas.target(given);
    for (const word of ['protocol', 'security', 'bindings']) schemas.lookAt(server && child(server, word), `${word} of a server`);
  }
  const models = sharedModels(descend(root, 'components', 'schemas'), reader.isShared, schemas);
  const info = child(root, 'info');
  return {
    id: root.document.file,
    kind: 'asyncapi',
    title: textAt(info, 'title')?.trim() ?? root.document.file,
    version: shown(valueAt(info, 'version') ?? ''),
    at: locate(version),
    prefixes: [],
    operations: [],
    messages,
    models,
    definitions: schemas.finish(),
    definedAt: schemas.definedAt,
    beyond: schemas.beyond,
    gaps: schemas.gaps,
  };
}

/** Version 2 lists the servers of a channel by name, version 3 by reference; a channel without a list is on all of them. */
function protocolsOf(root: Place, own: Place | undefined, schemas: SchemaReader): readonly string[] {
  const all = child(root, 'servers');
  const listed = items(own).map((one) => (typeof one.value === 'string' && all !== undefined ? child(all, one.value) : one));
  const places = listed.length > 0 ? listed : entries(all).map(([, server]) => server);
  const servers = places.flatMap((place) => (place === undefined ? [] : (schemas.target(place) ?? [])));
  return [...new Set(servers.flatMap((server) => textAt(server, 'protocol')?.toLowerCase() ?? []))];
}

/** Several operations with the same direction and channel count as one, with the messages of all. */
function joined(channels: readonly ExpectedChannel[]): readonly ExpectedChannel[] {
  const found = new Map<string, ExpectedChannel & { readonly messages: Place[]; readonly seen: Set<unknown> }>();
  for (const channel of channels) {
    const key = `${channel.direction} ${channel.channel}`;
    const before = found.get(key);
    const seen = before?.seen ?? new Set();
    const messages = before?.messages ?? [];
    const fresh = channel.messages.filter(({ value }) => before === undefined || !seen.has(value));
    for (const place of fresh) messages.push(place);
    for (const { value } of fresh) seen.add(value);
    const aliases = [...new Set([...(before?.aliases ?? []), ...channel.aliases])];
    found.set(key, { ...(before ?? channel), aliases, messages, seen });
  }
  return [...found.values()].map(({ seen: _, ...channel }) => channel);
}

function majorOf(version: Place): 2 | 3 | undefined {
  const major = /^([23])\.\d+(?:\.\d+(?:-[\w.]+)?)?$/.exec(shown(version.value))?.[1];
  return major === '2' ? 2 : major === '3' ? 3 : undefined;
}

/** Version 2 requires `channels`; a document of version 3 may have components only. */
function checkChannels(root: Place, version: Place, major: 2 | 3): void {
  const channels = child(root, 'channels');
  if (channels === undefined ? major === 3 : channels.value === null || isMapping(channels.value)) return;
  const location = locate(channels ?? version);
  const what = channels === undefined ? 'has no `channels`' : 'has `channels` that are not a mapping';
  throw new UserError(`${location.file}:${location.line} ${what}, so it has no events.`, {
    hint: 'Write the events under `channels`; `channels: {}` says that there are none.',
    location,
  });
}

/** References to the named schemas of the document. */
function namedSchemas(root: Place): readonly string[] {
  return entries(descend(root, 'components', 'schemas')).map(
    ([name]) => `#/components/schemas/${encodeURIComponent(pointerSegment(name))}`,
  );
}

/** Schema formats that are JSON Schema, or differ from it only in what shapes do not express. */
const JSON_SCHEMA = /^application\/(?:vnd\.aai\.asyncapi|schema|vnd\.oai\.openapi)(?:\+(?:json|yaml))?(?:\s*;|$)/;
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/avro/i, 'Avro'],
  [/protobuf|\bproto\b/i, 'Protobuf'],
  [/raml/i, 'RAML'],
];
const JSON_TYPE = /[/+]json\b|^\*\/\*$/i;

/** One message of a channel, or all messages of a nested `oneOf`. */
function readVariants(given: Place, defaultContentType: string | undefined, schemas: Schemas): readonly MessageVariant[] {
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
