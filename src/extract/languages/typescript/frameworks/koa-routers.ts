import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Mount, Router } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { heldName, positional } from '../names/held-names.js';
import { functionName, isFunctionNode } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { lookup, patternOwner } from '../names/scope.js';
import type { Source } from '../source.js';
import { flagOf } from '../values/flags.js';
import { chainOf, chainStart, type IsFluent } from '../values/fluent-chains.js';
import { know } from '../values/known.js';
import { unwrap } from '../values/mutations.js';
import { pathExpression } from '../values/path-expressions.js';
import { declaredType, unaliased } from '../values/router-calls.js';
import { readValue } from '../values/values.js';
import { verbMethods } from '../verb-methods.js';

/** Id of the extractor. */
export const BY = 'typescript/koa';

/** Methods that register a handler: https://github.com/koajs/router/blob/master/API.md */
export const VERBS = verbMethods({ del: 'DELETE' });
const FLUENT = /^(?:use|get|post|put|patch|delete|del|head|options|all|register|prefix|param|redirect|on|route)$/;
const isFluent: IsFluent = (method, call) => FLUENT.test(method) && call.arguments.length > 0;

const ROUTERS = /^(?:koa-router|@koa\/router|koa-joi-router|koa-better-router|koa-tree-router|koa-zod-router)$/;
const OTHERS = /["'](?:express|fastify|hono(?:\/[\w-]+)?|@nestjs\/[\w-]+|restify|react-router\S*|vue-router)["']/;
const KOA = /["'](?:koa|@koa\/[\w-]+|koa-[\w-]+)["']|\bctx\.(?:body|status|throw|request|state|params|response)\b|\bKoa\b/;

const speaking = new WeakMap<Source, boolean>();

/** Whether a file names Koa, and no server that is like it. */
function speaksKoa(source: Source): boolean {
  const known = speaking.get(source);
  if (known !== undefined) return known;
  const found = KOA.test(source.text) && !OTHERS.test(source.text);
  speaking.set(source, found);
  return found;
}

function creationOf(source: Source, node: ts.CallExpression | ts.NewExpression): 'app' | 'router' | undefined {
  const origin = originOf(source, node.expression);
  if (origin === undefined || !/^(?:\*|default|Router|Koa|Application)$/.test(origin.name)) return undefined;
  if (origin.specifier === 'koa') return 'app';
  return ROUTERS.test(origin.specifier) ? 'router' : undefined;
}

/** The apps and routers that a file makes, and what stands for them: `router.routes()`, `mount('/a', app)`, `compose([…])`. */
export function findRouters(
  source: Source,
  calls: readonly (ts.CallExpression | ts.NewExpression)[],
): readonly (Router | Mount)[] {
  const facts: (Router | Mount)[] = [];
  for (const call of calls) {
    const made = creationOf(source, call);
    if (made === undefined) continue;
    const links = chainOf(call, isFluent);
    const name = heldName(source, links.at(-1) ?? call);
    for (const link of links) know(link, { kind: 'name', name, space: 'value' });
    const prefix = made === 'router' ? prefixOf(source, call) : undefined;
    // https://github.com/koajs/router/blob/master/API.md#new-routeropts
    const isExact = made === 'router' && flagOf(source, call.arguments?.[0], 'sensitive') === true;
    const matching = isExact ? { matching: { anyCase: false, firstMatch: true } } : {};
    const root = made === 'app';
    facts.push({ kind: 'router', by: BY, name, root, ...(prefix && { prefix }), ...matching, at: atOf(source, call) });
    facts.push(...defaultOf(source, links.at(-1) ?? call, name));
  }
  // Inner calls come later in the text than those around them: what they stand for has to be known first.
  for (const call of [...calls].reverse()) if (ts.isCallExpression(call)) facts.push(...standIn(source, call));
  return facts;
}

/** `function init(app = new Koa())`: without an argument the parameter is this one. */
function defaultOf(source: Source, made: ts.Expression, name: string): readonly Mount[] {
  const parameter = made.parent;
  if (!ts.isParameter(parameter) || parameter.initializer !== made || !isFunctionNode(parameter.parent)) return [];
  const index = parameter.parent.parameters.indexOf(parameter);
  const child: Expression = { kind: 'parameter', callable: functionName(source.tree, parameter.parent), index };
  const parent: Expression = { kind: 'name', name, space: 'value' };
  return [{ kind: 'mount', by: BY, parent, child, certainty: 'unlikely', at: atOf(source, made) }];
}

function prefixOf(source: Source, call: ts.CallExpression | ts.NewExpression): Expression | undefined {
  const [options] = call.arguments ?? [];
  const node = options && unwrap(options);
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  for (const one of node.properties) {
    if (one.name === undefined || !ts.isIdentifier(one.name) || one.name.text !== 'prefix') continue;
    if (ts.isPropertyAssignment(one)) return pathExpression(source, one.initializer);
    if (ts.isShorthandPropertyAssignment(one)) return pathExpression(source, one.name);
  }
  return undefined;
}

/** What a call stands for that makes a middleware of routers. */
function standIn(source: Source, call: ts.CallExpression): readonly (Router | Mount)[] {
  const callee = unwrap(call.expression);
  if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'allowedMethods' && speaksKoa(source)) {
    know(call, { kind: 'absent' });
    return [];
  }
  if (ts.isPropertyAccessExpression(callee) && /^(?:routes|middleware)$/.test(callee.name.text) && call.arguments.length === 0) {
    if (!speaksKoa(source)) return [];
    const of = readValue(source, callee.expression);
    const isOwn = of.kind === 'name' && instanceOf(source, callee.expression) !== undefined && isMade(source, callee.expression);
    const called: Expression = { kind: 'returns', of: { kind: 'member', of, name: callee.name.text } };
    know(call, isOwn ? of : { kind: 'union', options: [of, called], readings: true });
    return [];
  }
  const specifier = originOf(source, callee)?.specifier;
  if (specifier === 'koa-compose') {
    const items = call.arguments.flatMap((one) => listOf(one)).map((one) => readValue(source, one));
    know(call, { kind: 'tuple', items });
  }
  return specifier === 'koa-mount' ? mountedAt(source, call) : [];
}

function listOf(node: ts.Expression): readonly ts.Expression[] {
  const at = unwrap(node);
  return ts.isArrayLiteralExpression(at) ? at.elements.filter((one) => !ts.isSpreadElement(one)) : [at];
}

/** `mount('/prefix', app)` is a router of its own. */
function mountedAt(source: Source, call: ts.CallExpression): readonly (Router | Mount)[] {
  const [path, child] = call.arguments.length > 1 ? call.arguments : [undefined, call.arguments[0]];
  if (child === undefined) return [];
  const name = positional(source, call);
  const parent: Expression = { kind: 'name', name, space: 'value' };
  const at = atOf(source, call);
  const mounted = readValue(source, unwrap(child));
  know(call, parent);
  const prefix = path && pathExpression(source, path);
  return [
    { kind: 'router', by: BY, name, root: false, ...(prefix && { prefix }), at },
    { kind: 'mount', by: BY, parent, child: mounted, certainty: 'maybe', at },
  ];
}

const NAMES = /^_?(?:app|api|server|koa|application)$|[rR]outes?$|[rR]outer|App$|Api$/;

/** The app or router that a call is made on; undefined: it surely or probably is none. */
export function instanceOf(source: Source, node: ts.Expression): Expression | undefined {
  const start = startOf(source, node);
  if (ts.isCallExpression(start) || ts.isNewExpression(start))
    return creationOf(source, start) === undefined ? undefined : readValue(source, start);
  if (ts.isPropertyAccessExpression(start)) {
    const isMember = start.expression.kind === ts.SyntaxKind.ThisKeyword || ts.isIdentifier(start.expression);
    const type = declaredType(source, start);
    const isKoa = NAMES.test(start.name.text) || (type !== undefined && isRouterType(source, type));
    return isMember && isKoa && speaksKoa(source) ? readValue(source, start) : undefined;
  }
  if (!ts.isIdentifier(start)) return undefined;
  return isMade(source, start) || isCalled(source, start) ? readValue(source, start) : undefined;
}

/** What a chain of calls starts with, by its first name. */
const startOf = (source: Source, node: ts.Expression): ts.Expression => unaliased(source, chainStart(node, isFluent));

function isMade(source: Source, node: ts.Expression): boolean {
  const start = startOf(source, node);
  if (ts.isCallExpression(start) || ts.isNewExpression(start)) return creationOf(source, start) !== undefined;
  const declaration = ts.isIdentifier(start) ? lookup(source, start)?.nodes[0] : undefined;
  const value = declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const made = value && chainStart(value, isFluent);
  return made !== undefined && (ts.isCallExpression(made) || ts.isNewExpression(made)) && creationOf(source, made) !== undefined;
}

function isRouterType(source: Source, type: ts.TypeNode): boolean {
  return /\b(?:Koa|Router|KoaRouter|Application)\b/.test(type.getText(source.tree));
}

/** Called or typed like one, in a file that speaks of Koa, and not surely something else. */
function isCalled(source: Source, node: ts.Identifier): boolean {
  const binding = lookup(source, node);
  const [declaration] = binding?.nodes ?? [];
  if (binding === undefined || declaration === undefined || !speaksKoa(source)) return false;
  if (binding.kind === 'parameter') {
    const owner = ts.isBindingElement(declaration) ? patternOwner(declaration) : declaration;
    if (!ts.isParameter(owner) || !isFunctionNode(owner.parent)) return false;
    const type = owner === declaration ? owner.type : undefined;
    return type === undefined ? NAMES.test(node.text) : isRouterType(source, type);
  }
  if (binding.kind === 'import') {
    const specifier = originOf(source, node)?.specifier ?? '';
    return NAMES.test(node.text) && /^(?:\.|[~#@]\/|@?src\/)/.test(specifier);
  }
  if (binding.kind !== 'variable' || !ts.isVariableDeclaration(declaration) || !NAMES.test(node.text)) return false;
  const value = declaration.initializer && unwrap(declaration.initializer);
  if (value === undefined) return true;
  const specifier = originOf(
    source,
    ts.isCallExpression(value) || ts.isNewExpression(value) ? value.expression : value,
  )?.specifier;
  const isOwn = specifier === undefined || specifier.startsWith('.');
  return isOwn && (ts.isCallExpression(value) || ts.isNewExpression(value) || ts.isIdentifier(value));
}
