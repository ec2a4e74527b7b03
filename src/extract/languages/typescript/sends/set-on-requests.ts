import { ts } from 'ts-morph';
import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import type { Callable } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { type FunctionNode, isFunctionNode } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { changed } from '../values/changes/changed-values.js';
import { type Mutation, mutationsOf } from '../values/changes/mutations.js';
import { guardsIn } from '../values/guards.js';
import { whereTested } from '../values/narrowing.js';
import { parameterOf } from '../values/references.js';
import { readValue } from '../values/values.js';
import { handlerForm } from './handler-form.js';
import { passesOn } from './passing-on.js';

/** The changes of a middleware or handler to its request, context and response: `req.author = …; res.ok = (body) => …; next()`. */
export function setByHandler(source: Source, node: FunctionNode): Callable['changes'] {
  const response = handlerForm(source, node)?.response;
  const all = [...(setOnRequest(source, node, response) ?? []), ...methodsOf(source, node, response)];
  return all.length > 0 ? all : undefined;
}

/** A member of a response that is set more often is not followed: each handler would send what all of them send. */
const MOST_FUNCTIONS = 20;

/** The functions that it sets on its response. */
function methodsOf(
  source: Source,
  node: FunctionNode,
  response: ts.ParameterDeclaration | undefined,
): NonNullable<Callable['changes']> {
  if (response === undefined || !ts.isIdentifier(response.name)) return [];
  const functions = new Map<string, ts.Expression[]>();
  for (const { kind, member, values } of mutationsOf(source, response.name.text, response)) {
    const [value] = values;
    if (kind !== 'set' || member === undefined || value === undefined || !isFunctionNode(value)) continue;
    const list = functions.get(member) ?? [];
    list.push(value);
    functions.set(member, list);
  }
  const members = [...functions].flatMap(([name, values]): readonly ObjectMember[] => {
    if (values.length > MOST_FUNCTIONS) return [];
    const options = values.map((one) => readValue(source, one));
    const [only] = options;
    const value: Expression = options.length === 1 && only !== undefined ? only : { kind: 'union', options };
    return [{ kind: 'property', name, value, at: atOf(source, values[0] ?? node) }];
  });
  const given: ObjectMember = { kind: 'spread', value: parameterOf(source, response), own: true };
  if (members.length === 0) return [];
  return [{ index: node.parameters.indexOf(response), value: { kind: 'object', members: [given, ...members] } }];
}

function setOnRequest(source: Source, node: FunctionNode, response: ts.ParameterDeclaration | undefined): Callable['changes'] {
  const { parameters } = node;
  const index = response === undefined ? 0 : parameters.indexOf(response) - 1;
  const request = parameters[index];
  if (request === undefined || !ts.isIdentifier(request.name)) return undefined;
  const retained = response === undefined ? retainedByContext(source, node, request) : [];
  if (retained.length > 0) return [{ index, value: contextWith(source, request, retained) }];
  if (parameters.length < 2) return undefined;
  const mutations = mutationsOf(source, request.name.text, request).filter(({ kind }) => LEAVES.has(kind));
  if (mutations.length === 0 || (response === undefined && !passesOn(source, node))) return undefined;
  // of an object, a member that is set only sometimes is unknown
  const given: Expression = { kind: 'object', members: [{ kind: 'spread', value: parameterOf(source, request), own: true }] };
  const value = changed(source, given, request, mutations);
  return value.kind === 'object' ? [{ index, value: { ...value, members: value.members.map(leftOf(mutations)) } }] : undefined;
}

/** `c.set('user', user)` of Hono, which `c.var.user` and `c.get('user')` read: https://hono.dev/docs/api/context#set-get */
function retainedByContext(source: Source, node: FunctionNode, context: ts.ParameterDeclaration): readonly ObjectMember[] {
  const found: ObjectMember[] = [];
  const visit = (at: ts.Node): void => {
    const callee = ts.isCallExpression(at) ? at.expression : undefined;
    const isSet = callee !== undefined && ts.isPropertyAccessExpression(callee) && callee.name.text === 'set';
    if (ts.isCallExpression(at) && isSet && ts.isIdentifier(callee.expression)) {
      const [key, given] = at.arguments;
      const isOwn = declarationOf(source, callee.expression) === context;
      if (isOwn && key !== undefined && !ts.isStringLiteralLike(key)) found.push(ANY_NAME);
      else if (isOwn && key !== undefined && ts.isStringLiteralLike(key) && given !== undefined) {
        const value = readValue(source, given);
        const isSure = ts.isExpressionStatement(at.parent) && at.parent.parent === node.body;
        const either: Expression = { kind: 'union', options: [value, UNSET] };
        found.push({ kind: 'property', name: key.text, value: isSure ? value : either, at: atOf(source, at) });
      }
    }
    if (at.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(at, visit);
  };
  if (node.body !== undefined) visit(node.body);
  return found;
}

const ANY_NAME: ObjectMember = { kind: 'spread', value: { kind: 'unknown', why: 'members are set by computed names' } };
const UNSET: Expression = { kind: 'unknown', why: 'a middleware sets it only sometimes', nothing: true };

function contextWith(source: Source, context: ts.ParameterDeclaration, retained: readonly ObjectMember[]): Expression {
  const given = parameterOf(source, context);
  const before: ObjectMember = { kind: 'spread', value: { kind: 'member', of: given, name: 'var' } };
  const value: Expression = { kind: 'object', members: [before, ...retained] };
  return {
    kind: 'object',
    members: [
      { kind: 'spread', value: given },
      { kind: 'property', name: 'var', value, at: atOf(source, context) },
    ],
  };
}

/** Kinds of changes to the members of a request that count. */
const LEAVES = new Set<Mutation['kind']>(['set', 'delete', 'index', 'merge', 'lend']);

/** A member after the tests that follow its assignment: `req.author = find(id); if (!req.author) return …`. */
const leftOf =
  (mutations: readonly Mutation[]) =>
  (member: ObjectMember): ObjectMember => {
    // under a computed name, any member may be set
    if (member.kind === 'rest') return ANY_NAME;
    const set = member.kind === 'property' ? mutations.findLast((one) => one.member === member.name) : undefined;
    if (member.kind !== 'property' || set === undefined || !ts.isBlock(set.statement.parent)) return member;
    const { statements } = set.statement.parent;
    const path = `${set.target.text}.${member.name}`;
    const guards = statements.filter(({ pos }) => pos > set.statement.pos).flatMap(guardsIn);
    const value = guards.reduce<Expression>(
      (of, { condition, holds, loose }) => (loose === true ? of : whereTested(condition, holds, path, of)),
      member.value,
    );
    return { ...member, value };
  };
