import { dirname } from 'node:path/posix';
import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Route } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { type ControllerKind, type HandledMethod, readControllers, returnedBy, returnsNothing } from '../../controllers.js';
import { decoratorsOf, propertyOf } from '../../decorators.js';
import { returnsOf } from '../../names/in-file.js';
import { className, isFunctionNode, valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { lookup } from '../../names/scope.js';
import { sendsOf } from '../../sends/sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { mutationsOf } from '../../values/changes/mutations.js';
import { pathExpression } from '../../values/path-expressions.js';
import { readValue } from '../../values/values.js';
import { loopbackProfile } from './profile.js';

const BY = 'typescript/loopback';

/**
 * Controllers of LoopBack 4, which its application finds by their location, or registers.
 * https://loopback.io/doc/en/lb4/Controller.html
 */
export const loopback: Extractor<Source> = { ...loopbackProfile, extract };

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
  return { facts, gaps };
}

/** `class Books extends BootMixin(RestApplication)`: it serves the controllers in its folder and below. */
function application(source: Source, node: ts.ClassLikeDeclaration, within: string): readonly Fact[] {
  const base = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  if (base === undefined || !/\bRest\w{0,20}Application\b/.test(base.expression.getText(source.tree))) return [];
  const at = atOf(source, node.name ?? node);
  const name = `${className(source.tree, node)}#application`;
  const prefix = basePath(source, node);
  return [
    { kind: 'router', by: BY, name, root: true, ...(prefix && { prefix }), at },
    { kind: 'gather', by: BY, router: valueNamed(name), within, at },
  ];
}

/** `this.basePath('/api')`, `this.restServer.basePath('/api')` */
function basePath(source: Source, node: ts.ClassLikeDeclaration): Expression | undefined {
  let found: Expression | undefined;
  const visit = (at: ts.Node): void => {
    if (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression) && at.expression.name.text === 'basePath') {
      const [given] = at.arguments;
      if (given !== undefined) found = pathExpression(source, given);
    }
    ts.forEachChild(at, visit);
  };
  visit(node);
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
  const held = ts.isIdentifier(node) ? lookup(source, node)?.nodes[0] : undefined;
  if (!ts.isIdentifier(node) || held === undefined || !ts.isVariableDeclaration(held) || held.initializer === undefined)
    return false;
  const start = ts.isAwaitExpression(held.initializer) ? held.initializer.expression : held.initializer;
  return (
    ts.isCallExpression(start) &&
    isPassedOn(source, start) &&
    mutationsOf(source, node.text, held).every(({ kind }) => kind === 'lend')
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
  const body: Expression = isIntercepted
    ? { kind: 'unknown', why: 'an interceptor may change what is sent' }
    : returnedBy(handled);
  const isEmpty = returnsOf(node).length === 0;
  return {
    responses: [{ status: { kind: 'literal', value: 200 }, body, at }],
    ...(isEmpty && { incomplete: 'it returns nothing' }),
  };
}
