import { ts } from 'ts-morph';
import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import type { Callable } from '../../../../facts/fact.js';
import type { FunctionNode } from '../names/names.js';
import type { Source } from '../source.js';
import { changed } from '../values/changed-values.js';
import { guardsIn } from '../values/guards.js';
import { type Mutation, mutationsOf } from '../values/mutations.js';
import { whereTested } from '../values/narrowing.js';
import { parameterOf } from '../values/references.js';
import { handlerForm } from './handler-form.js';
import { passesOn } from './passing-on.js';

/** What a middleware or handler leaves of the request or context that it is given: `req.author = …; next()`. */
export function setOnRequest(source: Source, node: FunctionNode): Callable['changes'] {
  const { parameters } = node;
  const response = handlerForm(source, node)?.response;
  const index = response === undefined ? 0 : parameters.indexOf(response) - 1;
  const request = parameters[index];
  if (request === undefined || !ts.isIdentifier(request.name) || parameters.length < 2) return undefined;
  const mutations = mutationsOf(source, request.name.text, request).filter(({ kind }) => kind === 'set' || kind === 'delete');
  if (mutations.length === 0 || (response === undefined && !passesOn(source, node))) return undefined;
  const value = changed(source, parameterOf(source, request), request, mutations);
  return value.kind === 'object'
    ? [{ index, value: { ...value, members: value.members.map(withGuards(mutations)) } }]
    : undefined;
}

/** A member as the tests after it leave it: `req.author = find(id); if (!req.author) return …`. */
const withGuards =
  (mutations: readonly Mutation[]) =>
  (member: ObjectMember): ObjectMember => {
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
