import type { Expression } from '../../../facts/expression.js';
import type { Fact } from '../../../facts/fact.js';
import { type Fields, readOpenApi } from '../../open-api.js';
import { connexionProfile, TABLE } from './frameworks/connexion/profile.js';

const BY = connexionProfile.id;

/** The route table that Connexion builds from an OpenAPI document. It has no effect until an app mounts it. */
export function readDocument(text: string): readonly Fact[] {
  const { base, operations, isOpen } = readOpenApi(text);
  const router: Expression = { kind: 'name', name: TABLE, space: 'value' };
  const top = { line: 1, column: 1 };
  const facts: Fact[] = [
    {
      kind: 'router',
      by: BY,
      name: TABLE,
      root: false,
      loose: true,
      prefix: { kind: 'literal', value: base },
      at: top,
    },
    { kind: 'export', name: TABLE, value: router, at: top },
  ];
  const rest: Expression = { kind: 'unknown', why: 'not all of its paths are read' };
  if (isOpen) facts.push({ kind: 'mount', by: BY, parent: router, child: rest, certainty: 'router', at: top });
  const modules = new Set<string>();
  for (const { method, path, fields, shared, line } of operations) {
    const named = functionOf(fields, shared);
    if (named !== undefined && !modules.has(named.module)) {
      modules.add(named.module);
      facts.push({ kind: 'import', name: `|${named.module}`, specifier: `|python:${named.module}`, imported: '*', at: top });
    }
    facts.push({
      kind: 'route',
      by: BY,
      method,
      path: { kind: 'literal', value: path },
      router,
      responses: [],
      ...(named === undefined ? { incomplete: 'a resolver finds its function' } : { handler: named.value }),
      at: { line, column: 1 },
    });
  }
  return facts;
}

/** `operationId: shop.items.get`, relative to the module in `x-openapi-router-controller`. */
function functionOf(operation: Fields, item: Fields): { readonly module: string; readonly value: Expression } | undefined {
  const by = ['x-openapi-router-controller', 'x-swagger-router-controller'].map((key) => operation[key] ?? item[key]);
  const controller = by.find((one) => typeof one === 'string');
  const path = [controller, operation.operationId].filter((one) => typeof one === 'string').join('.');
  const names = path.split('.');
  if (typeof operation.operationId !== 'string' || names.length < 2 || !names.every((one) => /^\w+$/.test(one))) return undefined;
  // a class in the module
  const within = names.findIndex((one, index) => index > 0 && /^[A-Z]/.test(one));
  const length = within < 0 ? names.length - 1 : Math.min(within, names.length - 1);
  const module = names.slice(0, length).join('.');
  const start: Expression = { kind: 'name', name: `|${module}`, space: 'value' };
  const value = names.slice(length).reduce<Expression>((of, name) => ({ kind: 'member', of, name }), start);
  return { module, value };
}
