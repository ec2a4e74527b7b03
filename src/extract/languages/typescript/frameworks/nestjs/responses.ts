import { ts } from 'ts-morph';
import { ABSENT, type Expression, literal, STRING } from '../../../../../facts/expression.js';
import type { BodyHook, Response, Route } from '../../../../../facts/fact.js';
import { atOf } from '../../at.js';
import { type Decorator, decoratorsOf, propertyOf } from '../../decorators.js';
import { objectOf } from '../../names/in-file.js';
import { sendsOf } from '../../sends/sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { readValue } from '../../values/values.js';
import { decorated, intercepted } from './interceptors.js';

import { isFrom, type Nest } from './words.js';

/** A handler with its class and decorators. */
export interface Handled {
  readonly node: ts.MethodDeclaration;
  readonly owner: string;
  readonly member: string;
  readonly method: string;
  /** Name of its route decorator: `Get`, `Sse`. */
  readonly decorator: string;
  readonly decorators: readonly Decorator[];
  readonly ofClass: readonly Decorator[];
}

type Answers = Pick<Route, 'responses' | 'incomplete' | 'schema' | 'hooks'>;

/**
 * The responses of a handler: its return value, with 201 for POST and 200 for other methods unless `@HttpCode` sets another
 * (https://docs.nestjs.com/controllers#status-code). With `@Res()`, the responses that it sends itself.
 */
export function responsesOf(nest: Nest, handled: Handled): Answers {
  const { source } = nest;
  const at = atOf(source, handled.node.name);
  const code = nestDecorator(handled, 'HttpCode')?.arguments[0];
  const status = code === undefined ? literal(handled.method === 'POST' ? 201 : 200) : readValue(source, code);
  const injected = injectedResponse(source, handled.node);
  if (injected === 'library') return sentByHandler(source, handled.node, status);
  const redirect = nestDecorator(handled, 'Redirect');
  if (redirect !== undefined) {
    const given = redirect.arguments[1];
    const to = given === undefined ? literal(302) : readValue(source, given);
    return { responses: [{ status: to, mediaType: 'none', body: ABSENT, direct: true, at }] };
  }
  const isChanged = injected === 'passthrough' && setsStatus(source, handled.node);
  const fixed = fixedType(source, handled, status);
  const isText = fixed === undefined && returnsText(handled.node);
  const schema = fixed === undefined ? schemaOf(source, handled) : undefined;
  const hooks = [...handled.ofClass, ...handled.decorators].flatMap((one) => appliedBy(source, one) ?? []);
  const response: Response = {
    ...(!isChanged && { status }),
    ...(fixed !== undefined && { mediaType: fixed.mediaType, direct: true }),
    ...(isText && { mediaType: 'text/html' }),
    body: fixed === undefined ? bodyOf(nest, handled, schema) : fixed.mediaType === 'none' ? ABSENT : STRING,
    at,
  };
  return {
    responses: [response],
    ...(schema && { schema }),
    ...(hooks.length > 0 && { hooks }),
    ...(isChanged && { incomplete: 'the handler sets the status itself' }),
  };
}

function nestDecorator(handled: Handled, name: string): Decorator | undefined {
  return handled.decorators.find((one) => one.name === name && isFrom(one.specifier, '@nestjs/common'));
}

/** With `@Res()` or `@Next()`, the handler itself must answer, unless `passthrough` is set. */
function injectedResponse(source: Source, node: ts.MethodDeclaration): 'library' | 'passthrough' | undefined {
  const injecting = node.parameters
    .flatMap((parameter) => decoratorsOf(source, parameter))
    .filter((one) => ['Res', 'Response', 'Next'].includes(one.name) && isFrom(one.specifier, '@nestjs/common'));
  if (injecting.length === 0) return undefined;
  const passes = injecting.some(
    (one) => propertyOf(objectOf(source, one.arguments[0]), 'passthrough')?.kind === ts.SyntaxKind.TrueKeyword,
  );
  return passes ? 'passthrough' : 'library';
}

