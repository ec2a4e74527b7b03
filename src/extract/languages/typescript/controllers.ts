import { ts } from 'ts-morph';
import type { Expression } from '../../../facts/expression.js';
import type { Fact, Route, Router } from '../../../facts/fact.js';
import { atOf } from './at.js';
import { type Decorator, decoratorsOf } from './decorators.js';
import { className, extended, hasModifier, memberName, valueNamed } from './names/names.js';
import { originOf } from './names/origins.js';
import type { Source } from './source.js';
import { readValue } from './values/values.js';

/** A method of a controller. */
export type Handler = ts.MethodDeclaration;

/** Every class has it, so a base class's `except` is never empty: linking then searches all base classes for the member. */
const EVERYWHERE = 'constructor';

/** A class, as a framework with decorators reads it. */
export interface ControllerClass {
  readonly source: Source;
  readonly by: string;
  readonly node: ts.ClassLikeDeclaration;
  readonly routes: readonly Route[];
  /** Absent: it has no controller decorator, so it is at most a base class. */
  readonly controller?: Pick<Router, 'prefix' | 'version' | 'gathered' | 'at'>;
}

/** Name of the router of a class's handlers. */
const handlersOf = (name: string): Expression => valueNamed(`${name}#handlers`);

/** The methods of a class with decorators of any kind. */
export function decoratedMethods(node: ts.ClassLikeDeclaration): readonly Handler[] {
  return node.members.filter(
    (member): member is Handler => ts.isMethodDeclaration(member) && ts.getDecorators(member) !== undefined,
  );
}

/**
 * A controller is a router with a prefix, which mounts a second one, `Class#handlers`, with its handlers. A derived class
 * inherits the handlers of its base class, but below its own prefix alone. A member that it redeclares is its own, with or
 * without a decorator.
 */
export function controllerFacts({ source, by, node, routes, controller }: ControllerClass): readonly Fact[] {
  const name = className(source.tree, node);
  const base = extended(node);
  const isBase = base !== undefined && (hasModifier(node, ts.SyntaxKind.AbstractKeyword) || name.endsWith('Controller'));
  if (controller === undefined && routes.length === 0 && !isBase) return [];
  const facts: Fact[] = [
    { kind: 'router', by, name: `${name}#handlers`, root: false, at: atOf(source, node.name ?? node) },
    ...routes,
  ];
  if (base !== undefined) facts.push(...inherited(source, by, node, base.expression, controller !== undefined));
  if (controller === undefined) return facts;
  facts.push({ kind: 'router', by, name, root: false, ...controller });
  const { at } = controller;
  const child = handlersOf(name);
  facts.push({ kind: 'mount', by, parent: valueNamed(name), child, except: [EVERYWHERE], certainty: 'router', at });
  return facts;
}

/** The inherited handlers. Without a decorator of its own, a class is registered like its base class. */
function inherited(
  source: Source,
  by: string,
  node: ts.ClassLikeDeclaration,
  base: ts.Expression,
  isController: boolean,
): readonly Fact[] {
  const name = className(source.tree, node);
  const at = atOf(source, base);
  const of = readValue(source, base);
  const own = node.members.flatMap((member) => memberName(member.name) ?? []);
  const except = [...new Set([EVERYWHERE, ...own])];
  const child: Expression = { kind: 'member', of, name: 'handlers' };
  const certainty = isResource(source, base) ? 'router' : 'maybe';
  const handled: Fact = { kind: 'mount', by, parent: handlersOf(name), child, except, certainty, at };
  if (isController) return [handled];
  return [
    handled,
    { kind: 'router', by, name, root: false, at },
    { kind: 'mount', by, parent: valueNamed(name), child: of, except, certainty: 'maybe', at },
  ];
}

/**
 * A base class of a package, or a function of a package that makes one, that adds the routes of a resource: their code is not
 * read.
 */
