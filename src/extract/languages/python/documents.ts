import { load } from 'js-yaml';
import type { Expression } from '../../../facts/expression.js';
import type { Fact } from '../../../facts/fact.js';
import { connexionProfile, TABLE } from './frameworks/connexion-profile.js';

/** Operations of one document; only one that is made to be slow has more. */
const MAX_OPERATIONS = 5000;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);
const BY = connexionProfile.id;
type Fields = Readonly<Record<string, unknown>>;

/** The table of routes that Connexion makes of an OpenAPI document. It stands for nothing until an app mounts it. */
export function readDocument(text: string): readonly Fact[] {
  const document = parsed(text);
  const lines = pathLines(text);
  const router: Expression = { kind: 'name', name: TABLE, space: 'value' };
  const top = { line: 1, column: 1 };
  const facts: Fact[] = [
    {
      kind: 'router',
      by: BY,
      name: TABLE,
      root: false,
      loose: true,
      prefix: { kind: 'literal', value: basePath(document) },
      at: top,
    },
    { kind: 'export', name: TABLE, value: router, at: top },
  ];
  const modules = new Set<string>();
  for (const [path, item] of Object.entries(fieldsOf(document.paths) ?? {})) {
    const shared = fieldsOf(item) ?? {};
    for (const [method, given] of Object.entries(shared)) {
      const operation = fieldsOf(given);
      if (!METHODS.has(method) || operation === undefined || facts.length > 2 * MAX_OPERATIONS) continue;
      const named = functionOf(operation, shared);
      if (named !== undefined && !modules.has(named.module)) {
        modules.add(named.module);
        facts.push({ kind: 'import', name: `|${named.module}`, specifier: `|python:${named.module}`, imported: '*', at: top });
      }
      facts.push({
        kind: 'route',
        by: BY,
        method: method.toUpperCase(),
        path: { kind: 'literal', value: path },
        router,
        responses: [],
        ...(named === undefined ? { incomplete: 'a resolver finds its function' } : { handler: named.value }),
        at: { line: lines.get(path) ?? 1, column: 1 },
      });
    }
  }
  return facts;
}

/** `operationId: shop.items.get`, below the module of `x-openapi-router-controller`. */
function functionOf(operation: Fields, item: Fields): { readonly module: string; readonly value: Expression } | undefined {
  const by = ['x-openapi-router-controller', 'x-swagger-router-controller'].map((key) => operation[key] ?? item[key]);
  const controller = by.find((one) => typeof one === 'string');
  const path = [controller, operation.operationId].filter((one) => typeof one === 'string').join('.');
  const names = path.split('.');
  if (typeof operation.operationId !== 'string' || names.length < 2 || !names.every((one) => /^\w+$/.test(one))) return undefined;
  // a class within the module
  const within = names.findIndex((one, index) => index > 0 && /^[A-Z]/.test(one));
  const length = within < 0 ? names.length - 1 : Math.min(within, names.length - 1);
  const module = names.slice(0, length).join('.');
  const start: Expression = { kind: 'name', name: `|${module}`, space: 'value' };
  const value = names.slice(length).reduce<Expression>((of, name) => ({ kind: 'member', of, name }), start);
  return { module, value };
}

/** `basePath` of OpenAPI 2, the path of the first server. */
function basePath({ basePath: own, servers }: Fields): string {
  if (typeof own === 'string') return own;
  const url: unknown = Array.isArray(servers) ? fieldsOf(servers[0])?.url : undefined;
  if (typeof url !== 'string') return '';
  const host = url.indexOf('://');
  const slash = url.indexOf('/', host < 0 ? 0 : host + 3);
  return slash < 0 ? '' : url.slice(slash);
}

/** On which line each path stands. */
function pathLines(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [index, line] of text.split('\n').entries()) {
    const path = /^\s{0,40}["']?(\/[^"':]{0,500})["']?\s{0,9}:/.exec(line)?.[1];
    if (path !== undefined && !found.has(path)) found.set(path, index + 1);
  }
  return found;
}

function parsed(text: string): Fields {
  try {
    return fieldsOf(text.trimStart().startsWith('{') ? JSON.parse(text) : load(text)) ?? {};
  } catch {
    return {};
  }
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
