import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { isFunctionNode } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { lookup, patternOwner } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/mutations.js';
import { readValue } from '../values/values.js';
import { chainStart, creationOf } from './express-routers.js';

/** Packages whose `get`, `post`, `use`, ... register nothing with Express: clients, stores, other servers. */
const OTHERS =
  /^(?:(?:node:)?(?:https?|http2|fs|path|url|util|events)|axios(?:-.*)?|got|ky|request(?:-promise.*)?|superagent|supertest|node-fetch|undici|nock|msw|lodash.*|config|redis|ioredis|node-cache|lru-cache|mongoose|knex|sequelize|typeorm|@prisma\/client|@reduxjs\/.*|react.*|vue.*|@angular\/.*|rxjs.*|fastify|koa|@koa\/router|koa-router|hono|restify|@hapi\/.*|@nestjs\/.*|polka|find-my-way|i18next|vitest|@jest\/globals|electron|jquery)$/;
const ROUTER_TYPES =
  /^(?:ReturnType|\w*Router|I?Router|I?Express|ExpressApp|I?Application|ExpressApplication|Core|IRouterHandler|any|unknown|Server|App)$/i;
const ROUTER_NAMES = /^_?(?:\w*app|\w*router|\w*routes?|server|api|express|application)$/i;
const NO_ROUTERS =
  /^_?(?:req|res|request|response|ctx|context|next|headers?|cache|map|store|storage|client|http|axios|agent|session|cookies?|params|config|db|redis|i18n|formData|searchParams|cy)$/i;

/**
 * The router that a call like `x.get('/path', handler)` is made on, as an expression that linking resolves; undefined when `x` is surely
 * none. What cannot be told here (an import, a parameter, a member) is told by linking, when it goes by the name of a router or the
 * handler is `evident`ly one.
 */
export function receiverOf(source: Source, node: ts.Expression, evident: boolean): Expression | undefined {
  const start = chainStart(node);
  if (ts.isIdentifier(start)) return namedReceiver(source, start, evident);
  if (ts.isPropertyAccessExpression(start)) {
    if (!mayBeNamed(start.name.text, evident) || isOther(source, start)) return undefined;
    return readValue(source, start);
  }
  if (!ts.isCallExpression(start) && !ts.isNewExpression(start)) return undefined;
  if (creationOf(source, start) !== undefined) return readValue(source, start);
  const callee = unwrap(start.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : '';
  const isMade = ts.isCallExpression(start) && (evident || /app|server|rout/i.test(name)) && !isOther(source, callee);
  return isMade ? readValue(source, start) : undefined;
}

function mayBeNamed(name: string, evident: boolean): boolean {
  return evident ? !NO_ROUTERS.test(name) : ROUTER_NAMES.test(name);
}

function isOther(source: Source, node: ts.Expression): boolean {
  return OTHERS.test(originOf(source, node)?.specifier ?? '');
}

function namedReceiver(source: Source, node: ts.Identifier, evident: boolean): Expression | undefined {
  const binding = lookup(source, node);
  if (binding === undefined || isOther(source, node)) return undefined;
  const [declaration] = binding.nodes;
  if (binding.kind === 'parameter') return mayBeRouter(declaration, evident) ? readValue(source, node) : undefined;
  if (binding.kind === 'import' && !mayBeNamed(node.text, evident)) return undefined;
  if (binding.kind === 'variable' && !isRouterVariable(source, declaration, node.text, evident)) return undefined;
  return binding.kind === 'import' || binding.kind === 'variable' ? readValue(source, node) : undefined;
}

function mayBeRouter(node: ts.Node, evident: boolean): boolean {
  const owner = ts.isBindingElement(node) ? patternOwner(node) : node;
  if (!ts.isParameter(owner)) return false;
  if (owner === node && owner.type !== undefined) return isRouterType(owner.type);
  const name = ts.isBindingElement(node) || ts.isParameter(node) ? node.name : undefined;
  return name !== undefined && ts.isIdentifier(name) && mayBeNamed(name.text, evident);
}

/** `Router`, `express.Application`, ...; a type that says nothing else. */
function isRouterType(type: ts.TypeNode): boolean {
  if (type.kind === ts.SyntaxKind.AnyKeyword || type.kind === ts.SyntaxKind.UnknownKeyword) return true;
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.some(isRouterType);
  if (ts.isTypeQueryNode(type)) return true;
  if (!ts.isTypeReferenceNode(type)) return false;
  const name = ts.isIdentifier(type.typeName) ? type.typeName.text : type.typeName.right.text;
  return ROUTER_TYPES.test(name);
}

/** Not one whose value is written out as something else. */
function isRouterVariable(source: Source, node: ts.Node, name: string, evident: boolean): boolean {
  const isNamed = mayBeNamed(name, evident) || hasRouterType(node);
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return isNamed;
  const value = unwrap(node.initializer);
  const start = chainStart(value);
  if ((ts.isCallExpression(start) || ts.isNewExpression(start)) && creationOf(source, start) !== undefined) return true;
  if (!isNamed) return false;
  if (ts.isNewExpression(value)) return lookupName(source, value) && !isOther(source, value.expression);
  if (ts.isCallExpression(value)) return !isOther(source, value.expression);
  return (
    !ts.isStringLiteralLike(value) &&
    !ts.isArrayLiteralExpression(value) &&
    !ts.isNumericLiteral(value) &&
    !ts.isObjectLiteralExpression(value) &&
    !isFunctionNode(value)
  );
}

function hasRouterType(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node) && node.type !== undefined && isRouterType(node.type);
}

/** A class of the file or of another one: a global (`Map`, `URLSearchParams`) is no router. */
function lookupName(source: Source, node: ts.NewExpression): boolean {
  return !ts.isIdentifier(node.expression) || lookup(source, node.expression) !== undefined;
}

/** Whether an argument is an app or router that is handed on: made here, typed so, or called so. */
export function isRouterArgument(source: Source, node: ts.Expression, made: ReadonlySet<string>): boolean {
  const at = unwrap(node);
  if (ts.isPropertyAccessExpression(at)) {
    const value = at.expression.kind === ts.SyntaxKind.ThisKeyword ? readValue(source, at) : undefined;
    return value?.kind === 'name' ? made.has(value.name) : value?.kind === 'parameter' && ROUTER_NAMES.test(at.name.text);
  }
  if (!ts.isIdentifier(at)) return false;
  const binding = lookup(source, at);
  if (binding === undefined) return false;
  if (made.has(binding.name)) return true;
  const [declaration] = binding.nodes;
  if (binding.kind === 'import') return /^(?:app|server|router|\w+Router|\w+App)$/.test(at.text);
  if (binding.kind === 'parameter' && ts.isBindingElement(declaration)) return ROUTER_NAMES.test(at.text);
  if (binding.kind === 'parameter' && ts.isParameter(declaration)) {
    return declaration.type === undefined
      ? ROUTER_NAMES.test(at.text)
      : isRouterType(declaration.type) && declaration.type.kind !== ts.SyntaxKind.AnyKeyword;
  }
  if (ts.isVariableDeclaration(declaration) && declaration.type !== undefined)
    return isRouterType(declaration.type) && ROUTER_NAMES.test(at.text);
  return binding.kind === 'variable' && ROUTER_NAMES.test(at.text) && isRouterVariable(source, declaration, at.text, false);
}
