import { basename } from 'node:path';
import { pointerSegment } from '../../model/json-pointer.js';
import type { Contract, Model } from '../contract.js';
import { child, entries, isMapping, locate, type Place, rootOf, textAt, valueAt } from '../place.js';
import type { Reader } from '../reader.js';
import { SchemaReader } from '../schema/schema-reader.js';
import type { Dialect } from '../schema/schemas.js';
import { lastOf } from './asyncapi-channels.js';
import type { Format } from './format.js';

/** JSON Schema of drafts 4 to 2020-12: a model that several services share, or a library of such models. */
export const jsonSchema: Format = { kind: 'json-schema', title: 'JSON Schema', versions: 'draft 4 to 2020-12', recognise, read };

const META_SCHEMA = /^https?:\/\/json-schema\.org\//;
const DIALECTS: readonly (readonly [RegExp, Dialect])[] = [
  [/draft-0[34]\//, 'json-schema-4'],
  [/draft-0[67]\//, 'json-schema-7'],
];
const SAYING = ['type', 'properties', 'enum', 'allOf', 'oneOf', 'anyOf', '$ref', 'items', 'additionalProperties', 'const'];
const CONTAINERS = ['$defs', 'definitions'];

/** By `$schema`, else by a combination of keywords that no other format has. */
function recognise(root: Place): ReturnType<Format['recognise']> {
  const declared = textAt(root, '$schema');
  if (declared !== undefined) return META_SCHEMA.test(declared) ? 'readable' : undefined;
  const hasProperties = textAt(root, 'type') === 'object' && isMapping(valueAt(root, 'properties'));
  const isLibrary = CONTAINERS.some((word) => isMapping(valueAt(root, word))) && valueAt(root, 'swagger') === undefined;
  return hasProperties || isLibrary ? 'readable' : undefined;
}

function read(root: Place, reader: Reader): Contract {
  const declared = textAt(root, '$schema') ?? '';
  const dialect = DIALECTS.find(([pattern]) => pattern.test(declared))?.[1] ?? 'json-schema';
  const schemas = new SchemaReader(reader, dialect);
  schemas.reserve(root, namedSchemas(root));
  const models = modelsOf(root, schemas);
  const definitions = schemas.finish();
  return {
    id: root.document.file,
    kind: 'json-schema',
    title: textAt(root, 'title') ?? root.document.file,
    version: textAt(root, 'version') ?? '',
    at: locate(root),
    prefixes: [],
    operations: [],
    messages: [],
    models,
    definitions,
    definedAt: schemas.definedAt,
    beyond: schemas.beyond,
    gaps: schemas.gaps,
  };
}

/** The document itself if it is a schema, else each of the schemas that it contains. */
function modelsOf(root: Place, schemas: SchemaReader): readonly Model[] {
  if (SAYING.some((word) => valueAt(root, word) !== undefined))
    return [{ name: nameOf(root), shape: schemas.shape(root), at: locate(root) }];
  return CONTAINERS.flatMap((word) =>
    entries(child(root, word)).map(([name, schema]) => ({ name, shape: schemas.shape(schema), at: locate(schema) })),
  );
}

/** `title` if it can be a name; for a document that is only a reference, the target's name; else the file name. */
function nameOf(root: Place): string {
  const title = textAt(root, 'title')?.trim();
  if (title !== undefined && /^[\p{L}][\p{L}\p{N}_ -]{0,60}$/u.test(title)) return title.replaceAll(' ', '');
  const led = lastOf(textAt(root, '$ref'));
  const file = basename(rootOf(root.document).document.file).replace(/(?:[._-](?:schema|model))?\.(?:json|ya?ml)$/i, '');
  return led ?? file;
}

function namedSchemas(root: Place): readonly string[] {
  return CONTAINERS.flatMap((word) =>
    entries(child(root, word)).map(([name]) => `#/${word}/${encodeURIComponent(pointerSegment(name))}`),
  );
}
