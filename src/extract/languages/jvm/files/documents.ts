import { load } from 'js-yaml';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { springProfile } from '../frameworks/spring-profile.js';
import { modelOf } from './models.js';

/** Operations of one document; only one that is made to be slow has more. */
const MAX_OPERATIONS = 5000;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

export const methodOf = (operation: string): string => `${operation} method`;
export const pathOf = (operation: string): string => `${operation} path`;
export const BASE = 'base path';

/**
 * What a generator makes of an OpenAPI document: interfaces by tags or first segments of paths, and a method for each operation that
 * has a name. They stand for nothing by themselves: a class that implements them answers.
 */
export function readDocument(file: string, text: string): readonly Fact[] {
  const document = parsed(text);
  const place = { line: 1, column: 1 };
  const facts: Fact[] = [];
  const constant = (name: string, value: string): void => {
    const of: Expression = { kind: 'literal', value };
    facts.push({ kind: 'constant', name, value: of, at: place }, { kind: 'export', name, value: named(name), at: place });
  };
  const interfaces = new Set<string>(['Default']);
  for (const [path, item] of Object.entries(recordOf(document.paths) ?? {})) {
    for (const [method, given] of Object.entries(recordOf(item) ?? {})) {
      const operation = recordOf(given);
      if (!METHODS.has(method) || operation === undefined || facts.length > 6 * MAX_OPERATIONS) continue;
      const tags = Array.isArray(operation.tags) ? operation.tags : [];
      for (const one of [...tags, path.split('/')[1]]) if (typeof one === 'string' && one !== '') interfaces.add(camel(one));
      if (typeof operation.operationId !== 'string') continue;
      const name = lowered(camel(operation.operationId));
      // what it sends the class that implements it says
      facts.push({ kind: 'callable', name, sends: [], at: place }, { kind: 'export', name, value: named(name), at: place });
      constant(methodOf(name), method.toUpperCase());
      constant(pathOf(name), path);
    }
  }
  facts.push(...models(file, document));
  constant(BASE, basePath(document));
  for (const one of interfaces)
    for (const name of [`${one}Api`, `${one}ApiDelegate`, `${one}Resource`])
      facts.push(
        { kind: 'router', by: springProfile.id, name, root: false, loose: true, at: place },
        { kind: 'export', name, value: named(name), at: place },
      );
  return facts;
}

const named = (name: string): Expression => ({ kind: 'name', name, space: 'value' });

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(text.trimStart().startsWith('{') ? JSON.parse(text) : load(text)) ?? {};
  } catch {
    return {};
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** Schemas of a document as the classes that a generator makes of them. */
function models(file: string, document: Readonly<Record<string, unknown>>): readonly Fact[] {
  const schemas = recordOf(recordOf(document.components)?.schemas) ?? recordOf(document.definitions) ?? {};
  return Object.entries(schemas)
    .slice(0, MAX_OPERATIONS)
    .flatMap(([name, schema]) => modelOf(file, name, camel(name), schema));
}

/** `basePath` of OpenAPI 2, the path of the first server. */
function basePath({ basePath: own, servers }: Readonly<Record<string, unknown>>): string {
  if (typeof own === 'string') return own;
  const url: unknown = Array.isArray(servers) ? recordOf(servers[0])?.url : undefined;
  if (typeof url !== 'string') return '';
  const host = url.indexOf('://');
  const slash = url.indexOf('/', host < 0 ? 0 : host + 3);
  return slash < 0 ? '' : url.slice(slash);
}

/** `find-owner by_id` -> `FindOwnerById` */
function camel(written: string): string {
  return written
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

const lowered = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);
