import { pointerSegment } from '../../model/json-pointer.js';
import { UserError } from '../../model/user-error.js';
import type { Contract } from '../contract.js';
import { child, descend, entries, isMapping, locate, type Place, textAt, valueAt } from '../place.js';
import type { Reader } from '../reader.js';
import { SchemaReader } from '../schema/schema-reader.js';
import type { Dialect } from '../schema/schemas.js';
import { sharedModels } from '../shared-models.js';
import type { Format } from './format.js';
import { readOperations } from './openapi-operations.js';
import { readSecuritySchemes } from './openapi-security.js';
import { rootPrefixes } from './openapi-servers.js';

/** OpenAPI 2.0 (Swagger), 3.0, 3.1 and 3.2. Webhooks and callbacks are calls that the service makes, not operations it serves. */
export const openapi: Format = { kind: 'openapi', title: 'OpenAPI', versions: '2.0, 3.0, 3.1 and 3.2', recognise, read };

const DIALECTS: readonly (readonly [RegExp, Dialect])[] = [
  [/^2(?:\.0)?$/, 'openapi-2'],
  [/^3(?:\.0(?:\.\d.*)?)?$/, 'openapi-3.0'],
  [/^3\.[12](?:\.\d.*)?$/, 'json-schema'],
];

function recognise(root: Place): ReturnType<Format['recognise']> {
  const at = versionOf(root);
  if (at === undefined) return undefined;
  const unsupported =
    dialectOf(at) === undefined ? `\`${at.key}: ${shown(at.value)}\` is not a supported version of OpenAPI` : undefined;
  return unsupported === undefined ? 'readable' : { unsupported, at };
}

function read(root: Place, reader: Reader): Contract {
  const version = versionOf(root);
  const dialect = version && dialectOf(version);
  if (version === undefined || dialect === undefined) throw new Error('read() is for documents that recognise() calls readable');
  checkPaths(root, version, dialect);
  const schemas = new SchemaReader(reader, dialect);
  schemas.reserve(root, namedSchemas(root));
  const operations = readOperations(root, schemas);
  noteCalls(root, schemas);
  const named = descend(root, 'components', 'schemas') ?? child(root, 'definitions');
  const models = sharedModels(named, reader.isShared, schemas);
  const definitions = schemas.finish();
  const info = child(root, 'info');
  return {
    id: root.document.file,
    kind: 'openapi',
    title: textAt(info, 'title')?.trim() ?? root.document.file,
    version: shown(valueAt(info, 'version') ?? ''),
    at: locate(version),
    prefixes: rootPrefixes(root),
    operations,
    messages: [],
    models,
    definitions,
    definedAt: schemas.definedAt,
    beyond: schemas.beyond,
    securitySchemes: readSecuritySchemes(root, schemas),
    webhooks: new Map(entries(child(root, 'webhooks')).map(([name, webhook]) => [name, locate(webhook)])),
    gaps: schemas.gaps,
  };
}

/** Requests that the service sends are not compared; their content is recorded, so that a diff can report changes. */
function noteCalls(root: Place, schemas: SchemaReader): void {
  for (const [name, webhook] of entries(child(root, 'webhooks'))) schemas.lookAt(webhook, `the webhook ${name.slice(0, 80)}`);
  const declared = entries(child(root, 'paths')).map(([, item]) => item);
  const referred = declared.flatMap((item) => (textAt(item, '$ref') === undefined ? [] : (schemas.target(item) ?? [])));
  for (const item of [...declared, ...referred]) {
    const operations = [...entries(item), ...entries(child(item, 'additionalOperations'))];
    for (const [, operation] of operations) {
      for (const [name, callback] of entries(child(operation, 'callbacks')))
        schemas.lookAt(callback, `the callback ${name.slice(0, 80)}`);
    }
  }
}

/** `openapi` of version 3, `swagger` of version 2. */
function versionOf(root: Place): Place | undefined {
  return child(root, 'openapi') ?? child(root, 'swagger');
}

/** YAML reads an unquoted `2.0` as the number 2; it counts as version 2.0. */
function dialectOf(version: Place): Dialect | undefined {
  const text = shown(version.value);
  const dialect = DIALECTS.find(([pattern]) => pattern.test(text))?.[1];
  return (dialect === 'openapi-2') === (version.key === 'swagger') ? dialect : undefined;
}

/** A version as text; empty: none. */
export function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 40) : '';
}

/** OpenAPI requires `paths` up to 3.0; a later document may have components or webhooks only. */
function checkPaths(root: Place, version: Place, dialect: Dialect): void {
  const paths = child(root, 'paths');
  if (paths !== undefined && (paths.value === null || isMapping(paths.value))) return;
  const optional =
    dialect === 'json-schema' && (child(root, 'components') !== undefined || child(root, 'webhooks') !== undefined);
  if (paths === undefined && optional) return;
  const location = locate(paths ?? version);
  const what = paths === undefined ? 'has no `paths`' : 'has `paths` that are not a mapping of paths to operations';
  throw new UserError(`${location.file}:${location.line} ${what}, so it has no operations.`, {
    hint: 'Write the operations under `paths`; `paths: {}` says that there are none.',
    location,
  });
}

/** References to the named schemas of the document. */
function namedSchemas(root: Place): readonly string[] {
  return [['components', 'schemas'], ['definitions']].flatMap((keys) =>
    entries(descend(root, ...keys)).map(([name]) => {
      const last = encodeURIComponent(pointerSegment(name));
      return `#/${keys.join('/')}/${last}`;
    }),
  );
}
