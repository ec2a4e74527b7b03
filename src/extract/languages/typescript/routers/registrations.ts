import { ts } from 'ts-morph';
import type { Registration } from '../../../../facts/fact.js';
import { functionOf } from '../names/in-file.js';
import { type FunctionNode, isFunctionNode } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { declarationOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { isMountPath } from '../values/path-arguments.js';
import { readValue } from '../values/values.js';
import { verbMethods } from '../verb-methods.js';
import type { Call, Found, RouterFile } from './framework.js';
import { lowerCall } from './lower.js';
import { spoken, surest } from './receivers.js';

/** Later arguments do not describe a route. */
const MOST_ARGUMENTS = 8;
/** The limit of calls between functions that are followed. */
const MOST_HOPS = 3;
const NAMES = /rout|endpoint|^(?:api|get|post|put|patch|del|delete|add|register|secured?|public|authed)/i;

/** The call of a function that registers routes at its path argument: `apiRoute(GET, '/users', list)`. */
export function registrationOf(file: RouterFile, call: Call): Found | undefined {
  const { source } = file;
  const callee = unwrap(call.expression);
  if (!ts.isCallExpression(call) || call.arguments.length < 2) return undefined;
  if (!call.arguments.some((one) => isPath(source, unwrap(one))) || !isRegistrar(source, callee)) return undefined;
  const speaking = file.frameworks.flatMap(({ table: { id, verbs }, table }) =>
    verbs.size === 0 ? [] : [{ fit: spoken(file, table), by: id }],
  );
  const [by] = surest(speaking)
    .map((one) => one.by)
    .sort();
  if (by === undefined) return undefined;
  const { each, at, arguments: all } = lowerCall(source, call);
  const given = all.slice(0, MOST_ARGUMENTS).map(({ value }) => value);
  const callable = readValue(source, callee);
  const fact: Registration = { kind: 'registration', by, callable, given, ...(each.length > 0 && { each }), at };
  return { facts: [fact] };
}

/** A literal path, or a value that may be one and is passed on. */
function isPath(source: Source, node: ts.Expression): boolean {
  if (ts.isStringLiteralLike(node)) return node.text.startsWith('/');
  if (ts.isTemplateExpression(node)) return node.head.text.startsWith('/') || isPath(source, unwrap(firstSpan(node)));
  if (ts.isCallExpression(node)) return isMountPath(source, node);
  return ts.isIdentifier(node) && lookup(source, node)?.kind === 'parameter';
}

const firstSpan = (node: ts.TemplateExpression): ts.Expression => node.templateSpans[0]?.expression ?? node;

/** A function of the file that registers routes, or one of another file with such a name. */
function isRegistrar(source: Source, callee: ts.Expression): boolean {
  const own = functionOf(source, callee);
  if (own !== undefined) return registers(source, own, 0);
  const named = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : '';
  return NAMES.test(named) && (originOf(source, callee)?.specifier ?? '').startsWith('.');
}

const known = new WeakMap<FunctionNode, boolean>();

const VERBS = verbMethods({ del: 'DELETE', trace: 'TRACE' });

/** Whether a function calls an HTTP method's registration, or another such function, with its own parameter. */
function registers(source: Source, node: FunctionNode, hops: number): boolean {
  const before = known.get(node);
  if (before !== undefined) return before;
  known.set(node, false);
  let found = false;
  const visit = (child: ts.Node): void => {
    if (found) return;
    if (ts.isCallExpression(child)) found = isRegistering(source, child, node, hops);
    if (!isFunctionNode(child)) ts.forEachChild(child, visit);
  };
  if (node.body !== undefined) visit(node.body);
  known.set(node, found);
  return found;
}

function isRegistering(source: Source, call: ts.CallExpression, within: FunctionNode, hops: number): boolean {
  const isGiven = call.arguments.some((one) => mentionsParameter(source, unwrap(one), within));
  if (!isGiven || call.arguments.length < 2) return false;
  const callee = unwrap(call.expression);
  if (ts.isElementAccessExpression(callee)) return mentionsParameter(source, callee.argumentExpression, within);
  if (ts.isPropertyAccessExpression(callee)) return VERBS.has(callee.name.text);
  const next = hops < MOST_HOPS ? functionOf(source, callee) : undefined;
  return next !== undefined && registers(source, next, hops + 1);
}

/** A parameter, or a template that contains one. */
function mentionsParameter(source: Source, node: ts.Expression, within: FunctionNode): boolean {
  if (ts.isTemplateExpression(node))
    return node.templateSpans.some(({ expression }) => mentionsParameter(source, expression, within));
  if (ts.isBinaryExpression(node)) return [node.left, node.right].some((one) => mentionsParameter(source, one, within));
  const declaration = declarationOf(source, node);
  return declaration !== undefined && ts.isParameter(declaration) && declaration.parent === within;
}
