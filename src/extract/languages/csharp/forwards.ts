import type { Expression } from '../../../facts/expression.js';
import type { Forward } from '../../../facts/fact.js';
import { lambdaIn, lambdaResult } from './lambdas.js';
import { isLocal } from './local-functions.js';
import { extensionNamed, ownNamed, typeNamed } from './names.js';
import { type Scope, valueNamed } from './source.js';
import { statusOf } from './statuses.js';
import { readGiven } from './syntax/parse-parts.js';
import { isWord, type Range, textAt } from './syntax/tokens.js';
import { isInterface, readArguments, simpleName, type TypeSyntax } from './syntax/type-syntax.js';
import { typeExpression, widened } from './types.js';
import { readValue } from './values.js';

/** A longer range of tokens is not treated as a call of a helper. */
const MAX_TOKENS = 500;
/** A function with more parameters is not treated as a helper that creates a result. */
const MAX_GIVEN = 6;

/**
 * A result that another function of the repository creates: a method of the class or its base class (`Success(users)`), an
 * extension method (`result.ToResponse()`), or a static method. Undefined if the range is not such a call.
 */
export function forwardOf(scope: Scope, { from, to }: Range): Forward | undefined {
  const { tokens } = scope.source;
  const open = textAt(tokens, to - 1) === ')' ? (tokens.mates[to - 1] ?? -1) : -1;
  if (open <= from || to - from > MAX_TOKENS) return undefined;
  const { name, at, types } = calledAt(scope, open);
  if (!isWord(tokens, at) || at < from) return undefined;
  const given = readGiven(tokens, { from: open + 1, to: to - 1 });
  if (given.length > MAX_GIVEN) return undefined;
  const values = given.map((one) => passedValue(scope, one));
  const typed = types.map((one) => typeExpression(scope, one));
  const what = { values, ...(typed.length > 0 && { arguments: typed }) };
  const why = `what ${name} sends is not known`;
  const local = at === from ? scope.variables.get(name)?.read() : undefined;
  if (isLocal(local)) return { call: { kind: 'returns', of: local, ...what }, why };
  const isThis = at === from + 2 && textAt(tokens, from) === 'this';
  const isOwn = at === from || (at === from + 2 && textAt(tokens, from) === 'base') || (isThis && mayDeclare(scope, name));
  if (isOwn) {
    if (scope.type === undefined) return undefined;
    const base = at !== from && textAt(tokens, from) === 'base' ? baseOf(scope) : undefined;
    const isStatic = scope.type.members.some((one) => one.name === name && one.kind === 'method' && one.modifiers.has('static'));
    const own: Expression = isStatic ? valueNamed(scope.type.path) : ownNamed(scope.type);
    const of: Expression = { kind: 'member', of: base ?? own, name };
    return { call: { kind: 'returns', of, ...what }, why };
  }
  if (textAt(tokens, at - 1) !== '.') return undefined;
  const isStatic =
    at === from + 2 && /^\p{Lu}/u.test(textAt(tokens, from)) && scope.variables.get(textAt(tokens, from)) === undefined;
  if (isStatic) {
    const type: Expression = { kind: 'name', name: typeNamed(scope, textAt(tokens, from)), space: 'value' };
    return { call: { kind: 'returns', of: { kind: 'member', of: type, name }, ...what }, why };
  }
  const receiver = readValue(scope, { from, to: at - 1 });
  if (isService(scope, { from, to: at - 1 }) && receiver.kind === 'name')
    return { call: { kind: 'returns', of: { kind: 'member', of: receiver, name }, ...what }, why };
  return { call: { kind: 'returns', of: extensionNamed(scope, name), ...what, values: [receiver, ...values] }, why };
}