function isResource(source: Source, base: ts.Expression): boolean {
  const origin = originOf(source, ts.isCallExpression(base) ? base.expression : base);
  return origin !== undefined && !/^(?:[.~#/]|@\/|src\/)/.test(origin.specifier) && /crud/i.test(origin.specifier + origin.name);
}

/** A framework's controllers: the names of its decorators, its dialect of paths, and the responses of its handlers. */
export interface ControllerKind {
  readonly by: string;
  readonly isFrom: (specifier: string) => boolean;
  readonly controllers: RegExp;
  /** Classes with handlers need no decorator of their own. */
  readonly bare?: boolean;
  readonly verbs: ReadonlyMap<string, string>;
  readonly pathOf: (source: Source, node: ts.Expression | undefined) => Expression;
  readonly answers: (handled: HandledMethod) => Pick<Route, 'responses' | 'incomplete' | 'handler'>;
}

/** A handler with its decorators and its class. */
export interface HandledMethod {
  readonly source: Source;
  readonly node: Handler;
  readonly owner: string;
  readonly member: string;
  readonly method: string;
  /** Of the method, then of its class; only the framework's own decorators. */
  readonly decorators: readonly Decorator[];
  /** Name of the class's decorator; absent: it is only a base class. */
  readonly controller?: string;
}

/** The controllers of a file, for frameworks whose bootstrap finds them without registration. */
export function readControllers(source: Source, kind: ControllerKind): readonly Fact[] {
  const facts: Fact[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) facts.push(...readController(source, kind, node));
    else if (node.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return facts;
}

function readController(source: Source, kind: ControllerKind, node: ts.ClassLikeDeclaration): readonly Fact[] {
  const own = decoratorsOf(source, node).filter((one) => kind.isFrom(one.specifier));
  const controller = own.find((one) => kind.controllers.test(one.name));
  const routes = decoratedMethods(node).flatMap((method) => routesOf(source, kind, node, method, own, controller?.name));
  if (controller === undefined && routes.length === 0) return [];
  const prefix = kind.pathOf(source, controller?.arguments[0]);
  const isController = controller !== undefined || (kind.bare === true && !hasModifier(node, ts.SyntaxKind.AbstractKeyword));
  const parts = isController && { prefix, gathered: true, at: atOf(source, controller?.node ?? node.name ?? node) };
  return controllerFacts({ source, by: kind.by, node, routes, ...(parts && { controller: parts }) });
}

function routesOf(
  source: Source,
  kind: ControllerKind,
  owner: ts.ClassLikeDeclaration,
  node: Handler,
  ofClass: readonly Decorator[],
  controller: string | undefined,
): readonly Route[] {
  const member = memberName(node.name);
  if (member === undefined) return [];
  const decorators = decoratorsOf(source, node).filter((one) => kind.isFrom(one.specifier));
  return decorators.flatMap((decorator): readonly Route[] => {
    const placed = placeOf(kind, decorator);
    if (placed === undefined) return [];
    const name = className(source.tree, owner);
    const all = [...decorators, ...ofClass];
    const handled = { source, node, owner: name, member, method: placed.method, decorators: all };
    return [
      {
        kind: 'route',
        by: kind.by,
        method: placed.method,
        path: kind.pathOf(source, placed.path),
        router: handlersOf(name),
        member,
        ...kind.answers(controller === undefined ? handled : { ...handled, controller }),
        at: atOf(source, decorator.node),
      },
    ];
  });
}

/** `@Get('/x')`, `@Method('get', '/x')`. */
function placeOf(
  kind: ControllerKind,
  decorator: Decorator,
): { readonly method: string; readonly path: ts.Expression | undefined } | undefined {
  const [first, second] = decorator.arguments;
  const method = kind.verbs.get(decorator.name);
  if (method !== undefined) return { method, path: first };
  if (!/^(?:Method|httpMethod|operation)$/.test(decorator.name) || first === undefined || !ts.isStringLiteralLike(first))
    return undefined;
  return { method: first.text.toUpperCase() === 'ALL' ? 'ANY' : first.text.toUpperCase(), path: second };
}

/** The awaited result of calling a member of a class: the return value of a handler. */
export function returnedBy({ owner, member }: Pick<HandledMethod, 'owner' | 'member'>): Expression {
  const of: Expression = { kind: 'member', of: { kind: 'name', name: owner }, name: member };
  return { kind: 'operator', operator: 'awaited', of: { kind: 'returns', of } };
}

/** Whether a method declares that it returns nothing: `void`, `Promise<void>`. */
export function returnsNothing(node: Handler): boolean {
  const type = node.type;
  if (type === undefined) return false;
  const [inner] = ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
  const isExpectation = ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'Promise';
  const result = isExpectation && inner !== undefined ? inner : type;
  return result.kind === ts.SyntaxKind.VoidKeyword || result.kind === ts.SyntaxKind.UndefinedKeyword;
}
