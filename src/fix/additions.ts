import type { Contract } from '../contracts/contract.js';
import { child } from '../contracts/place.js';
import type { CodeRoute } from '../facts/codebase.js';
import { pathKey } from '../model/endpoint.js';
import type { Definitions } from '../model/shape.js';
import type { Documents } from './documents.js';
import { operationOf } from './draft.js';
import type { FileEdit } from './edits.js';
import { componentsFor, pathBelow, schemaEdits, type Way } from './ways.js';

/** An operation that the code serves and a contract does not mention. */
export interface Addition {
  readonly subject: string;
  readonly way: Way;
}

export interface Served {
  readonly contracts: readonly Contract[];
  readonly routes: readonly (CodeRoute & { readonly documented: boolean })[];
  readonly types: Definitions;
  readonly basePaths: ReadonlyMap<string, string | null>;
}

/**
 * The operations that a contract could get: from routes that no contract describes, below the base path of the only OpenAPI
 * document with routes. Empty if several documents could get them, or the start of a path is unknown.
 */
export function additions({ contracts, routes, types, basePaths }: Served, documents: Documents): readonly Addition[] {
  const possible = contracts.filter(({ id, kind }) => kind === 'openapi' && (basePaths.get(id) ?? null) !== null);
  const [contract, ...others] = possible;
  if (contract === undefined || others.length > 0 || documents.dialectOf(contract.id) === 'openapi-2') return [];
  const spelled = new Map(contract.operations.map(({ subject }) => [pathKey(pathOf(subject)), pathOf(subject)]));
  const groups = new Map<string, { readonly path: string; readonly method: string; readonly served: CodeRoute[] }>();
  for (const route of routes) {
    const below = pathBelow(route, basePaths.get(contract.id));
    if (route.documented || route.method === 'ANY' || route.blocked !== undefined || route.idle === true || below === undefined)
      continue;
    const path = spelled.get(pathKey(below)) ?? below;
    spelled.set(pathKey(below), path);
    const key = `${route.method} ${path}`;
    const group = groups.get(key) ?? { path, method: route.method, served: [] };
    group.served.push(route);
    groups.set(key, group);
  }
  return [...groups].map(([subject, { path, method, served }]) => {
    const components = componentsFor(contract.id, types, documents);
    const value = operationOf(path, served, components);
    const root = documents.root(contract.id);
    const paths = root && child(root, 'paths');
    const isThere = paths !== undefined && child(paths, path) !== undefined;
    const edit: FileEdit['edit'] = isThere
      ? { do: 'set', path: ['paths', path, method.toLowerCase()], value }
      : { do: 'set', path: ['paths', path], value: { [method.toLowerCase()]: value } };
    const edits = [{ file: contract.id, edit }, ...schemaEdits(contract.id, components.written(), documents)];
    return { subject, way: { edits, says: `${subject} is promised` } };
  });
}

const pathOf = (subject: string): string => subject.slice(subject.indexOf(' ') + 1);
