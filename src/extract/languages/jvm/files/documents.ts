import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import type { ReadDocument } from '../../../extractor.js';
import { springProfile } from '../frameworks/spring/profile.js';
import { camel, modelsOf } from './models.js';
import { type Fields, fieldsOf, type Placed, parsed, References } from './references.js';

/** No real document has more operations. */
const MAX_OPERATIONS = 5000;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

export const methodOf = (operation: string): string => `${operation} method`;
export const pathOf = (operation: string): string => `${operation} path`;
export const BASE = 'base path';
/** Name of the fact with all operations by id, each with its method and path. */
export const OPERATIONS = 'operations by id';

/**
 * What a generator creates from an OpenAPI document: interfaces by tags or first path segments, and a method for each operation
 * with a name. They are no routes by themselves; an implementing class handles the requests. `read`: reads other files of the
 * contract.
 */
export function readDocument(file: string, text: string, read?: ReadDocument): readonly Fact[] {
  const document = parsed(text);
  const references = new References(file, document, read);
  const place = { line: 1, column: 1 };
  const facts: Fact[] = [];
  const operations: Placed[] = [];
  // an unknown id must not match just any operation
  const byId: ObjectMember[] = [{ kind: 'rest', values: { kind: 'unknown', why: 'which operation it is is not known' } }];
  const constant = (name: string, value: string): void => {
    const of: Expression = { kind: 'literal', value };
    facts.push({ kind: 'constant', name, value: of, at: place }, { kind: 'export', name, value: named(name), at: place });
  };
  const interfaces = new Set<string>(['Default']);
  for (const [path, written] of Object.entries(fieldsOf(document.paths) ?? {})) {
    const item = references.resolve({ value: written, file });
    for (const [method, given] of Object.entries(fieldsOf(item?.value) ?? {})) {
      const operation = fieldsOf(given);
      if (!METHODS.has(method) || operation === undefined || facts.length > 6 * MAX_OPERATIONS) continue;
      operations.push({ value: operation, file: item?.file ?? file });
      const tags = Array.isArray(operation.tags) ? operation.tags : [];
      for (const one of [...tags, path.split('/')[1]]) {
        if (typeof one !== 'string' || one === '') continue;
        // some generators treat a tag in capitals as a word
        for (const tag of one === one.toUpperCase() ? [one, one.toLowerCase()] : [one]) interfaces.add(camel(tag));
      }
      const own = typeof operation.operationId === 'string' ? operation.operationId : undefined;
      const texts = Object.entries({ method: method.toUpperCase(), path });
      const members = texts.map(([name, text]) => property(name, { kind: 'literal', value: text }));
      if (own !== undefined) byId.push(property(own, { kind: 'object', members }));
      // without an id, generators create a name from the path: `booksIdGet`
      const name = lowered(camel(own ?? `${path === '/' ? 'root' : path.replace(/[{}]/g, '')}/${method}`));
      constant(methodOf(name), method.toUpperCase());
      constant(pathOf(name), path);
    }
  }
  facts.push(...modelsOf(file, document, references, operations));
  constant(BASE, basePath(document));
  facts.push({ kind: 'constant', name: OPERATIONS, value: { kind: 'object', members: byId }, at: place });
  facts.push({ kind: 'export', name: OPERATIONS, value: named(OPERATIONS), at: place });
  for (const one of interfaces)
    for (const name of [`${one}Api`, `${one}ApiDelegate`, `${one}ApiService`, `${one}Resource`])
      facts.push(
        { kind: 'router', by: springProfile.id, name, root: false, loose: true, at: place },
        { kind: 'export', name, value: named(name), at: place },
      );
  return facts;
}

const property = (name: string, value: Expression): ObjectMember => ({
  ...{ kind: 'property', name, value, at: { line: 1, column: 1 } },
});

const named = (name: string): Expression => ({ kind: 'name', name, space: 'value' });

/** `basePath` of OpenAPI 2, or the path of the first server. */
function basePath({ basePath: own, servers }: Fields): string {
  if (typeof own === 'string') return own;
  const url: unknown = Array.isArray(servers) ? fieldsOf(servers[0])?.url : undefined;
  if (typeof url !== 'string') return '';
  const host = url.indexOf('://');
  const slash = url.indexOf('/', host < 0 ? 0 : host + 3);
  return slash < 0 ? '' : url.slice(slash);
}

const lowered = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);
