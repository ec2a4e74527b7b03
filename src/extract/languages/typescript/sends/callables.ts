import { ts } from 'ts-morph';
import { type Expression, isNull } from '../../../../facts/expression.js';
import { type Callable, COMMENTED, type Condition } from '../../../../facts/fact.js';
import { under } from '../../../../facts/values/when.js';
import { atOf, spanOf } from '../at.js';
import { type FunctionNode, functionName, isFunctionNode, memberName } from '../names/names.js';
import { lookup } from '../names/scope.js';
import { visitReached } from '../never-run.js';
import { isJavaScript, type Source } from '../source.js';
import { inferredParameter } from '../types/inferred-parameters.js';
import { typeOf } from '../types/types.js';
import { changedParameters } from '../values/changes/changed-parameters.js';
import { takenParameters } from '../values/changes/taken-members.js';
import { givesWhatIsThere } from '../values/kindred-guards.js';
import { nullFor } from '../values/null-results.js';
import { isUnchecked } from '../values/unchecked.js';
import { unmatchedNull } from '../values/unmatched.js';
import { readValue } from '../values/values.js';
import { conditionsOf } from './conditions.js';
import { passesOn, skipsRoute } from './passing-on.js';
import { isKeepingReplacer } from './patches.js';
import { answersFailures, keepsBodies } from './payload-hooks.js';
import { rewritesOf } from './rewrites.js';
import { supposedIn } from './sent-in.js';
import { setByHandler } from './set-on-requests.js';

/** A function with more results is not analysed one by one. */
const MOST_RETURNS = 30;

/**
 * Records a function or method: its declared and returned results, and the responses that it sends when it has the form of a
 * handler.
 */
export function recordCallable(source: Source, given: FunctionNode): void {
  const node = implementationOf(given);
  const name = functionName(source.tree, node);
  source.record.once('callable', name, () => {
    const signature = given.type === undefined ? node : given;
    const parameters = (node.typeParameters ?? []).map((parameter) => {
      const fallback =
        inferredParameter(source, node, parameter.name.text) ?? (parameter.default && typeOf(source, parameter.default));
      return {
        name: lookup(source, parameter.name, 'type')?.name ?? parameter.name.text,
        ...(fallback && { default: fallback }),
      };
    });
    const returns = signature.type === undefined ? documentedResult(source, node) : declaredResult(source, node, signature.type);
    const inferred = inferredResult(source, node);
    const supposed = supposedIn(source, node);
    const sends = supposed?.supposed === true ? undefined : supposed;
    const changes = changedParameters(source, node) ?? setByHandler(source, node);
    const takes = takenParameters(source, node);
    const rewrites = rewritesOf(source, node);
    const fact: Callable = {
      kind: 'callable',
      name,
      ...(parameters.length > 0 && { typeParameters: parameters }),
      ...(returns && { returns }),
      ...(inferred && { inferred }),
      ...(returns && inferred && EXACT.has(inferred.kind) && { exact: true }),
      ...(sends && { sends: sends.responses }),
      ...(supposed && supposed.forwards.length > 0 && { forwards: supposed.forwards }),
      ...(changes && { changes }),
      ...usedMembers(node),
      ...(takes.length > 0 && { takes }),
      ...(rewrites !== undefined && { rewrites }),
      ...((keepsBodies(source, node, sends?.responses) || isKeepingReplacer(source, node) || answersFailures(node, sends)) && {
        keeps: true,
      }),
      ...(givesWhatIsThere(source, node) && { keepsFound: true }),
      ...(sends?.incomplete !== undefined && { incomplete: sends.incomplete }),
      ...(passesOn(source, node) && { passesOn: true }),
      ...(skipsRoute(source, node) && { skips: true }),
      at: atOf(source, node),
    };
    source.record.add(fact);
  });
}

/** Longer functions without parameters are not searched for `arguments` and `this`. */
const LONGEST = 20_000;

