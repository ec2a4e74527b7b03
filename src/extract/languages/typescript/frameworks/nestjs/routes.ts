import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Route } from '../../../../../facts/fact.js';
import { atOf } from '../../at.js';
import type { Handler } from '../../controllers.js';
import { type Decorator, decoratorsOf, importedName, propertyOf } from '../../decorators.js';
import { functionOf, objectOf, returnsOf } from '../../names/in-file.js';
import { memberName, valueNamed } from '../../names/names.js';
import { middlewareOf } from '../../sends/rewrites.js';
import type { Source } from '../../source.js';

import { responsesOf } from './responses.js';
import { BY, isFrom, type Nest, pathOf, templateOf, versionOf } from './words.js';

const METHODS: ReadonlyMap<string, string> = new Map([
  ...['Get', 'Post', 'Put', 'Delete', 'Patch', 'Options', 'Head'].map((name): [string, string] => [name, name.toUpperCase()]),
  ['All', 'ANY'],
  ['Sse', 'GET'],
]);

/** A route decorator, on the handler or inside a composed decorator of the file. */
interface RouteDecorator {
  readonly method: string;
  readonly path: ts.Expression | undefined;
  readonly name: string;
}

/**
 * The routes of a method. Of several route decorators the first applies: they run from the last, and each overwrites the one
 * before (https://docs.nestjs.com/controllers#routing). `ofClass`: the decorators of a controller; absent: it is only a base
 * class.
 */
export function readRoutes(
  nest: Nest,
  node: Handler,
  owner: string,
  ofClass: readonly Decorator[] | undefined,
): readonly Route[] {
  const { source } = nest;
  const member = memberName(node.name);
  if (member === undefined) return [];
  const decorators = decoratorsOf(source, node);
  const placed = decorators
    .map((decorator) => ({ decorator, ...routeOf(source, decorator) }))
    .find((one) => one.route !== undefined);
  const route = placed?.route;
  if (placed === undefined || route === undefined)
    return ofClass === undefined ? [] : hiddenRoute(nest, node, owner, member, decorators);
  const all = [...(placed.composed ?? []), ...decorators];
  const version = all.find((one) => one.name === 'Version' && isFrom(one.specifier, '@nestjs/common'));
  const versions = versionOf(source, version?.arguments[0]);
  const before = middlewareOf(
    source,
    [...decorators, ...(ofClass ?? [])].map((one) => one.node.expression),
  );
  return [
    {
      kind: 'route',
      by: BY,
      method: route.method,
      path: pathOf(source, route.path) ?? { kind: 'literal', value: '/' },
      router: valueNamed(`${owner}#handlers`),
      member,
      ...responsesOf(nest, {
        node,
        owner,
        member,
        method: route.method,
        decorator: route.name,
        decorators: all,
        ofClass: ofClass ?? [],
      }),
      ...(versions !== undefined && { version: versions }),
      ...(before.length > 0 && { before }),
      at: atOf(source, placed.decorator.node),
    },
  ];
}

function routeOf(
  source: Source,
  decorator: Decorator,
): { readonly route?: RouteDecorator; readonly composed?: readonly Decorator[] } {
  const own = directRoute(source, decorator.name, decorator.specifier, decorator.arguments);
  if (own !== undefined) return { route: own };
  return decorator.specifier === '' ? composedRoute(source, decorator) : {};
}

function directRoute(
  source: Source,
  name: string,
  specifier: string,
  given: readonly ts.Expression[],
): RouteDecorator | undefined {
  if (!isFrom(specifier, '@nestjs/common', '@nestia/core')) return undefined;
  const plain = name.split('.').at(-1) ?? name;
  const method = METHODS.get(plain);
  if (method !== undefined) return { method, path: given[0], name: plain };
  if (plain !== 'RequestMapping') return undefined;
  const options = objectOf(source, given[0]);
  const asked = propertyOf(options, 'method');
  const named = asked !== undefined && ts.isPropertyAccessExpression(asked) ? asked.name.text : 'GET';
  return { method: named === 'ALL' ? 'ANY' : named, path: propertyOf(options, 'path'), name: named };
}

/** `const PublicGet = (path) => applyDecorators(Get(path), Public())` in the same file. */
function composedRoute(
  source: Source,
  decorator: Decorator,
): { readonly route?: RouteDecorator; readonly composed?: readonly Decorator[] } {
  const callee = decorator.call?.expression;
  const made = callee === undefined ? undefined : functionOf(source, callee);
  if (made === undefined) return {};
  const calls = returnsOf(made).flatMap((result) => composedCalls(source, result));
  const given = (node: ts.Expression): ts.Expression => {
    const index = made.parameters.findIndex(
      (one) => ts.isIdentifier(one.name) && ts.isIdentifier(node) && one.name.text === node.text,
    );
    return index < 0 ? node : (decorator.arguments[index] ?? made.parameters[index]?.initializer ?? node);
  };
  const composed = calls.map((call): Decorator => {
    const origin = importedName(source, call.expression);
    return { ...origin, call, arguments: call.arguments.map(given), node: decorator.node };
  });
  const route = composed
    .map((one) => directRoute(source, one.name, one.specifier, one.arguments))
    .find((one) => one !== undefined);
  return route === undefined ? {} : { route, composed };
}

function composedCalls(source: Source, node: ts.Expression): readonly ts.CallExpression[] {
  if (!ts.isCallExpression(node)) return [];
  const { name, specifier } = importedName(source, node.expression);
  if (name === 'applyDecorators' && isFrom(specifier, '@nestjs/common'))
    return node.arguments.filter((one) => ts.isCallExpression(one));
  return [node];
}

/** Decorators of packages whose methods do not answer HTTP clients, or that do not affect routes. */
const HANDLED_OTHERWISE = /^@nestjs\//;

/**
 * A method of a controller whose only decorators come from other files of the service: one of them may be composed of a route
 * decorator. It may then be any route below the controller's prefix.
 */
function hiddenRoute(
  nest: Nest,
  node: Handler,
  owner: string,
  member: string,
  decorators: readonly Decorator[],
): readonly Route[] {
  const isOther = decorators.some((one) => HANDLED_OTHERWISE.test(one.specifier) && one.specifier !== '@nestjs/common');
  const own = decorators.find((one) => one.call !== undefined && /^[./#~]|^@\//.test(one.specifier));
  const contract = decorators.find((one) => one.specifier.startsWith('@ts-rest/'));
  const hiding = contract ?? own;
  if (hiding === undefined || (isOther && contract === undefined)) return [];
  const why = `the decorator ${hiding.name} may register a route`;
  return [
    {
      kind: 'route',
      by: BY,
      method: 'ANY',
      path: templateOf({ kind: 'unknown', why } satisfies Expression),
      router: valueNamed(`${owner}#handlers`),
      member,
      responses: [],
      incomplete: why,
      at: atOf(nest.source, node.name),
    },
  ];
}
