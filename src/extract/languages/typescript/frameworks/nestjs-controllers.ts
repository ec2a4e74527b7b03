import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { atOf } from '../at.js';
import { hasModifier } from '../class-members.js';
import { type Decorator, decoratorsOf, propertyOf } from '../decorators.js';
import { objectOf } from '../in-file.js';
import { className, memberName } from '../names.js';
import { readValue } from '../values.js';

import { type Handler, readRoutes } from './nestjs-routes.js';
import { BY, isFrom, type Nest, partOf, pathOf, templateOf, valueNamed, versionOf } from './nestjs-words.js';

/** Makes routes of its own for a resource: https://github.com/nestjsx/crud and its successors. */
const CRUD = /^@(?:nestjsx|dataui|rewiko|gid-oss|indigosoft)\/crud$/;
/** Every class has it, so a base class's `except` is never empty: linking then looks for the member all the way up. */
const EVERYWHERE = 'constructor';

/**
 * A controller is a router with a prefix, above a second one, `Class#handlers`, with its handlers. A derived class has what its base
 * class handles, but below its own prefix alone; a member that it declares anew is its own, with or without a decorator.
 */
export function readController(nest: Nest, node: ts.ClassLikeDeclaration): void {
  const { source } = nest;
  const decorators = decoratorsOf(source, node);
  const controller = decorators.find((one) => one.name === 'Controller' && isFrom(one.specifier, '@nestjs/common'));
  const name = className(source.tree, node);
  const handlers = node.members.filter((member): member is Handler => ts.isMethodDeclaration(member) && hasDecorators(member));
  const base = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const routes = handlers.flatMap((handler) =>
    readRoutes(nest, handler, name, controller === undefined ? undefined : decorators),
  );
  const isBase = base !== undefined && (hasModifier(node, ts.SyntaxKind.AbstractKeyword) || name.endsWith('Controller'));
  if (controller === undefined && routes.length === 0 && !isBase) return;
  nest.facts.push({ kind: 'router', by: BY, name: `${name}#handlers`, root: false, at: atOf(source, node.name ?? node) });
  nest.facts.push(...routes);
  if (base !== undefined) inherit(nest, node, name, base.expression, controller !== undefined);
  if (controller !== undefined) register(nest, node, name, controller);
  const crud = decorators.find((one) => one.name === 'Crud' && CRUD.test(one.specifier));
  if (crud !== undefined) hideResource(nest, name, crud);
}

function hasDecorators(node: ts.MethodDeclaration): boolean {
  return ts.getDecorators(node) !== undefined;
}

/** `@Controller()`, `@Controller('a')`, `@Controller(['a', 'b'])`, `@Controller({ path, version, host })`. */
function register(nest: Nest, node: ts.ClassLikeDeclaration, name: string, decorator: Decorator): void {
  const { source, facts } = nest;
  const at = atOf(source, decorator.node);
  const [given] = decorator.arguments;
  const options = objectOf(source, given);
  const prefix = options === undefined ? givenPath(nest, given) : pathOf(source, propertyOf(options, 'path'));
  const own = decoratorsOf(source, node).find((one) => one.name === 'Version' && isFrom(one.specifier, '@nestjs/common'));
  const version = versionOf(source, own?.arguments[0] ?? propertyOf(options, 'version'));
  facts.push({
    kind: 'router',
    by: BY,
    name,
    root: false,
    ...(prefix !== undefined && { prefix }),
    ...(version !== undefined && { version }),
    at,
  });
  const child = valueNamed(`${name}#handlers`);
  facts.push({ kind: 'mount', by: BY, parent: valueNamed(name), child, except: [EVERYWHERE], certainty: 'router', at });
}

/** A name may stand for a path or for an object with one; which of the two, only its own file says. */
function givenPath(nest: Nest, given: ts.Expression | undefined): Expression | undefined {
  return given === undefined ? undefined : pathOf(nest.source, given);
}

/** What the base class handles. Without a decorator of its own, a class is registered as its base class says. */
function inherit(nest: Nest, node: ts.ClassLikeDeclaration, name: string, base: ts.Expression, isController: boolean): void {
  const { source, facts } = nest;
  const at = atOf(source, base);
  const of = readValue(source, base);
  const own = node.members.flatMap((member) => memberName(member.name) ?? []);
  const except = [...new Set([EVERYWHERE, ...own])];
  const handlers = valueNamed(`${name}#handlers`);
  facts.push({ kind: 'mount', by: BY, parent: handlers, child: partOf(of, 'handlers'), except, certainty: 'maybe', at });
  if (isController) return;
  facts.push({ kind: 'router', by: BY, name, root: false, at });
  facts.push({ kind: 'mount', by: BY, parent: valueNamed(name), child: of, except, certainty: 'maybe', at });
}

/** The routes that a decorator makes for a resource are not in the text: they may be any below the controller's prefix. */
function hideResource(nest: Nest, name: string, decorator: Decorator): void {
  nest.facts.push({
    kind: 'route',
    by: BY,
    method: 'ANY',
    path: templateOf({ kind: 'unknown', why: 'its routes are made by `@Crud`' }),
    router: valueNamed(`${name}#handlers`),
    responses: [],
    incomplete: 'its routes are made by `@Crud`',
    at: atOf(nest.source, decorator.node),
  });
}
