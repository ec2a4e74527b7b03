import type { Expression, ObjectMember } from '../../../facts/expression.js';
import { HANDLER, HANDLES } from './declares.js';
import { MATCHES, matchMember } from './locals.js';
import type { Scope, Source } from './source.js';
import type { TypeNode } from './syntax/syntax.js';
import { isInterface, simpleName } from './syntax/type-syntax.js';
import { ABSENT, typeExpression } from './types.js';

/** Name of the hidden member with the response type of a mediator request. */
const RESPONSE = '(response)';

/** The response type of a mediator request: `IRequest<T>`, or the service's own interface that extends it. */
export function responseMember(scope: Scope, node: TypeNode): readonly ObjectMember[] {
  const base = node.bases.find((one) => isInterface(one) && /(?:Request|Query|Command|Message)$/.test(simpleName(one)));
  if (base?.kind !== 'named') return [];
  const [response] = base.arguments;
  const isOwn = simpleName(base) !== 'IRequest';
  const at = scope.source.tokens.at(node.at);
  const declared: Expression = isOwn
    ? { kind: 'member', of: typeExpression(scope, base), name: RESPONSE }
    : response === undefined
      ? ABSENT
      : typeExpression(scope, response);
  const call = node.typeParameters.length > 0 || declared.kind === 'absent' ? undefined : handledBy(scope, node);
  const value: Expression =
    call === undefined ? declared : { kind: 'operator', operator: 'first-known', of: declared, keys: call };
  return [{ kind: 'property', name: RESPONSE, value, hidden: true, at }];
}

/** The result of the only handler of a mediator request: `class Handler : IRequestHandler<GetNote, Note>`. */
function handledBy({ source }: Scope, { name, at }: TypeNode): Expression {
  const key = `${HANDLES}${name}`;
  const own = source.tree.types.find((one) => handledIn(one) === name);
  if (own === undefined && !source.imported.has(key)) {
    source.imported.add(key);
    source.facts.push({ kind: 'import', name: key, specifier: key, imported: key, at: source.tokens.at(at) });
  }
  return { kind: 'returns', of: { kind: 'member', of: { kind: 'name', name: own?.path ?? key }, name: 'Handle' } };
}

/** The simple name of the request that a class handles. */
function handledIn({ bases, form }: TypeNode): string | undefined {
  const base = form === 'interface' ? undefined : bases.find((one) => HANDLER.test(simpleName(one)));
  const [request] = base?.kind === 'named' ? base.arguments : [];
  return request === undefined || base?.kind !== 'named' || base.arguments.length < 2 ? undefined : simpleName(request);
}

/** What the functions are given that `Match` of a result takes: `R Match<R>(Func<T, R> ok, Func<Error, R> failed)`. */
export function matchMembers(scope: Scope, node: TypeNode): readonly ObjectMember[] {
  const method = node.members.find(({ kind, name }) => kind === 'method' && MATCHES.test(name));
  return (method?.parameters ?? []).flatMap(({ type }, index): ObjectMember[] => {
    const given = type?.kind === 'named' && type.arguments.length > 1 ? type.arguments[0] : undefined;
    if (given === undefined || method === undefined) return [];
    const at = scope.source.tokens.at(method.at);
    return [{ kind: 'property', name: matchMember(index), value: typeExpression(scope, given), hidden: true, at }];
  });
}

/** Exports the classes that handle requests of a mediator under the names of these. */
export function exportHandlers(source: Source): void {
  for (const node of source.tree.types) {
    const handled = handledIn(node);
    if (handled === undefined) continue;
    const value: Expression = { kind: 'name', name: node.path };
    source.facts.push({ kind: 'export', name: `${HANDLES}${handled}`, value, at: source.tokens.at(node.at) });
  }
}
