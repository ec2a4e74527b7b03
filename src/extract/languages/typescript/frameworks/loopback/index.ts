import { dirname } from 'node:path/posix';
import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Route } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { type ControllerKind, type HandledMethod, readControllers, returnedBy, returnsNothing } from '../../controllers.js';
import { decoratorsOf, propertyOf } from '../../decorators.js';
import { functionOf, madeOf, returnsOf } from '../../names/in-file.js';
import { assigned, className, extended, isFunctionNode, valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { declarationOf, initializerOf } from '../../names/scope.js';
import { sendsOf } from '../../sends/sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { mutationsOf } from '../../values/changes/mutations.js';
import { callsOf } from '../../values/fluent-chains.js';
import { pathExpression } from '../../values/path-expressions.js';
import { readValue } from '../../values/values.js';
import { frameworkProfiles } from '../profiles.js';

const BY = 'typescript/loopback';

/**
 * Controllers of LoopBack 4, which its application finds by their location, or registers.
 * https://loopback.io/doc/en/lb4/Controller.html
 */
export const loopback: Extractor<Source> = { ...frameworkProfiles.loopback, extract };

const KIND: ControllerKind = {
  by: BY,
  isFrom: (specifier) => /^@loopback\/(?:rest|openapi-v3|core|context)$/.test(specifier),
  controllers: /^api$/,
  bare: true,
  verbs: new Map([
    ...['get', 'post', 'put', 'patch', 'head'].map((name): [string, string] => [name, name.toUpperCase()]),
    ['del', 'DELETE'],
  ]),
  pathOf,
  answers,
};

function extract(source: Source): Extraction {
  const facts: Fact[] = [...readControllers(source, KIND)];
  const gaps: FileGap[] = [];
  const within = dirname(source.path).replace(/^\.$/, '');
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      facts.push(...application(source, node, within));
      if (reshapes(source, node)) {
        const through = { kind: 'unknown', why: 'an interceptor or the sequence may change what is sent' } as const;
        facts.push({ kind: 'wrap', by: BY, scope: within, through, past: true, at: atOf(source, node.name ?? node) });
      }
    }
    if (ts.isCallExpression(node) && /^define\w*RestController$/.test(originOf(source, node.expression)?.name ?? ''))
      gaps.push({
        reason: 'dynamic-mount',
        detail: 'a function makes this controller',
        at: atOf(source, node),
        hides: 'service',
      });
    if (node.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return { facts: [...facts, ...started(source)], gaps };
}

/** `class Books extends BootMixin(RestApplication)`: it serves the controllers in its folder and below. */
function application(source: Source, node: ts.ClassLikeDeclaration, within: string): readonly Fact[] {
  const base = extended(node);
  if (base === undefined || !/\bRest\w{0,20}Application\b/.test(base.expression.getText(source.tree))) return [];
  const at = atOf(source, node.name ?? node);
  const name = className(source.tree, node);
  return [
    { kind: 'router', by: BY, name, root: true, at },
    { kind: 'gather', by: BY, router: valueNamed(name), within, at },
    ...basePaths(source, node).map((prefix): Fact => ({ kind: 'prefix', router: valueNamed(name), prefix, at })),
  ];
}

/** `new BooksApplication({ rest: { basePath: '/api' } })`, `app.restServer.basePath('/api')`: what starts an application. */
function started(source: Source): readonly Fact[] {
  const made: ts.NewExpression[] = [];
  const visit = (at: ts.Node): void => {
    if (ts.isNewExpression(at) && /App(?:lication)?$/.test(nameOf(at.expression))) made.push(at);
    if (!ts.isClassLike(at)) ts.forEachChild(at, visit);
  };
  visit(source.tree);
  if (made.length === 0) return [];
  const called = basePaths(source, source.tree);
  return made.flatMap((one): Fact[] => {
    const prefixes = called.length > 0 ? called : configured(source, one.arguments?.[0], OPEN);
    const router = readValue(source, one.expression);
    return prefixes.map((prefix) => ({ kind: 'prefix', router, prefix, at: atOf(source, one) }));
  });
}

/** `this.basePath('/api')`, `app.restServer.basePath('/api')`, `super({ ...options, rest: { basePath: '/api' } })` */
function basePaths(source: Source, node: ts.Node): readonly Expression[] {
  const found: Expression[] = [];
  const visit = (at: ts.Node): void => {
    if (ts.isCallExpression(at)) {
      const [given] = at.arguments;
      if (ts.isPropertyAccessExpression(at.expression) && at.expression.name.text === 'basePath' && given !== undefined)
        found.push(pathExpression(source, given));
      if (at.expression.kind === ts.SyntaxKind.SuperKeyword) found.push(...configured(source, given, []));
    }
    const isAssignment = ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (isAssignment && nameOf(at.left) === 'basePath') found.push(pathExpression(source, at.right));
    if (at === node || !ts.isClassLike(at)) ts.forEachChild(at, visit);
  };
  visit(node);
  return found;
}

const OPEN: readonly Expression[] = [{ kind: 'unknown', why: 'the base path that options of the server give cannot be read' }];

/** Longer chains of callers are not followed. */
const MOST_HOPS = 5;

/** `rest.basePath` of an application's options, which callers in the file may pass; `other`: where they cannot be read. */
function configured(source: Source, given: ts.Expression | undefined, other: readonly Expression[]): readonly Expression[] {
  const found: Expression[] = [];
  let values: readonly ts.Expression[] = given === undefined ? [] : [given];
  for (let hops = 0; values.length > 0; hops += 1) {
    // each once: functions may call each other, or themselves, many times
    const parameters = new Set<ts.ParameterDeclaration>();
    for (const value of values) {
      const node = madeOf(source, value);
      const stored = declarationOf(source, node);
      const isPassed = stored !== undefined && ts.isParameter(stored) && isFunctionNode(stored.parent) && hops <= MOST_HOPS;
      if (ts.isObjectLiteralExpression(node)) found.push(...basePathIn(source, node, other));
      else if (isPassed) parameters.add(stored);
      else found.push(...other);
    }
    const passed = argumentsFor(source, parameters);
    if (passed.size < parameters.size) found.push(...other);
    values = [...passed.values()].flat();
  }
  return found;
}

function basePathIn(source: Source, options: ts.ObjectLiteralExpression, other: readonly Expression[]): readonly Expression[] {
  const rest = assigned(options, 'rest');
  if (rest === undefined) return options.properties.some(ts.isSpreadAssignment) ? other : [];
  const server = madeOf(source, rest);
  if (!ts.isObjectLiteralExpression(server)) return other;
  const path = assigned(server, 'basePath');
  if (path !== undefined) return [pathExpression(source, path)];
  return server.properties.some(ts.isSpreadAssignment) ? other : [];
}

/** What calls in the file pass for parameters; one that no call reaches is not among the keys. */
function argumentsFor(
  source: Source,
  parameters: ReadonlySet<ts.ParameterDeclaration>,
): ReadonlyMap<ts.ParameterDeclaration, readonly ts.Expression[]> {
  const found = new Map<ts.ParameterDeclaration, ts.Expression[]>();
  for (const call of parameters.size === 0 ? [] : callsOf(source.tree))
    for (const [index, one] of (functionOf(source, call.expression)?.parameters ?? []).entries()) {
      if (!parameters.has(one)) continue;
      const given = call.arguments?.[index];
      const before = found.get(one) ?? [];
      if (given !== undefined) before.push(given);
      found.set(one, before);
    }
  return found;
}

/** `@api({ basePath: '/books' })`, `@get('/books/{id}', …)` */
function pathOf(source: Source, given: ts.Expression | undefined): Expression {
  const node = given !== undefined && ts.isObjectLiteralExpression(given) ? propertyOf(given, 'basePath') : given;
  return node === undefined ? { kind: 'literal', value: '' } : readValue(source, node);
}

/** A global interceptor, or a sequence, that sends another value than the method's result. */
function reshapes(source: Source, node: ts.ClassLikeDeclaration): boolean {
  const isGlobal = decoratorsOf(source, node).some(
    ({ name, specifier }) => name === 'globalInterceptor' && KIND.isFrom(specifier),
  );
  const isSequence = node.heritageClauses?.some((one) => /\bSequenceHandler\b/.test(one.getText(source.tree))) === true;
  if (!isGlobal && !isSequence) return false;
  let changed = false;
  const visit = (at: ts.Node): void => {
    if (isGlobal && isFunctionNode(at) && at.parameters[1]?.name.getText(source.tree) === 'next')
      changed ||= returnsOf(at).some((one) => !isPassedOn(source, one));
    if (isSequence && ts.isCallExpression(at) && nameOf(at.expression) === 'send')
      changed ||= at.arguments[1] === undefined || !isPassedOn(source, at.arguments[1]);
    ts.forEachChild(at, visit);
  };
  visit(node);
  return changed;
}

const nameOf = (node: ts.Expression): string =>
  ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : '';

/** `next()`, `this.invoke(route, args)`, or a variable whose only value is one of them. */
function isPassedOn(source: Source, given: ts.Expression): boolean {
  const node = unwrap(ts.isAwaitExpression(given) ? given.expression : given);
  if (ts.isCallExpression(node)) return /^(?:next|invoke)$/.test(nameOf(node.expression));
  const stored = initializerOf(source, node);
  if (!ts.isIdentifier(node) || stored === undefined) return false;
  const start = ts.isAwaitExpression(stored) ? stored.expression : stored;
  return (
    ts.isCallExpression(start) &&
    isPassedOn(source, start) &&
    mutationsOf(source, node.text, stored.parent).every(({ kind }) => kind === 'lend')
  );
}

/**
 * A method's result is sent as JSON with 200, an empty result with 204 (`writeResultToResponse` of @loopback/rest). A method that
 * receives the response may send through it.
 */
function answers(handled: HandledMethod): Pick<Route, 'responses' | 'incomplete'> {
  const { source, node, decorators } = handled;
  source.requested.add(node);
  const at = atOf(source, node.name);
  const sends = sendsOf(source, node);
  if (sends !== undefined && (sends.responses.length > 0 || sends.forwards.length > 0)) {
    const why = sends.incomplete ?? sends.forwards[0]?.why;
    return { responses: sends.responses, ...(why !== undefined && { incomplete: why }) };
  }
  const type = node.type?.getText(source.tree) ?? '';
  if (/\bthis\.(?:res|response|ctx|context)\b/.test(node.getText(source.tree)) || /^(?:Promise<)?Response\b/.test(type))
    return { responses: [], incomplete: 'what it sends through the response is not followed' };
  if (returnsNothing(node))
    return { responses: [{ status: { kind: 'literal', value: 204 }, mediaType: 'none', body: { kind: 'absent' }, at }] };
  const isIntercepted = decorators.some(({ name }) => name === 'intercept');
  const body: Expression = isIntercepted ? { kind: 'unknown', why: 'an interceptor may change what is sent' } : resultOf(handled);
  const isEmpty = returnsOf(node).length === 0;
  return {
    responses: [{ status: { kind: 'literal', value: 200 }, body, at }],
    ...(isEmpty && { incomplete: 'it returns nothing' }),
  };
}

/** What a method declares, unless it returns a repository's result (`return this.books.find({ fields: ['id'] })`), which says more. */
function resultOf(handled: HandledMethod): Expression {
  const declared = returnedBy(handled);
  const [first, ...more] = returnsOf(handled.node).map(unwrap);
  const returned = first !== undefined && ts.isAwaitExpression(first) ? unwrap(first.expression) : first;
  if (handled.node.type === undefined || returned === undefined || more.length > 0 || !ts.isCallExpression(returned))
    return declared;
  const keys: Expression = { kind: 'operator', operator: 'awaited', of: readValue(handled.source, returned) };
  return { kind: 'operator', operator: 'first-known', of: declared, keys };
}
