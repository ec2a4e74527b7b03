import { ts } from 'ts-morph';
import { type Expression, isNull } from '../../../../../facts/expression.js';
import type { Fact, Response, Route } from '../../../../../facts/fact.js';
import { nullInDoubt } from '../../../../../facts/null-in-doubt.js';
import { colonPaths } from '../../../../../model/colon-path.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { type ControllerKind, type HandledMethod, readControllers, returnedBy, returnsNothing } from '../../controllers.js';
import { decoratorsOf } from '../../decorators.js';
import { returnsOf } from '../../sends/callables.js';
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
  const set = all.filter(({ sure, ended, value }) => !isError(value) && (sure || ended === undefined));
  const aside = all.filter(
    (one) => !set.includes(one) && !one.sure && one.ended !== undefined && !isSameLiteral(one.value, initial),
  );
  const [own, ...others] = set.every(({ value }) => isSameLiteral(value, initial)) ? [] : set;
  const isSure = others.length === 0 && (own === undefined || own.sure);
  const status = own === undefined ? initial : own.value;
  const whole = returnedBy(handled);
  const body: Response = {
    ...(isSure && { status }),
    ...(isEmpty && { mediaType: 'none' }),
    body: isEmpty ? { kind: 'absent' } : (returnedBeside(source, node, aside, whole) ?? whole),
    at,
  };
  const branches = aside.flatMap(({ value, ended }): Response[] => {
    if (value.kind !== 'literal' || isError(value)) return [];
    return [
      { ...body, status: value, ...(!isEmpty && ended?.expression && { body: firstKnown(source, [ended.expression], whole) }) },
    ];
  });
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

/** What a method returns where no branch has set another status; its declared type says what all branches return. */
function returnedBeside(
  source: Source,
  node: ts.MethodDeclaration,
  aside: readonly StatusSet[],
  whole: Expression,
): Expression | undefined {
  const ended = new Set(aside.map((one) => one.ended));
  const returned = aside.length === 0 || node.body === undefined ? [] : returnsOf(node.body);
  const others = returned.flatMap((one) => (ended.has(one) || one.expression === undefined ? [] : one.expression));
  return others.length === 0 || others.length > MOST_RETURNS
    ? undefined
    : firstKnown(source, others, beside(source, others, whole));
}
const MOST_RETURNS = 20;

/** The declared type of other branches: its null may be that of the branch with another status alone. */
function beside(source: Source, others: readonly ts.Expression[], whole: Expression): Expression {
  const values = others.map((one) => readValue(source, one));
  if (values.some((one) => one.kind === 'absent' || isNull(one))) return whole;
  const present: Expression = { kind: 'operator', operator: 'non-null', of: whole };
  const isSure = values.every((one) => WRITTEN.has(one.kind) || (one.kind === 'operator' && one.operator === 'non-null'));
  return isSure ? present : { kind: 'union', options: [present, PERHAPS] };
}
const WRITTEN: ReadonlySet<Expression['kind']> = new Set(['literal', 'object', 'tuple', 'array', 'instance', 'text', 'scalar']);
const PERHAPS = nullInDoubt('whether this branch returns the null of its declared type is not known');

function firstKnown(source: Source, returned: readonly ts.Expression[], of: Expression): Expression {
  const options = returned.map((one): Expression => ({ kind: 'operator', operator: 'awaited', of: readValue(source, one) }));
  return { kind: 'operator', operator: 'first-known', of, keys: { kind: 'union', options } };
}

interface StatusSet {
  readonly value: Expression;
  /** It always runs. */
  readonly sure: boolean;
  /** How the branch that sets it answers. */
  readonly ended?: ts.ReturnStatement;
}

/** `this.setStatus(201)`, unless the branch that sets it throws. */
function statusesSet(source: Source, node: ts.MethodDeclaration): readonly StatusSet[] {
  const found: StatusSet[] = [];
  const visit = (at: ts.Node): void => {
    if (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression) && at.expression.name.text === 'setStatus') {
      const [given] = at.arguments;
      const value = given && readValue(source, given);
      const block = at.parent.parent;
      const last = ts.isBlock(block) || ts.isCaseOrDefaultClause(block) ? block.statements.at(-1) : undefined;
      const ended = last !== undefined && ts.isReturnStatement(last) ? { ended: last } : {};
      const isThrown = last !== undefined && ts.isThrowStatement(last);
      if (value !== undefined && !isThrown) found.push({ value, sure: isReached(block, node.body), ...ended });
    }
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
  };
  if (node.body !== undefined) visit(node.body);
  return found;
}

/** Error statuses do not distinguish successes. */
const isError = (value: Expression): boolean => value.kind === 'literal' && Number(value.value) >= 400;

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
