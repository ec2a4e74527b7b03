import type { Expression } from '../../../../../facts/expression.js';
import type { Callable, Fact } from '../../../../../facts/fact.js';
import { literalText } from '../../literals.js';
import { functionScope } from '../../locals.js';
import { typeNamed } from '../../names.js';
import { RESULT_METHODS, RESULT_TYPES } from '../../result-helpers.js';
import { branchesOf } from '../../returned.js';
import { rewritten } from '../../rewritten.js';
import { type Scope, type Source, scopeOf, Variables } from '../../source.js';
import { readGiven } from '../../syntax/parse-parts.js';
import { returnsOf } from '../../syntax/returns.js';
import type { Member, TypeNode } from '../../syntax/syntax.js';
import { afterBracket, find, isWord, type Range, type Tokens, textAt } from '../../syntax/tokens.js';
import { isInterface, simpleName, type TypeSyntax } from '../../syntax/type-syntax.js';
import { readValue } from '../../values.js';

/** Name of the function of a filter class that turns a body into the sent body; the body is its only parameter. */
export const WRAP = '(wrap)';

const FILTERS =
  /^(?:I(?:Async)?(?:AlwaysRun)?ResultFilter|I(?:Async)?ActionFilter|ResultFilterAttribute|ActionFilterAttribute|IEndpointFilter)$/;
/** https://learn.microsoft.com/aspnet/core/web-api/advanced/custom-formatters */
const FORMATTER = /OutputFormatter$/;
/** Methods that run once there is a result; other filter methods can only replace it. */
const AFTER = /^(?:OnResultExecuting|OnResultExecutionAsync|OnActionExecuted|OnActionExecutionAsync|OnActionExecuteAsync)$/;
const SEMICOLON = new Set([';']);

/**
 * What the filters of a file turn results into (https://learn.microsoft.com/aspnet/core/mvc/controllers/filters,
 * https://learn.microsoft.com/aspnet/core/fundamentals/minimal-apis/min-api-filters). Every class that may be a filter gets the
 * function.
 */
export function filterFacts(source: Source): readonly Fact[] {
  return source.tree.types.flatMap((node): Fact[] => {
    if (node.form === 'interface' || node.form === 'enum') return [];
    const isOwn = node.bases.some((base) => FILTERS.test(simpleName(base)) || FORMATTER.test(simpleName(base)));
    const base = node.bases.find((one) => !isInterface(one) && !/Attribute$/.test(simpleName(one)));
    if (!isOwn && (base === undefined || !/(?:Filter|Attribute)$/.test(node.name))) return [];
    const callable = `${node.path}.${WRAP}`;
    const at = source.tokens.at(node.at);
    if (node.bases.some((one) => FORMATTER.test(simpleName(one))))
      return [{ kind: 'callable', name: callable, inferred: formatted(source, node, callable), at }];
    const body: Expression = { kind: 'parameter', callable, index: 0 };
    const made = isOwn ? madeBy(source, node, body) : inherited(scopeOf(source, node), base, body);
    return [{ kind: 'callable', name: callable, inferred: made, at } satisfies Callable];
  });
}

/** What a formatter turns a body into; unchanged if none of its media types is JSON. */
function formatted({ tokens }: Source, node: TypeNode, callable: string): Expression {
  const types: (string | undefined)[] = [];
  for (const { body, expression } of node.members) {
    const { from, to } = body ?? expression ?? { from: 0, to: 0 };
    for (let at = from; at < to; at++) {
      if (textAt(tokens, at) !== 'SupportedMediaTypes' || textAt(tokens, at + 2) !== 'Add') continue;
      const text = tokens.list.slice(at + 3, afterBracket(tokens, at + 3, to)).find(({ kind }) => kind === 'string');
      types.push(text && literalText(tokens, text));
    }
  }
  const isOther = types.length > 0 && types.every((one) => one !== undefined && !/json|\*/i.test(one));
  return isOther ? { kind: 'parameter', callable, index: 0 } : rewritten('a formatter of the service writes what is sent');
}

