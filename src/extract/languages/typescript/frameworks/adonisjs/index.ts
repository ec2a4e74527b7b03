import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Returned } from '../../../../../facts/fact.js';
import { colons, writtenPath } from '../../../../engine/paths.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { functionOf } from '../../names/in-file.js';
import { isFunctionNode, place, valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { folderAbove } from '../../names/own-folder.js';
import { lookup } from '../../names/scope.js';
import { lowerArgument } from '../../routers/lower.js';
import { decorating } from '../../sends/result-forms.js';
import { sendsReturned } from '../../sends/returned-sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { type Link, linksOf } from '../../values/fluent-chains.js';
import { readValue } from '../../values/values.js';
import { verbMethods } from '../../verb-methods.js';
import { frameworkProfiles } from '../profiles.js';
import { adonisjsForm } from './form.js';

const BY = frameworkProfiles.adonisjs.id;
const ROUTER = /^(?:@adonisjs\/core\/services\/router|@ioc:Adonis\/Core\/Route)$/;
const VERBS = verbMethods({ any: 'ANY' });
const RETURNED: Returned = { text: 'text/html', empty: 200 };
const SERVICE = '(adonisjs)';

/**
 * Routes of AdonisJS: the whole service has one router, which route files import. https://docs.adonisjs.com/guides/basics/routing
 */
export const adonisjs: Extractor<Source> = { ...frameworkProfiles.adonisjs, extract };

function extract(source: Source): Extraction {
  const reading: Reading = { source, facts: [], gaps: [], groups: new Set() };
  visit(reading, source.tree, valueNamed(SERVICE));
  const start = { line: 1, column: 1 };
  const { facts } = reading;
  const router: Fact = { kind: 'router', by: BY, name: SERVICE, root: true, returned: RETURNED, at: start };
  return { facts: [...(facts.length > 0 ? [router, ...facts] : []), ...sentAfterwards(source)], gaps: reading.gaps };
}

interface Reading {
  readonly source: Source;
  readonly facts: Fact[];
  readonly gaps: FileGap[];
  /** Functions that are passed to a group. */
  readonly groups: Set<ts.Node>;
}

/**
 * All registrations in a function passed to `group` belong to that group; those of any other function may belong to a group
 * elsewhere.
 */
function visit(reading: Reading, node: ts.Node, router: Expression | undefined): void {
  const { source } = reading;
  if (ts.isCallExpression(node)) {
    const { start, links } = linksOf(node);
    if (links.length > 0 && isRouter(source, start)) {
      for (const { call } of links) source.handled.add(call);
      read(reading, links, router);
      return;
    }
    if (node.arguments.some((one) => isRouter(source, one))) hide(reading, node, 'the router is given to a function');
  }
  const isGroup = reading.groups.has(node);
  const inner = isFunctionNode(node) && !isGroup ? undefined : router;
  if (!isGroup) ts.forEachChild(node, (child) => visit(reading, child, inner));
}

const isRouter = (source: Source, node: ts.Expression): boolean => ROUTER.test(originOf(source, node)?.specifier ?? '');

function hide({ source, gaps }: Reading, node: ts.Node, detail: string): void {
  gaps.push({ reason: 'dynamic-mount', detail, at: atOf(source, node), hides: 'service' });
}

function read(reading: Reading, links: readonly Link[], router: Expression | undefined): void {
  const { source } = reading;
  const [first, ...rest] = links;
  if (first === undefined) return;
  const { name, call } = first;
  const isRoute = VERBS.has(name) || name === 'route' || name === 'resource';
  if (!isRoute && name !== 'group' && name !== 'shallowResource' && name !== 'on') return;
  if (router === undefined || name === 'shallowResource') hide(reading, call, 'a function of routes that is not followed');
  else if (name === 'on') hide(reading, call, 'a page is served here');
  else if (name === 'group') group(reading, call, rest, router);
  else if (name === 'resource') resource(reading, call, rest, router);
  else {
    const [path, second, third] = call.arguments;
    const handler = name === 'route' ? third : second;
    const prefixes = rest.filter((one) => one.name === 'prefix');
    const on = prefixes.length === 0 ? router : below(source, reading, call, prefixes, router);
    if (path === undefined || handler === undefined) return;
    const methods = name === 'route' && second !== undefined ? { methods: readValue(source, second) } : {};
    const method = VERBS.get(name) ?? 'ANY';
    reading.facts.push(
      routeFact(source, call, { method, ...methods, path: pathOf(source, path), router: on }, handlerOf(source, handler)),
    );
  }
}

function pathOf(source: Source, node: ts.Expression): Expression {
  return lowerArgument(source, node).path(colons);
}

type Where = { readonly method: string; readonly methods?: Expression; readonly path: Expression; readonly router: Expression };

function routeFact(source: Source, call: ts.CallExpression, where: Where, handler: Expression): Fact {
  const node = ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call;
  return {
    ...{ kind: 'route', by: BY, ...where, handler, responses: [], returned: RETURNED },
    at: atOf(source, node),
  };
}

/** A separate router below prefixes; the last of several chained prefixes is the outermost. */
function below(
  source: Source,
  { facts }: Reading,
  call: ts.CallExpression,
  prefixes: readonly Link[],
  parent: Expression,
): Expression {
  const at = atOf(source, call);
  return prefixes.toReversed().reduce((outer, { call: by }, index): Expression => {
    const name = `group@${place(source.tree, call)}${index === 0 ? '' : `.${index}`}`;
    const [given] = by.arguments;
    const prefix = given === undefined ? {} : { prefix: pathOf(source, given) };
    facts.push({ kind: 'router', by: BY, name, root: false, ...prefix, at });
    facts.push({ kind: 'mount', by: BY, parent: outer, child: valueNamed(name), certainty: 'router', at });
    return valueNamed(name);
  }, parent);
}

function group(reading: Reading, call: ts.CallExpression, rest: readonly Link[], parent: Expression): void {
  const { source } = reading;
  const [given] = call.arguments;
  const callback = given && functionOf(source, given);
  if (callback?.body === undefined) {
    hide(reading, call, 'a function of routes that is not followed');
    return;
  }
  const router = below(
    source,
    reading,
    call,
    rest.filter(({ name }) => name === 'prefix'),
    parent,
  );
  reading.groups.add(callback);
  ts.forEachChild(callback.body, (child) => visit(reading, child, router));
  if (!ts.isBlock(callback.body)) visit(reading, callback.body, router);
}

/** https://docs.adonisjs.com/guides/basics/controllers#resource-driven-controllers */
const ACTIONS: readonly (readonly [name: string, methods: readonly string[], path: string])[] = [
  ['index', ['GET'], ''],
  ['create', ['GET'], '/create'],
  ['store', ['POST'], ''],
  ['show', ['GET'], '/:id'],
  ['edit', ['GET'], '/:id/edit'],
  ['update', ['PUT', 'PATCH'], '/:id'],
  ['destroy', ['DELETE'], '/:id'],
];

function resource(reading: Reading, call: ts.CallExpression, rest: readonly Link[], router: Expression): void {
  const { source, facts } = reading;
  const [given, controller] = call.arguments;
  const isWritten = rest.every(({ name, call: by }) => !/^(?:only|except)$/.test(name) || isList(by.arguments[0]));
  if (given === undefined || !ts.isStringLiteralLike(given) || controller === undefined || !isWritten) {
    hide(reading, call, 'a resource that is not written out');
    return;
  }
  const segments = given.text.replace(/^\//, '').split('.');
  const base = segments
    .map((one, index) => (index < segments.length - 1 ? `${one}/:${one.replace(/\W/g, '_')}_id` : one))
    .join('/');
  const chosen = rest.map(({ name, call: by }): ((action: string) => boolean) => {
    const listed = by.arguments[0] === undefined ? [] : textsOf(by.arguments[0]);
    if (name === 'apiOnly') return (action) => action !== 'create' && action !== 'edit';
    if (name === 'only') return (action) => listed.includes(action);
    return name === 'except' ? (action) => !listed.includes(action) : () => true;
  });
  for (const [action, methods, path] of ACTIONS.filter(([one]) => chosen.every((isChosen) => isChosen(one)))) {
    const handler = methodOf(source, controller, action);
    for (const method of methods)
      facts.push(routeFact(source, call, { method, path: writtenPath(`/${base}${path}`, colons), router }, handler));
  }
}

const isList = (node: ts.Expression | undefined): boolean => node !== undefined && ts.isArrayLiteralExpression(unwrap(node));

function textsOf(node: ts.Expression): readonly string[] {
  const list = unwrap(node);
  return ts.isArrayLiteralExpression(list) ? list.elements.flatMap((one) => (ts.isStringLiteralLike(one) ? [one.text] : [])) : [];
}

/** A function, `[Controller, 'method']`, `[Controller]`, whose class is the handler, or `'#controllers/books_controller.index'`. */
function handlerOf(source: Source, given: ts.Expression): Expression {
  const node = unwrap(given);
  if (ts.isStringLiteralLike(node)) {
    const [, controller = node.text, method = 'handle'] = /^(.*)\.(\w+)$/.exec(node.text) ?? [];
    return methodIn(controllersNamed(source, controller), method);
  }
  const own = functionOf(source, node);
  if (own !== undefined) sendsReturned(source, own, adonisjsForm);
  if (!ts.isArrayLiteralExpression(node)) return decorating(readValue(source, node));
  const [controller, method] = node.elements;
  if (controller === undefined) return { kind: 'unknown', why: 'its handler is not written out' };
  const name = method === undefined ? 'handle' : ts.isStringLiteralLike(method) ? method.text : undefined;
  if (name === undefined) return { kind: 'unknown', why: 'the name of its method is computed' };
  return methodOf(source, controller, name);
}

/** A method of an instance of the controller's class. */
const methodOf = (source: Source, controller: ts.Expression, name: string): Expression =>
  methodIn(controllersOf(source, controller), name);

function methodIn(controllers: readonly Expression[], name: string): Expression {
  const options = controllers.map((of): Expression => ({ kind: 'member', of: { kind: 'instance', of }, name }));
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: 'union', options, readings: true };
}

/**
 * A class, or `() => import('#controllers/books_controller')`; where package.json does not define such imports, the usual
 * folders.
 */
function controllersOf(source: Source, given: ts.Expression): readonly Expression[] {
  const node = unwrap(given);
  if (ts.isStringLiteralLike(node)) return controllersNamed(source, node.text);
  const lazy = functionOf(source, node);
  const imported = lazy?.body && !ts.isBlock(lazy.body) ? unwrap(lazy.body) : undefined;
  const isImport =
    imported !== undefined && ts.isCallExpression(imported) && imported.expression.kind === ts.SyntaxKind.ImportKeyword;
  const [text] = isImport ? imported.arguments : [];
  const specifier = text !== undefined && ts.isStringLiteralLike(text) ? text.text : originOf(source, node)?.specifier;
  if (specifier === undefined || (!isImport && originOf(source, node)?.name !== 'default')) return [readValue(source, node)];
  return specifier.startsWith('#') ? controllersNamed(source, specifier) : [defaultOf(specifier)];
}

/** `#controllers/books_controller`; in version 5 `BooksController`, in the usual folder unless a group has its own. */
function controllersNamed(source: Source, name: string): readonly Expression[] {
  const usual = /^#(\w+)\/(.+)$/.exec(name);
  if (usual !== null) return [defaultOf(name), defaultOf(`${toRoot(source)}app/${usual[1]}/${usual[2]}`)];
  if (/\.namespace\(/.test(source.text)) return [{ kind: 'unknown', why: 'the folder of its controller is not known' }];
  return [defaultOf(`${toRoot(source)}${name.startsWith('App/') ? name.replace('App', 'app') : `app/Controllers/Http/${name}`}`)];
}

const defaultOf = (specifier: string): Expression => ({ kind: 'member', of: { kind: 'module', specifier }, name: 'default' });

/** The relative path from a routes file to its service's folder: `start/routes.ts`, `app/books/routes.ts`. */
function toRoot({ path }: Source): string {
  const folders = path.split('/').slice(0, -1);
  const start = folders.findLastIndex((one) => one === 'start' || one === 'app');
  return start < 0 ? './' : '../'.repeat(folders.length - start);
}

/** A middleware that sends a response after the handler: `await next(); response.json(…)`. */
function sentAfterwards(source: Source): readonly Fact[] {
  const found: Fact[] = [];
  const look = (node: ts.Node): void => {
    const next = isFunctionNode(node) ? node.parameters[1]?.name : undefined;
    if (
      isFunctionNode(node) &&
      next !== undefined &&
      ts.isIdentifier(next) &&
      node.body !== undefined &&
      lookup(source, next) !== undefined
    ) {
      const [, after] = node.body.getText(source.tree).split(new RegExp(`\\b${next.text.replaceAll('$', '\\$')}\\(`));
      if (
        after !== undefined &&
        /\bresponse\s{0,99}\.\s{0,9}(?!header|safeHeader|append|cookie|plainCookie|encryptedCookie|clear|get|has|vary|remove|onFinish|finished|isPending)\w+/.test(
          after,
        )
      ) {
        const scope = folderAbove(source.path, ['app']);
        const through = { kind: 'unknown', why: 'a middleware may change the body' } as const;
        found.push({ kind: 'wrap', by: BY, scope, through, past: true, statuses: true, at: atOf(source, node) });
      }
    }
    ts.forEachChild(node, look);
  };
  if (/\bnext\b/.test(source.text)) look(source.tree);
  return found;
}
