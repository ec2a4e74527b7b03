import type { Lazy } from '../../program.js';
import { literals, membersOf } from '../../shapes/members.js';
import { listOf, orNull, type Part, unknownOf } from '../../values/compose.js';
import { schemaNamed } from './models.js';
import { pathsOf } from './paths.js';
import { documentOf, type Query, type QueryStep } from './query.js';
import { schemaOf } from './schema.js';
import { selectionOf } from './selection.js';
import type { Stored, StoredPath } from './stored.js';

/** The documents that a query loads in place of ids: https://mongoosejs.com/docs/populate.html */
export function populated(query: Query, { values: [given, select] }: QueryStep): Query {
  if (given === undefined) return query;
  const { resolver } = query;
  const names = literals(resolver, given);
  if (names !== undefined)
    return names
      .flatMap((text) => String(text).split(/\s+/).filter(Boolean))
      .reduce((at, name) => loading(at, name, select), query);
  const target = resolver.resolve(resolver, given, 'value');
  if (target.kind === 'plain' && target.expression.kind === 'tuple')
    return target.expression.items.reduce<Query>(
      (at, item) =>
        item.kind === 'spread' ? unread(at) : populated(at, { name: '', values: [{ expression: item, site: target.site }] }),
      query,
    );
  const members = membersOf(resolver, given);
  const path = members?.named.get('path');
  const [name] = (path && literals(resolver, path.value)) ?? [];
  if (members === undefined || members.open !== undefined || members.rest !== undefined || typeof name !== 'string')
    return unread(query);
  const isPlain = [...members.named.keys()].every((key) => key === 'path' || key === 'select');
  return isPlain ? loading(query, name, members.named.get('select')?.value) : replaced(query, name.split('.')[0] ?? name);
}

/** The populated paths are unknown: any reference may be one. */
function unread(query: Query): Query {
  const schema = schemaOf(query.resolver, query.schema);
  const paths = schema === undefined ? [] : pathsOf(schema).paths;
  return paths.filter(({ holds }) => holds.kind !== 'value').reduce((at, { name }) => replaced(at, name), query);
}

function replaced(query: Query, name: string, value?: Lazy, path?: StoredPath): Query {
  const at = path?.at ?? { file: query.file, line: 1 };
  const part: Part = {
    name,
    value: value ?? unknownOf(query.file, 'what the query loads in its place is not known'),
    at,
    ...(path?.optional === true && { optional: true }),
  };
  return { ...query, loaded: [...query.loaded.filter((one) => one.name !== name), part] };
}

function loading(query: Query, path: string, select: Lazy | undefined): Query {
  const [name = path, ...within] = path.split('.');
  const schema = schemaOf(query.resolver, query.schema);
  const stored = schema && pathsOf(schema).paths.find((one) => one.name === name);
  if (stored === undefined || within.length > 0) return replaced(query, name);
  const value = loadedValue(query, stored.holds, select);
  return replaced(query, name, value, stored);
}

/**
 * A document in place of its id, as nullable as the path itself. Where it was removed Mongoose gives null, but what removes
 * documents is seldom seen beside what reads them: that alone is no doubt.
 */
function loadedValue(query: Query, stored: Stored, select: Lazy | undefined): Lazy | undefined {
  if (stored.kind === 'list') {
    const item = stored.of.kind === 'reference' ? referred(query, stored.of.to, select) : undefined;
    return item && listOf(item);
  }
  const one = stored.kind === 'reference' ? referred(query, stored.to, select) : undefined;
  return one !== undefined && stored.kind === 'reference' && stored.nullable === true ? orNull(one) : one;
}

function referred(query: Query, to: Lazy, select: Lazy | undefined): Lazy | undefined {
  const { resolver, file, lean } = query;
  const schema = schemaNamed(resolver, to);
  if (schema === undefined) return undefined;
  const selection = { kind: 'all', shown: [] } as const;
  const chosen = select === undefined ? selection : selectionOf(resolver, select, selection);
  return documentOf({ resolver, file, schema, lean, selection: chosen, loaded: [] });
}