/** `({ query, body }) => …`, `() => …`. */
function usedMembers(node: FunctionNode): Pick<Callable, 'uses'> {
  const {
    parameters: [first],
    body,
  } = node;
  if (body === undefined) return {};
  if (first === undefined) {
    const isPlain = ts.isArrowFunction(node) || (body.end - body.pos < LONGEST && !/\b(?:arguments|this)\b/.test(body.getText()));
    return isPlain ? { uses: [] } : {};
  }
  if (first.dotDotDotToken !== undefined || !ts.isObjectBindingPattern(first.name)) return {};
  const { elements } = first.name;
  const uses = elements.flatMap(({ propertyName, name, dotDotDotToken }) =>
    dotDotDotToken === undefined ? (memberName(propertyName ?? name) ?? []) : [],
  );
  return uses.length === elements.length ? { uses } : {};
}

/** Kinds of results that may be literals. */
const EXACT: ReadonlySet<Expression['kind']> = new Set(['object', 'name', 'union', 'operator']);

/** The declared result where the compiler checks the body against it; a value that it does not check stays as it is. */
function declaredResult(source: Source, node: FunctionNode, type: ts.TypeNode): Expression | undefined {
  if (isLooseResult(node, type)) return undefined;
  const results = resultsOf(node);
  const unchecked = results.filter((one) => isUnchecked(source, one));
  const declared = loosened(typeOf(source, type));
  if (unchecked.length === 0) return declared;
  if (unchecked.length === results.length) return undefined;
  return { kind: 'union', options: [declared, ...unchecked.map((one) => readValue(source, one))] };
}

/**
 * `Promise<QueryResult>` of an own function around a database driver: its rows are `any`, so what the body gives counts, and the
 * statement that it is passed. So does `Promise<QueryResult<T>>` with its own type parameter.
 */
function isLooseResult(node: FunctionNode, type: ts.TypeNode): boolean {
  const row = /^Promise<(?:\w{1,50}\.)?QueryResult(?:<(\w{1,50})>)?>$/.exec(type.getText());
  if (row === null || node.body === undefined) return false;
  const [, name] = row;
  return name === undefined || name === 'any' || node.typeParameters?.some((one) => one.name.text === name) === true;
}

/**
 * `Partial<T>` as a result: its author means that an object built member by member is assignable, not that members are missing.
 */
function loosened(type: Expression): Expression {
  if (type.kind === 'operator' && type.operator === 'partial') return { ...type, keys: { kind: 'absent' } };
  if (type.kind === 'array') return { ...type, items: loosened(type.items) };
  return type.kind === 'name' && type.arguments !== undefined ? { ...type, arguments: type.arguments.map(loosened) } : type;
}

function resultsOf({ body }: FunctionNode): readonly ts.Expression[] {
  if (body === undefined) return [];
  return ts.isBlock(body) ? returnsOf(body).flatMap(({ expression }) => expression ?? []) : [body];
}

/**
 * `@returns {User}` in JavaScript, and `@type {User}` of a getter: only the checker reads this type. A class itself (`typeof
 * import('./user')`) is named: of a class the checker gives no members that a package adds.
 */
