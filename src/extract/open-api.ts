import type { Expression, ObjectMember } from '../facts/expression.js';
import type { Fact } from '../facts/fact.js';
import { loadForgiving } from '../model/forgiving-yaml.js';
import { isRecord } from '../model/json.js';
import { OPERATIONS } from './document-paths.js';

/** Operations of one document; only a hostile one has more. */
const MAX_OPERATIONS = 5000;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

export type Fields = Readonly<Record<string, unknown>>;

/** An operation of an OpenAPI document that code of the service refers to. */
interface Operation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly id?: string;
  readonly fields: Fields;
  /** The fields that all operations of the path share. */
  readonly shared: Fields;
  readonly line: number;
}

/** The routes of an OpenAPI document; empty for any other text. */
export interface OpenApi {
  /** `basePath` of OpenAPI 2, the path of the first server. */
  readonly base: string;
  readonly operations: readonly Operation[];
  /** There may be other operations: in other files, or in parts of this one that are not read. */
  readonly isOpen: boolean;
}

export function readOpenApi(text: string): OpenApi {
  const document = parsed(text);
  const lines = pathLines(text);
  const operations: Operation[] = [];
  let isOpen = fieldsOf(document.paths) === undefined;
  for (const [path, item] of Object.entries(fieldsOf(document.paths) ?? {})) {
    const shared = fieldsOf(item) ?? {};
    isOpen ||= '$ref' in shared;
    for (const [method, given] of Object.entries(shared)) {
      const fields = fieldsOf(given);
      if (!METHODS.has(method) || fields === undefined) continue;
      if (operations.length >= MAX_OPERATIONS) return { base: basePath(document), operations, isOpen: true };
      const { operationId: id } = fields;
      const line = lines.get(path) ?? 1;
      operations.push({ method: method.toUpperCase(), path, ...(typeof id === 'string' && { id }), fields, shared, line });
    }
  }
  return { base: basePath(document), operations, isOpen };
}

const ELSEWHERE = { kind: 'spread', value: { kind: 'unknown', why: 'not all of its paths are read' } } as const;

/** The operations as a list of `{ method, path, id }`: code that dispatches by ids loops over it. */
export function operationTable(text: string): readonly Fact[] {
  const top = { line: 1, column: 1 };
  const { operations, isOpen } = readOpenApi(text);
  const items = operations.map(({ method, path, id, line }): Expression => {
    const texts = Object.entries({ method, path, id: id ?? '' });
    const members = texts.map(
      ([name, value]): ObjectMember => ({
        kind: 'property',
        name,
        value: { kind: 'literal', value },
        at: { line, column: 1 },
      }),
    );
    return { kind: 'object', members };
  });
  const value: Expression = { kind: 'name', name: OPERATIONS, space: 'value' };
  return [
    { kind: 'constant', name: OPERATIONS, value: { kind: 'tuple', items: [...items, ...(isOpen ? [ELSEWHERE] : [])] }, at: top },
    { kind: 'export', name: OPERATIONS, value, at: top },
  ];
}

/** `basePath` of OpenAPI 2, or the path of the first server. */
export function basePath({ basePath: own, servers }: Fields): string {
  if (typeof own === 'string') return own;
  const url: unknown = Array.isArray(servers) ? fieldsOf(servers[0])?.url : undefined;
  if (typeof url !== 'string') return '';
  const host = url.indexOf('://');
  const slash = url.indexOf('/', host < 0 ? 0 : host + 3);
  return slash < 0 ? '' : url.slice(slash);
}

/** The line of each path. */
function pathLines(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [index, line] of text.split('\n').entries()) {
    const path = /^\s{0,40}["']?(\/[^"':]{0,500})["']?\s{0,9}:/.exec(line)?.[1];
    if (path !== undefined && !found.has(path)) found.set(path, index + 1);
  }
  return found;
}

/** The fields of a document in YAML or JSON; none where it cannot be read. */
export function parsed(text: string): Fields {
  try {
    return fieldsOf(text.trimStart().startsWith('{') ? JSON.parse(text) : loadForgiving(text)) ?? {};
  } catch {
    return {};
  }
}

export const fieldsOf = (value: unknown): Fields | undefined => (isRecord(value) ? value : undefined);