/** Responses through the response object; NestJS sets the status before the handler runs. */
function sentByHandler(source: Source, node: ts.MethodDeclaration, status: Expression): Answers {
  const sends = sendsOf(source, node);
  if (sends === undefined) return { responses: [], incomplete: 'the handler answers through the response itself' };
  const isPlain = !/\b(?:200|OK)\b/.test(node.body?.getText(source.tree) ?? '');
  const responses = sends.responses.map((response) => {
    const isDefault = response.status?.kind === 'literal' && response.status.value === 200;
    return { ...response, ...(isDefault && isPlain && { status }), direct: true };
  });
  return { responses, ...(sends.incomplete !== undefined && { incomplete: sends.incomplete }) };
}

function setsStatus(source: Source, node: ts.MethodDeclaration): boolean {
  return /\.(?:status|code|writeHead)\s*\(|\.statusCode\s*=[^=]/.test(node.body?.getText(source.tree) ?? '');
}

/** The media type that decorators set for all values; undefined for JSON. `none` where no body is sent. */
function fixedType(source: Source, handled: Handled, status: Expression): { readonly mediaType: string } | undefined {
  if (handled.decorator === 'Sse') return { mediaType: 'text/event-stream' };
  const isEmpty = status.kind === 'literal' && (status.value === 204 || status.value === 304);
  if (handled.decorator === 'Head' || isEmpty) return { mediaType: 'none' };
  if (nestDecorator(handled, 'Render') !== undefined) return { mediaType: 'text/html' };
  const header = handled.decorators.find(
    (one) => one.name === 'Header' && isFrom(one.specifier, '@nestjs/common') && isContentType(one.arguments[0]),
  );
  const given = header?.arguments[1];
  if (given === undefined || !ts.isStringLiteralLike(given)) {
    return returnsFile(source, handled.node) ? { mediaType: 'application/octet-stream' } : undefined;
  }
  const mediaType = given.text.split(';')[0]?.trim() ?? '';
  return /json/.test(mediaType) ? undefined : { mediaType };
}

function isContentType(node: ts.Expression | undefined): boolean {
  return node !== undefined && ts.isStringLiteralLike(node) && node.text.toLowerCase() === 'content-type';
}

/**
 * NestJS sends a string as HTML: https://docs.nestjs.com/controllers#routing. Only a declared type proves that the result is a
 * string.
 */
function returnsText(node: ts.MethodDeclaration): boolean {
  return node.type !== undefined && unwrapped(node.type).kind === ts.SyntaxKind.StringKeyword;
}

/** https://docs.nestjs.com/techniques/streaming-files */
function returnsFile(source: Source, node: ts.MethodDeclaration): boolean {
  if (node.type === undefined) return /\bnew StreamableFile\b/.test(node.body?.getText(source.tree) ?? '');
  const type = unwrapped(node.type);
  return ts.isTypeReferenceNode(type) && type.typeName.getText(source.tree) === 'StreamableFile';
}

function unwrapped(node: ts.TypeNode): ts.TypeNode {
  if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName)) return node;
  const [inner] = node.typeArguments ?? [];
  return inner !== undefined && ['Promise', 'Observable'].includes(node.typeName.text) ? unwrapped(inner) : node;
}

/** The return value, after the interceptors of the method and then of the class: the last one listed is the innermost. */
function bodyOf(nest: Nest, handled: Handled, schema: Expression | undefined): Expression {
  const { source } = nest;
  source.requested.add(handled.node);
  const member: Expression = { kind: 'member', of: { kind: 'name', name: handled.owner }, name: handled.member };
  const body: Expression = { kind: 'operator', operator: 'awaited', of: { kind: 'returns', of: member } };
  const steps = [...handled.ofClass, ...handled.decorators].map((decorator) => ({
    decorator,
    through: reshapedBy(source, decorator),
  }));
  const open = steps.find(({ through }) => through?.kind === 'unknown')?.through;
  if (open !== undefined) return open;
  return steps.toReversed().reduce<Expression>((value, { decorator, through }) => {
    if (through !== undefined) return { kind: 'returns', of: through, values: [value] };
    return interceptorsOf([decorator])
      .toReversed()
      .reduce<Expression>((inner, interceptor) => intercepted(source, interceptor, inner, schema), value);
  }, body);
}