/** Is it a field of the class with an interface type: an injected service that has methods of its own? */
function isService({ source: { tokens }, type, variables }: Scope, { from, to }: Range): boolean {
  const at = textAt(tokens, from) === 'this' ? from + 2 : from;
  const name = textAt(tokens, at);
  if (to !== at + 1 || type === undefined || (at === from && variables.get(name) !== undefined)) return false;
  const stored =
    type.members.find((one) => one.name === name && one.kind === 'field') ?? type.primary.find((one) => one.name === name);
  return stored?.type !== undefined && isInterface(stored.type);
}

/** May the class have such a method, or must it be an extension method? The check does not look into base classes. */
export function mayDeclare({ type }: Scope, name: string): boolean {
  const isOpen = type === undefined || type.modifiers.has('partial');
  return isOpen || type.members.some((one) => one.name === name) || type.bases.some((one) => !PLAIN.test(simpleName(one)));
}

/** Base types of a controller that contain no helpers of the service. */
const PLAIN = /^(?:Controller(?:Base)?|I\p{Lu}\w{0,80})$/u;

/** The type of a passed value; a possible status stays a literal. */
function passedValue(scope: Scope, given: Range): Expression {
  const passed = lambdaValue(scope, given);
  if (passed !== undefined) return passed;
  const status = statusOf(scope, given);
  const isStatus = status !== undefined && status >= 100 && status <= 599;
  return isStatus ? { kind: 'literal', value: status } : widened(readValue(scope, given));
}

/** `x => ToDto(x)`: a function whose parameters stand for its arguments. Undefined if it is no lambda. */
function lambdaValue(scope: Scope, range: Range): Expression | undefined {
  const { tokens, facts } = scope.source;
  const lambda = lambdaIn(tokens, range);
  if (lambda === undefined) return undefined;
  const at = tokens.at(range.from);
  const name = `fn@${at.line}:${at.column}`;
  const given = lambda.parameters.map((_, index): Expression => ({ kind: 'parameter', callable: name, index }));
  facts.push({ kind: 'callable', name, inferred: lambdaResult(scope, lambda, given, readValue), at });
  return { kind: 'name', name, space: 'value' };
}

/** The base class, which declares the method in `base.Get(id)`. */
function baseOf(scope: Scope): Expression | undefined {
  const base = scope.type?.bases.find((one) => !isInterface(one));
  return base && typeExpression(scope, base);
}

interface Called {
  readonly name: string;
  readonly at: number;
  readonly types: readonly TypeSyntax[];
}

/** The name before the parentheses, with its type arguments. */
function calledAt({ source: { tokens } }: Scope, open: number): Called {
  if (textAt(tokens, open - 1) !== '>') return { name: textAt(tokens, open - 1), at: open - 1, types: [] };
  for (let at = open - 2; at > open - 40 && at > 0; at--) {
    const read = textAt(tokens, at) === '<' ? readArguments(tokens, at, open) : undefined;
    if (read?.next === open) return { name: textAt(tokens, at - 1), at: at - 1, types: read.given };
  }
  return { name: '', at: -1, types: [] };
}

/** A function whose parameters stand for the arguments of its callers. */
export interface Passed {
  readonly callable: string;
  readonly typeParameters: readonly string[];
}

/** The value of such a function's parameter: the caller's argument, unless the declared type is complete. */
export function passedFor(
  scope: Scope,
  { callable, typeParameters }: Passed,
  type: TypeSyntax | undefined,
  index: number,
): Expression {
  const isOpen = type === undefined || mentions(type, new Set([...typeParameters, 'object', 'dynamic', 'Object']));
  return { kind: 'parameter', callable, index, ...(isOpen ? {} : { type: typeExpression(scope, type) }) };
}

function mentions(type: TypeSyntax, names: ReadonlySet<string>): boolean {
  if (type.kind === 'nullable' || type.kind === 'array') return mentions(type.of, names);
  if (type.kind === 'tuple') return type.items.some((item) => mentions(item, names));
  return names.has(type.name) || type.arguments.some((one) => mentions(one, names));
}