function inherited(scope: Scope, base: TypeSyntax | undefined, body: Expression): Expression {
  if (base?.kind !== 'named') return body;
  const of: Expression = { kind: 'name', name: typeNamed(scope, base.name), space: 'value' };
  return passing(scope.source, { kind: 'member', of, name: WRAP }, body, base.at);
}

/**
 * The result of calling a function with a body; if the repository does not declare the function, `otherwise`, mostly the body
 * itself.
 */
export function passing(source: Source, of: Expression, body: Expression, index: number, otherwise = body): Expression {
  const at = source.tokens.at(index);
  const count = source.facts.length;
  const name = `filtered@${at.line}:${at.column}:${count}`;
  source.facts.push({ kind: 'constant', name, type: { kind: 'returns', of, values: [body] }, value: otherwise, loose: true, at });
  return { kind: 'name', name, space: 'value' };
}

function madeBy(source: Source, node: TypeNode, payload: Expression): Expression {
  const scope: Scope = { ...scopeOf(source, node), payload };
  const made = node.members.flatMap((member) => {
    const { body, expression, name, kind } = member;
    const range = body ?? expression;
    if (kind !== 'method' || range === undefined) return [];
    if (name === 'InvokeAsync') return returnedBy(scope, member.parameters, range, body === undefined);
    return AFTER.test(name) ? assignedBy(scope, member, range) : [];
  });
  return either(made, payload);
}

/** With a single result, the sent body is known; with several, or with a conditional result, it is not. */
export function either(made: readonly (Expression | undefined)[], payload: Expression): Expression {
  const [first] = made;
  if (made.length === 0) return payload;
  if (made.length > 1 || first === undefined || first.kind === 'unknown') return rewritten('a filter decides what is sent');
  return first;
}

/** Values of `context.Result = new ObjectResult(…)` and `result.Value = …`, except for error responses. */
function assignedBy(scope: Scope, { parameters, name }: Member, range: Range): readonly (Expression | undefined)[] {
  const { tokens } = scope.source;
  const inside = functionScope(scope, parameters, range, readValue);
  const isBoth = name === 'OnActionExecutionAsync';
  const start = isBoth ? indexOf(tokens, range, 'next') : range.from;
  const found: (Expression | undefined)[] = [];
  for (let at = Math.max(start, range.from); at < range.to; at++) {
    const isSet = textAt(tokens, at - 1) === '.' && textAt(tokens, at + 1) === '=';
    if (!isSet || !isWord(tokens, at) || !/^(?:Result|Value)$/.test(textAt(tokens, at)) || isOfFailure(tokens, at, range))
      continue;
    const end = find(tokens, { from: at + 2, to: range.to }, SEMICOLON);
    const value = { from: at + 2, to: end < 0 ? range.to : end };
    if (textAt(tokens, at) === 'Value') found.push(readValue(inside, value));
    else found.push(...resultOf(inside, value));
  }
  return found;
}

/** Is the surrounding block, or its condition, about errors? The result set there is not the handler's response. */
function isOfFailure(tokens: Tokens, place: number, { from, to }: Range): boolean {
  let open = place;
  while (open > from && !(textAt(tokens, open) === '{' && afterBracket(tokens, open, to) > place)) open -= 1;
  const isBlock = textAt(tokens, open) === '{' && open > from;
  const close = isBlock ? afterBracket(tokens, open, to) : to;
  for (let at = isBlock ? open : from; at < close; at++) if (textAt(tokens, at) === 'ExceptionHandled') return true;
  const end = isBlock ? open - 1 : place;
  if (!isBlock || textAt(tokens, end) !== ')') return false;
  for (let at = tokens.mates[end] ?? end; at < end; at++)
    if (/^(?:Exception|ModelState|IsValid|Errors)$/.test(textAt(tokens, at)) && textAt(tokens, end - 1) !== 'null') return true;
  return false;
}