function documentedResult(source: Source, node: FunctionNode): Expression | undefined {
  const type = isJavaScript(source) ? documentedType(node) : undefined;
  // `{...User, total: number}` is no type
  if (type === undefined || /\{\s{0,99}\.\.\./.test(type.getText(source.tree))) return undefined;
  if (ts.isTypeQueryNode(type) || (ts.isImportTypeNode(type) && type.isTypeOf)) return typeOf(source, type);
  return { kind: 'unknown', why: COMMENTED, at: spanOf(source, node) };
}

/** The type that a comment declares for a function's result. */
export function documentedType(node: FunctionNode): ts.TypeNode | undefined {
  return ts.getJSDocReturnType(node) ?? (ts.isGetAccessorDeclaration(node) ? ts.getJSDocType(node) : undefined);
}

/** The overload with a body; the overloads of a declared function stand before it. */
function implementationOf(node: FunctionNode): FunctionNode {
  if (node.body !== undefined || !ts.isFunctionDeclaration(node)) return node;
  const siblings = ts.isSourceFile(node.parent) || ts.isBlock(node.parent) ? node.parent.statements : [];
  for (const one of siblings) {
    if (ts.isFunctionDeclaration(one) && one.body !== undefined && one.name?.text === node.name?.text) return one;
  }
  return node;
}

/** The union of a body's `return` values; for an async function, the awaited result. Undefined: there is no body. */
function inferredResult(source: Source, node: FunctionNode): Expression | undefined {
  if (node.body === undefined || ts.isConstructorDeclaration(node)) return undefined;
  if (node.asteriskToken !== undefined) return { kind: 'unknown', why: 'what a generator gives' };
  const isAsync = ts.getModifiers(node)?.some((modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword) === true;
  const results = ts.isBlock(node.body) ? resultsIn(source, node.body) : [readValue(source, node.body)];
  const [only] = results;
  if (only === undefined) return ts.isBlock(node.body) && isThrown(node.body) ? { kind: 'union', options: [] } : absent();
  const value: Expression = results.length === 1 ? only : { kind: 'union', options: results };
  return isAsync ? awaited(value) : value;
}

function resultsIn(source: Source, body: ts.Block): readonly Expression[] {
  const returns = returnsOf(body);
  const [last] = body.statements.slice(-1);
  const conditions = returns.map((one) => conditionsOf(source, one));
  // `if (!Array.isArray(list)) throw …` before all of them: the function has no result for another form
  const shared =
    last === undefined ? [] : conditionsOf(source, last).filter((one) => conditions.every((some) => some.includes(one)));
  return returns.map((one) => resultAt(source, one, shared));
}

/** The value of a `return`, with the conditions that a caller decides: an object literal is a result only where it is reached. */
function resultAt(source: Source, node: ts.ReturnStatement, shared: readonly Condition[]): Expression {
  const value = node.expression ? readValue(source, node.expression) : absent();
  if (isNull(value) && ts.isIfStatement(node.parent)) return nullFor(source, node.parent.expression, true, readValue);
  if (isNull(value) && ts.isBlock(node.parent) && ts.isIfStatement(node.parent.parent))
    return nullFor(source, node.parent.parent.expression, node.parent === node.parent.parent.thenStatement, readValue);
  if (isNull(value)) return unmatchedNull(source, node) ?? value;
  const conditions = conditionsOf(source, node).filter((one) => !isOfList(one) || !shared.includes(one));
  // for other values, only the condition that the argument is a list counts
  const counting = value.kind === 'object' ? conditions : conditions.filter(isOfList);
  return under(counting, value);
}

const isOfList = (one: Condition): boolean => 'is' in one && one.is === 'list';

/** Whether a block ends by throwing. */
function isThrown({ statements }: ts.Block): boolean {
  const last = statements.at(-1);
  return last !== undefined && ts.isThrowStatement(last);
}

function absent(): Expression {
  return { kind: 'absent' };
}

function awaited(of: Expression): Expression {
  if (of.kind === 'literal' || of.kind === 'object' || of.kind === 'absent' || of.kind === 'scalar' || of.kind === 'unknown')
    return of;
  return { kind: 'operator', operator: 'awaited', of };
}

/** The `return` statements of a function's own body. */
export function returnsOf(body: ts.Block): readonly ts.ReturnStatement[] {
  const found: ts.ReturnStatement[] = [];
  const pending: ts.Node[] = [body];
  for (let node = pending.pop(); node !== undefined && found.length < MOST_RETURNS; node = pending.pop()) {
    if (ts.isReturnStatement(node)) found.push(node);
    if (isFunctionNode(node) || ts.isClassLike(node) || ts.isExpression(node)) continue;
    const children: ts.Node[] = [];
    visitReached(node, (child) => void children.push(child));
    pending.push(...children.reverse());
  }
  return found;
}