/**
 * The schema that the ZodSerializerInterceptor of nestjs-zod applies, where it runs:
 * https://github.com/BenLorantfy/nestjs-zod#zodserializerinterceptor-output-validation
 */
function schemaOf(source: Source, { decorators, ofClass }: Handled): Expression | undefined {
  const all = [...decorators, ...ofClass];
  const decorator = all.find((one) => one.specifier === 'nestjs-zod' && /^Zod(?:SerializerDto|Response)$/.test(one.name));
  const [first] = decorator?.arguments ?? [];
  const given = decorator?.name === 'ZodResponse' ? propertyOf(objectOf(source, first), 'type') : first;
  const list = given === undefined ? undefined : unwrap(given);
  const isList = list !== undefined && ts.isArrayLiteralExpression(list);
  const described = isList ? list.elements[0] : given;
  if (described !== undefined) {
    const data: Expression = { kind: 'operator', operator: 'described', of: readValue(source, described) };
    return isList ? { kind: 'array', items: data } : data;
  }
  const own = all.find(
    (one) => OWN.test(one.specifier) && one.arguments.some((node) => NAMES_SCHEMA.test(node.getText(source.tree))),
  );
  const unread = decorator ?? own;
  return unread && { kind: 'unknown', why: `the schema that ${unread.name} may name is not read` };
}

/** Decorators of the service's other files may apply those of packages. */
const OWN = /^(?:[./~#]|@\/|src\/)/;
const NAMES_SCHEMA = /\b[A-Z]\w{0,60}(?:Dto|DTO|Schema|Response)\b/;

/** The arguments of `@UseInterceptors`. */
export function interceptorsOf(decorators: readonly Decorator[]): readonly ts.Expression[] {
  return decorators
    .filter((one) => one.name === 'UseInterceptors' && isFrom(one.specifier, '@nestjs/common'))
    .flatMap((one) => one.arguments);
}

/**
 * Groups affect only members with groups, which are unknown anyway; `type` is the declared class. No contract has the members
 * that mongoose adds (`__v`): `excludePrefixes: ['__']`.
 */
function isHarmless({ arguments: [options] }: Decorator): boolean {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return false;
  return options.properties.every((one) => {
    if (one.name === undefined || !ts.isIdentifier(one.name)) return false;
    if (one.name.text !== 'excludePrefixes' || !ts.isPropertyAssignment(one)) return ['groups', 'type'].includes(one.name.text);
    const list = one.initializer;
    return (
      ts.isArrayLiteralExpression(list) &&
      list.elements.every((text) => ts.isStringLiteralLike(text) && text.text.startsWith('__'))
    );
  });
}

/**
 * How a decorator changes the body: the options of the serializer, and decorators of other files by their names
 * (`@Serialize(UserDto)` usually applies an interceptor).
 */
export function reshapedBy(source: Source, decorator: Decorator): Expression | undefined {
  const { name, specifier } = decorator;
  if (name === 'SerializeOptions' && isFrom(specifier, '@nestjs/common') && !isHarmless(decorator))
    return { kind: 'unknown', why: 'the options of the serializer decide what is sent' };
  if (!isOwn(decorator) || !/serializ|transform|intercept|envelope|wrapresponse|plainto/i.test(name)) return undefined;
  return decorated(source, decorator) ?? { kind: 'unknown', why: `the decorator ${name} may change what is sent` };
}

const isOwn = ({ specifier }: Decorator): boolean => /^(?:$|[./~#]|@\/|src\/)/.test(specifier);

/** The interceptor that any other decorator of the service may apply: `@UseDto(BookDto)`. Most apply none. */
export function appliedBy(source: Source, decorator: Decorator): BodyHook | undefined {
  const through = isOwn(decorator) && reshapedBy(source, decorator) === undefined ? decorated(source, decorator) : undefined;
  return through && { through, optional: true };
}