/** The body of a result that replaces another one; empty for an error result. */
function resultOf(scope: Scope, { from, to }: Range): readonly (Expression | undefined)[] {
  const { tokens } = scope.source;
  if (textAt(tokens, from) !== 'new') return [undefined];
  let open = from + 1;
  while (open < to && textAt(tokens, open) !== '(' && textAt(tokens, open) !== '{') open += 1;
  const form = RESULT_TYPES.get(textAt(tokens, open - 1));
  if (form !== undefined && form.status >= 300) return [];
  for (let at = open; at < to - 2; at++)
    if (textAt(tokens, at) === 'StatusCode' && textAt(tokens, at + 1) === '=' && /^[45]/.test(statusWord(tokens, at + 2)))
      return [];
  const [first] =
    textAt(tokens, open) === '(' ? readGiven(tokens, { from: open + 1, to: afterBracket(tokens, open, to) - 1 }) : [];
  const isKnown = form !== undefined || /^(?:ObjectResult|JsonResult)$/.test(textAt(tokens, open - 1));
  return [first === undefined || !isKnown ? undefined : readValue(scope, first)];
}

/** The digits in `400` or `StatusCodes.Status400BadRequest`. */
function statusWord(tokens: Tokens, at: number): string {
  return (textAt(tokens, at) === 'StatusCodes' ? textAt(tokens, at + 2) : textAt(tokens, at)).replace(/^Status/, '');
}

const RESULT_NAMES = new Set(['Results', 'TypedResults']);

/** What an endpoint filter returns instead of the handler's result, which `next` returned to it. */
export function returnedBy(
  scope: Scope,
  parameters: Member['parameters'],
  range: Range,
  isExpression: boolean,
): readonly (Expression | undefined)[] {
  const { tokens } = scope.source;
  const read = functionScope(scope, parameters, range, readValue);
  const variables = new Variables(read.variables);
  const { payload } = scope;
  if (payload !== undefined) for (const name of storedResults(tokens, range)) variables.set(name, { read: () => payload });
  const inside: Scope = { ...read, variables };
  const returned = (isExpression ? [range] : returnsOf(tokens, range)).flatMap((one) => branchesOf(inside, one));
  return returned.flatMap((one): (Expression | undefined)[] => {
    const isStored =
      one.to === one.from + 1 && payload !== undefined && variables.get(textAt(tokens, one.from))?.read() === payload;
    if (isStored || isNext(tokens, one)) return [];
    const isHelper = RESULT_NAMES.has(textAt(tokens, one.from));
    const form = isHelper ? RESULT_METHODS.get(textAt(tokens, one.from + 2)) : undefined;
    if (form === undefined) return [isHelper ? undefined : readValue(inside, one)];
    if (form.status >= 300) return [];
    const [first] = readGiven(tokens, { from: one.from + 4, to: one.to - 1 });
    return [first === undefined || form.body !== 'first' ? undefined : readValue(inside, first)];
  });
}

function isNext(tokens: Tokens, { from, to }: Range): boolean {
  const at = textAt(tokens, from) === 'await' ? from + 1 : from;
  return /^next$/i.test(textAt(tokens, at)) && afterBracket(tokens, at + 1, to) === to;
}

/** Variables with the result of `next`. */
function storedResults(tokens: Tokens, { from, to }: Range): readonly string[] {
  const names: string[] = [];
  for (let at = from + 2; at < to; at++) {
    if (textAt(tokens, at) !== 'next' || textAt(tokens, at + 1) !== '(') continue;
    const equals = textAt(tokens, at - 1) === 'await' ? at - 2 : at - 1;
    if (textAt(tokens, equals) === '=') names.push(textAt(tokens, equals - 1));
  }
  return names;
}

function indexOf(tokens: Tokens, { from, to }: Range, word: string): number {
  for (let at = from; at < to; at++) if (textAt(tokens, at) === word && textAt(tokens, at + 1) === '(') return at;
  return to;
}
