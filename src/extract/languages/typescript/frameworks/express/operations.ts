import { ts } from 'ts-morph';
import type { Expression, ObjectMember } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { DOCUMENT, OPERATIONS } from '../../../../document-paths.js';
import type { Argument } from '../../../../engine/call.js';
import type { Maker, RouterTable } from '../../../../engine/router-table.js';
import { atOf } from '../../at.js';
import { isFunctionNode, place, valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { folderAt } from '../../names/own-folder.js';
import { declarationOf } from '../../names/scope.js';
import type { Call, RouterFile } from '../../routers/framework.js';
import { lowerCall, nodeOf } from '../../routers/lower.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { methodCall } from '../../values/router-calls.js';

/**
 * openapi-backend: its document is the routing table, and `operationId` selects handlers of the form `(context, req, res)`
 * (https://openapistack.co/docs/openapi-backend/api/).
 */
export const operationsMaker: Maker = {
  packages: /^openapi-backend$/,
  names: /^(?:OpenAPIBackend|\*|default)$/,
  makes: 'router',
  by: 'new',
  settings: ({ arguments: [options] }) => {
    const root = options?.member('apiRoot');
    return { matching: {}, ...(root && { prefix: root.value }) };
  },
};

/** One route for each operation of the document; `isMounted`: the file passes requests to it. */
export function operationsServed(
  file: RouterFile,
  { id }: RouterTable,
  call: Call,
): { readonly facts: readonly Fact[]; readonly isMounted: boolean } | undefined {
  const { source } = file;
  const origin = originOf(source, call.expression);
  const isMade = ts.isNewExpression(call) && operationsMaker.packages.test(origin?.specifier ?? '');
  if (!isMade || !operationsMaker.names.test(origin?.name ?? '')) return undefined;
  const [options] = lowerCall(source, call).arguments;
  const specifier = documentIn(source, options?.member('definition'));
  const router = source.bound.get(call);
  if (specifier === undefined || router === undefined) return undefined;
  const registered = calledOn(file, call, 'register').map((one) => lowerCall(source, one).arguments);
  const handlers: Expression = {
    kind: 'object',
    members: [options?.member('handlers')?.value, ...registered.map(tableOf)].flatMap((value): readonly ObjectMember[] =>
      value === undefined ? [] : [{ kind: 'spread', value }],
    ),
  };
  const at = atOf(source, call);
  const name = `|operations@${place(source.tree, call)}`;
  const each = `|operation@${place(source.tree, call)}`;
  const part = (member: string): Expression => ({
    kind: 'member',
    of: valueNamed(each),
    name: member,
  });
  const facts: readonly Fact[] = [
    { kind: 'import', name, specifier, imported: OPERATIONS, at },
    {
      kind: 'route',
      by: id,
      method: 'ANY',
      methods: part('method'),
      path: part('path'),
      router,
      handler: { kind: 'element', of: handlers, key: part('id') },
      ...{ responses: [], ifHandled: true },
      each: [{ name: each, over: valueNamed(name) }],
      at,
    },
  ];
  return { facts, isMounted: calledOn(file, call, 'handleRequest').some(isUsed) };
}

/** Calls of a method on the result of a call, where a variable of the file contains that result. */
function calledOn({ source, calls }: RouterFile, made: Call, method: string): readonly Call[] {
  const declared = ts.isVariableDeclaration(made.parent) ? made.parent : undefined;
  return calls.filter((one) => {
    const called = ts.isCallExpression(one) ? methodCall(one) : undefined;
    return called?.name === method && isStored(source, called.receiver, declared);
  });
}

/** `register('getPet', handler)` or a table of handlers. */
function tableOf([first, handler]: readonly Argument[]): Expression | undefined {
  if (first?.text === undefined || handler === undefined) return first?.value;
  return { kind: 'object', members: [{ kind: 'property', name: first.text, value: handler.value, at: first.at }] };
}

/** The document: a path relative to the file's folder or to the service's working directory, or an import. */
function documentIn(source: Source, definition: Argument | undefined): string | undefined {
  if (definition === undefined) return undefined;
  const node = nodeOf(definition);
  const path = definition.text ?? folderAt(source, node) ?? originOf(source, node)?.specifier;
  return path !== undefined && /\.(?:ya?ml|json)$/.test(path) ? `${DOCUMENT}${path}` : undefined;
}

function isStored(source: Source, receiver: ts.Expression, declared: ts.VariableDeclaration | undefined): boolean {
  const node = unwrap(receiver);
  return declared !== undefined && ts.isIdentifier(node) && declarationOf(source, node) === declared;
}

/** Whether the function around a node is passed to `use`. */
function isUsed(node: ts.Node): boolean {
  let at: ts.Node = node;
  while (at.parent !== undefined && !isFunctionNode(at)) at = at.parent;
  const call = at.parent;
  if (call === undefined || !ts.isCallExpression(call) || !isFunctionNode(at) || !ts.isExpression(at)) return false;
  return methodCall(call)?.name === 'use' && operationsPassed(at) !== undefined;
}

/** `(req, res) => api.handleRequest(req, req, res)`: the object that receives requests unchanged. */
export function operationsPassed(given: ts.Expression): ts.Expression | undefined {
  const node = unwrap(given);
  if (!isFunctionNode(node) || node.body === undefined) return undefined;
  const [request] = node.parameters;
  const [only, more] = ts.isBlock(node.body) ? node.body.statements : [node.body];
  const written = only !== undefined && (ts.isReturnStatement(only) || ts.isExpressionStatement(only)) ? only.expression : only;
  const call = written !== undefined && more === undefined && ts.isExpression(written) ? unwrap(written) : undefined;
  const plain = call !== undefined && ts.isAwaitExpression(call) ? unwrap(call.expression) : call;
  if (plain === undefined || !ts.isCallExpression(plain) || !ts.isPropertyAccessExpression(plain.expression)) return undefined;
  const [first] = plain.arguments.map(unwrap);
  const isWhole = first !== undefined && ts.isIdentifier(first) && first.text === request?.name.getText();
  return plain.expression.name.text === 'handleRequest' && isWhole ? plain.expression.expression : undefined;
}
