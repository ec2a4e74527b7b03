import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Response, Route } from '../../../../../facts/fact.js';
import { colonPaths } from '../../../../../model/colon-path.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { type ControllerKind, type HandledMethod, readControllers, returnedBy, returnsNothing } from '../../controllers.js';
import { decoratorsOf } from '../../decorators.js';
import { leaves } from '../../sends/response-settings.js';
import type { Source } from '../../source.js';
import { typeOf } from '../../types/types.js';
import { unwrap } from '../../values/access-paths.js';
import { readValue } from '../../values/values.js';
import { frameworkProfiles } from '../profiles.js';

const BY = 'typescript/tsoa';

/**
 * Controllers of tsoa: a generator creates routes from them, which `RegisterRoutes(app)` registers.
 * https://tsoa-community.github.io/docs/
 */
export const tsoa: Extractor<Source> = { ...frameworkProfiles.tsoa, extract };

const KIND: ControllerKind = {
  by: BY,
  isFrom: (specifier) => specifier === 'tsoa' || specifier === '@tsoa/runtime',
  controllers: /^Route$/,
  verbs: new Map(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options'].map((name) => [name, name.toUpperCase()])),
  pathOf,
  answers,
};

function extract(source: Source): Extraction {
  if (source.path.endsWith('.json')) return { facts: [], gaps: [] };
  const isGenerated = /\bTsoaRoute\b/.test(source.text);
  const facts: Fact[] = isGenerated ? [] : [...readControllers(source, KIND)];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      // Generated code repeats the routes of the controllers.
      if (isGenerated) source.handled.add(node);
      else facts.push(...registered(source, node));
    }
    if (node.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return { facts, gaps: [] };
}

/** `RegisterRoutes(app)`: the one function that the generated file exports. */
function registered(source: Source, node: ts.CallExpression | ts.NewExpression): readonly Fact[] {
  const callee = unwrap(node.expression);
  const name = ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : '';
  const [app] = node.arguments ?? [];
  if (name !== 'RegisterRoutes' || app === undefined) return [];
  source.handled.add(node);
  return [{ kind: 'gather', by: BY, router: readValue(source, unwrap(app)), at: atOf(source, node) }];
}

/** `{id}` as in OpenAPI; `:id` is also accepted. */
function pathOf(source: Source, node: ts.Expression | undefined): Expression {
  if (node === undefined) return { kind: 'literal', value: '' };
  const value = readValue(source, node);
  if (value.kind !== 'literal' || typeof value.value !== 'string' || !value.value.includes(':')) return value;
  const paths = colonPaths(value.value.replaceAll(/\{(\w+)\}/g, ':$1')) ?? [value.value];
  return { kind: 'tuple', items: paths.map((path) => ({ kind: 'literal', value: path })) };
}

/**
 * A method's result is sent as JSON, with 200 or the status of `@SuccessResponse`; an empty result with 204. `this.setStatus`
 * takes precedence. Source: the templates of the route generator (https://github.com/lukeautry/tsoa,
 * `expressTemplateService.ts`).
 */
function answers(handled: HandledMethod): Pick<Route, 'responses' | 'incomplete'> {
  const { source, node, decorators } = handled;
  const at = atOf(source, node.name);
  source.requested.add(node);
  const declared = decorators.find(({ name }) => name === 'SuccessResponse')?.arguments[0];
  const isEmpty = returnsNothing(node);
  const initial = declaredStatus(source, declared) ?? { kind: 'literal', value: isEmpty ? 204 : 200 };
  const all = statusesSet(source, node);
  // what a branch that ends sends has the declared type as well
  const set = all.filter(({ sure, ends }) => sure || !ends);
  const aside = all.filter((one) => !set.includes(one) && one.value.kind === 'literal' && !isSameLiteral(one.value, initial));
  const [own, ...others] = set.every(({ value }) => isSameLiteral(value, initial)) ? [] : set;
  const isSure = others.length === 0 && (own === undefined || own.sure);
  const status = own === undefined ? initial : own.value;
  const body: Response = {
    ...(isSure && { status }),
    ...(isEmpty && { mediaType: 'none' }),
    body: isEmpty ? { kind: 'absent' } : returnedBy(handled),
    at,
  };
  const branches = aside.map((one): Response => ({ ...body, status: one.value }));
  return {
    responses: [body, ...branches, ...node.parameters.flatMap((parameter) => respondedBy(source, parameter))],
    ...(!isSure && { incomplete: 'the handler sets the status on a condition' }),
  };
}

/** `'201'` or `201`; further arguments are descriptions (`'201', 'Created'`). */
function declaredStatus(source: Source, node: ts.Expression | undefined): Expression | undefined {
  if (node === undefined) return undefined;
  const value = readValue(source, node);
  if (value.kind !== 'literal') return value;
  const status = Number(value.value);
  return Number.isInteger(status) ? { kind: 'literal', value: status } : undefined;
}

interface StatusSet {
  readonly value: Expression;
  /** It always runs. */
  readonly sure: boolean;
  /** The branch that sets it answers. */
  readonly ends: boolean;
}

/** `this.setStatus(201)`. Error statuses do not count: they do not distinguish successes. */
function statusesSet(source: Source, node: ts.MethodDeclaration): readonly StatusSet[] {
  const found: StatusSet[] = [];
  const visit = (at: ts.Node): void => {
    if (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression) && at.expression.name.text === 'setStatus') {
      const [given] = at.arguments;
      const value = given && readValue(source, given);
      const isError = value?.kind === 'literal' && typeof value.value === 'number' && value.value >= 400;
      const block = at.parent.parent;
      if (value !== undefined && !isError) found.push({ value, sure: isReached(block, node.body), ends: leaves(block) });
    }
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
  };
  if (node.body !== undefined) visit(node.body);
  return found;
}

const isSameLiteral = (one: Expression, other: Expression): boolean =>
  one.kind === 'literal' && other.kind === 'literal' && one.value === other.value;

/** Statements of the method itself, or of its `try { … }`, before which no other response can have been sent. */
function isReached(block: ts.Node, body: ts.Block | undefined): boolean {
  return (
    block === body ||
    (ts.isBlock(block) &&
      ts.isTryStatement(block.parent) &&
      block === block.parent.tryBlock &&
      isReached(block.parent.parent, body))
  );
}

/** `@Res() notFound: TsoaResponse<404, { reason: string }>`: calling it sends that response. */
function respondedBy(source: Source, parameter: ts.ParameterDeclaration): readonly Response[] {
  const isResponder = decoratorsOf(source, parameter).some((one) => one.name === 'Res' && KIND.isFrom(one.specifier));
  const { type } = parameter;
  if (!isResponder || type === undefined || !ts.isTypeReferenceNode(type)) return [];
  const [statuses, body] = type.typeArguments ?? [];
  if (statuses === undefined) return [];
  const all = ts.isUnionTypeNode(statuses) ? [...statuses.types] : [statuses];
  const shape: Expression = body === undefined ? { kind: 'absent' } : typeOf(source, body);
  return all.map((status) => ({ status: typeOf(source, status), body: shape, at: atOf(source, parameter) }));
}
