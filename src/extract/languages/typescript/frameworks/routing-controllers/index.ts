import { ts } from 'ts-morph';
import { ABSENT, type Expression, literal, STRING } from '../../../../../facts/expression.js';
import type { Fact, Response, Route } from '../../../../../facts/fact.js';
import { REWRITES } from '../../../../../model/rewrites.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { type ControllerKind, type HandledMethod, readControllers, returnedBy, returnsNothing } from '../../controllers.js';
import { type Decorator, decoratorsOf, propertyOf } from '../../decorators.js';
import { objectOf } from '../../names/in-file.js';
import { valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { storedName } from '../../names/stored-names.js';
import { sendsOf } from '../../sends/sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { pathExpression, pathOption } from '../../values/path-expressions.js';
import { readValue } from '../../values/values.js';
import { frameworkProfiles } from '../profiles.js';

const BY = 'typescript/routing-controllers';
const PACKAGE = 'routing-controllers';

/** Controllers of routing-controllers, over Express or Koa. https://github.com/typestack/routing-controllers */
export const routingControllers: Extractor<Source> = { ...frameworkProfiles.routingControllers, extract };

const KIND: ControllerKind = {
  by: BY,
  isFrom: (specifier) => specifier === PACKAGE,
  controllers: /^(?:Json)?Controller$/,
  verbs: new Map([
    ...['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options'].map((name): [string, string] => [name, name.toUpperCase()]),
    ['All', 'ANY'],
  ]),
  pathOf: (source, node) => (node === undefined ? { kind: 'literal', value: '' } : pathExpression(source, node)),
  answers,
};

function extract(source: Source): Extraction {
  const facts: Fact[] = [...readControllers(source, KIND)];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) facts.push(...servedBy(source, node));
    if (node.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return { facts, gaps: [] };
}

const SERVERS = /^(?:create|use)(?:Express|Koa)Server$/;

/** `createExpressServer({ routePrefix, controllers })`, `useExpressServer(app, { … })`. */
function servedBy(source: Source, call: ts.CallExpression): readonly Fact[] {
  const origin = originOf(source, call.expression);
  if (origin?.specifier !== PACKAGE || !SERVERS.test(origin.name)) return [];
  source.handled.add(call);
  const isMade = origin.name.startsWith('create');
  const given = call.arguments[isMade ? 0 : 1];
  const options = objectOf(source, given);
  const at = atOf(source, call);
  const name = isMade ? storedName(source, call) : `${origin.name}@${at.line}:${at.column}`;
  const router = valueNamed(name);
  if (isMade) source.bound.set(call, router);
  const prefix = pathOption(source, given, 'routePrefix');
  return [
    { kind: 'router', by: BY, name, root: true, ...(prefix && { prefix }), at },
    ...controllersOf(source, router, propertyOf(options, 'controllers'), at),
    ...wrapsOf(router, options, at),
  ];
}

/** Mounts listed classes; otherwise (patterns, lists from other files) the nearest controllers. */
function controllersOf(source: Source, router: Expression, given: ts.Expression | undefined, at: Route['at']): readonly Fact[] {
  const list = given && unwrap(given);
  const isListed =
    list !== undefined &&
    ts.isArrayLiteralExpression(list) &&
    list.elements.length > 0 &&
    list.elements.every((one) => ts.isIdentifier(one));
  if (!isListed) return [{ kind: 'gather', by: BY, router, at }];
  return list.elements.map(
    (one): Fact => ({
      kind: 'mount',
      by: BY,
      parent: router,
      child: readValue(source, one),
      certainty: 'router',
      at: atOf(source, one),
    }),
  );
}

/** class-transformer runs unless it is disabled; interceptors may change bodies. */
function wrapsOf(router: Expression, options: ts.ObjectLiteralExpression | undefined, at: Route['at']): readonly Fact[] {
  const transforms = propertyOf(options, 'classTransformer');
  const isOff = transforms?.kind === ts.SyntaxKind.FalseKeyword;
  const interceptors = propertyOf(options, 'interceptors');
  const isPlain = interceptors === undefined || (ts.isArrayLiteralExpression(interceptors) && interceptors.elements.length === 0);
  const through: Expression = { kind: 'unknown', why: REWRITES.interceptors };
  return [
    ...(isOff ? [] : [{ kind: 'wrap' as const, by: BY, router, through: 'serializer' as const, at }]),
    ...(isPlain ? [] : [{ kind: 'wrap' as const, by: BY, router, through, at }]),
  ];
}

/**
 * A method's result is sent with 200 or the status of `@HttpCode`. `undefined` sends 404 or the status of `@OnUndefined`, `null`
 * sends 204. A method that returns its `@Res()` answers itself.
 */
function answers(handled: HandledMethod): Pick<Route, 'responses' | 'incomplete'> {
  const { source, node } = handled;
  const at = atOf(source, node.name);
  source.requested.add(node);
  const argument = (name: string): ts.Expression | undefined => decoratorOf(handled, name)?.arguments[0];
  if (injectsResponse(source, node)) {
    const sends = sendsOf(source, node);
    if (sends !== undefined && (sends.responses.length > 0 || sends.forwards.length > 0)) {
      const why = sends.incomplete ?? sends.forwards[0]?.why;
      return {
        responses: sends.responses.map((one) => ({ ...one, direct: true })),
        ...(why !== undefined && { incomplete: why }),
      };
    }
  }
  if (decoratorOf(handled, 'Redirect') !== undefined)
    return { responses: [{ status: literal(302), mediaType: 'none', body: ABSENT, direct: true, at }] };
  const code = argument('HttpCode');
  const status = code === undefined ? literal(200) : readValue(source, code);
  const missing = undefinedAnswer(source, argument('OnUndefined'), at);
  if (returnsNothing(node))
    return { responses: missing ?? [{ status: literal(404), mediaType: 'none', body: ABSENT, direct: true, at }] };
  return { responses: [{ status, ...bodyOf(handled), at }, ...(missing ?? [])] };
}

function decoratorOf({ decorators }: HandledMethod, name: string): Decorator | undefined {
  return decorators.find((one) => one.name === name);
}

/** `@OnUndefined(204)`; an error class as argument is thrown. */
function undefinedAnswer(source: Source, given: ts.Expression | undefined, at: Response['at']): readonly Response[] | undefined {
  if (given === undefined) return undefined;
  const status = readValue(source, given);
  if (status.kind !== 'literal') return [];
  return [{ status, mediaType: 'none', body: ABSENT, direct: true, at }];
}

function bodyOf(handled: HandledMethod): Pick<Response, 'mediaType' | 'body' | 'direct'> {
  const type = decoratorOf(handled, 'ContentType')?.arguments[0];
  if (decoratorOf(handled, 'Render') !== undefined) return { mediaType: 'text/html', body: STRING, direct: true };
  if (type !== undefined && ts.isStringLiteralLike(type) && !/json/.test(type.text))
    return { mediaType: type.text.split(';')[0] ?? type.text, body: STRING, direct: true };
  const changed = ['UseInterceptor', 'ResponseClassTransformOptions'].find((name) => decoratorOf(handled, name) !== undefined);
  if (changed !== undefined) return { body: { kind: 'unknown', why: `@${changed} decides what is sent` } };
  const body: Expression = { kind: 'operator', operator: 'non-null', of: returnedBy(handled) };
  const isText = handled.controller === 'Controller' && declaresText(handled.node);
  return isText ? { mediaType: 'text/html', body: STRING, direct: true } : { body };
}

/** A plain controller sends a string as HTML, a JSON controller as JSON. */
function declaresText({ type }: ts.MethodDeclaration): boolean {
  const [inner] = type !== undefined && ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
  return (inner ?? type)?.kind === ts.SyntaxKind.StringKeyword;
}

function injectsResponse(source: Source, node: ts.MethodDeclaration): boolean {
  return node.parameters.some((parameter) =>
    decoratorsOf(source, parameter).some((one) => one.name === 'Res' && KIND.isFrom(one.specifier)),
  );
}
