import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { functionOf } from '../names/in-file.js';
import { assigned, isFunctionNode, memberName } from '../names/names.js';
import { declarationOf, initializerOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { mutationsOf } from './changes/mutations.js';
import { callsOf } from './fluent-chains.js';
import { classOfThis } from './references.js';
import { readValue } from './values.js';

/** A method call, with any form of the name: `router.get(…)`, `router['get'](…)`, `router[entry.method](…)`. */
export interface MethodCall {
  readonly receiver: ts.Expression;
  /** The method's name; absent: it is only known at run time, see `computed`. */
  readonly name?: string;
  /** `entry.method` of `router[entry.method.toLowerCase()]`. */
  readonly computed?: ts.Expression;
  /** The node of the name. */
  readonly node: ts.Node;
}

/** Reads a call as a method call; undefined: it is none. */
export function methodCall(call: ts.CallExpression | ts.NewExpression): MethodCall | undefined {
  const callee = unwrap(call.expression);
  if (!ts.isCallExpression(call)) return undefined;
  if (ts.isPropertyAccessExpression(callee)) return { receiver: callee.expression, name: callee.name.text, node: callee.name };
  if (!ts.isElementAccessExpression(callee)) return undefined;
  const node = callee.argumentExpression;
  const computed = lowered(node);
  const base = { receiver: callee.expression, node };
  if (!ts.isStringLiteralLike(computed)) return { ...base, computed };
  return { ...base, name: computed === unwrap(node) ? computed.text : computed.text.toLowerCase() };
}

/** `x` of `x.toLowerCase()`. */
function lowered(node: ts.Expression): ts.Expression {
  const at = unwrap(node);
  if (!ts.isCallExpression(at) || !ts.isPropertyAccessExpression(at.expression)) return at;
  return at.expression.name.text === 'toLowerCase' ? unwrap(at.expression.expression) : at;
}

/**
 * The values that describe registered routes, as lists of certain routes. For a parameter, the arguments in the file's own calls;
 * arguments from other files are not followed and may be anything.
 */
export function describedValues(source: Source, node: ts.Expression): readonly Expression[] {
  const value = readValue(source, node);
  const of = value.kind === 'member' || value.kind === 'element' ? value.of : value;
  if (of.kind !== 'parameter') return [{ kind: 'array', items: value }];
  const { values, whole } = value === of ? passedFor(source, node) : { values: [], whole: false };
  return whole
    ? values
    : [...values, { kind: 'array', items: value }, { kind: 'unknown', why: 'callers pass what describes its routes' }];
}

/** The limit of calls of one function. */
const MOST_CALLS = 50;

/** The arguments in the file's calls for a parameter; `whole`: no other code uses its function. */
function passedFor(source: Source, node: ts.Expression): { readonly values: readonly Expression[]; readonly whole: boolean } {
  const [parameter] = ts.isIdentifier(node) ? (lookup(source, node)?.nodes ?? []) : [];
  if (parameter === undefined || !ts.isParameter(parameter) || parameter.dotDotDotToken !== undefined)
    return { values: [], whole: false };
  const { parent: owner } = parameter;
  const isOwn = (callee: ts.Expression): boolean => ts.isIdentifier(callee) && functionOf(source, callee) === owner;
  const calls = callsOf(source.tree)
    .filter((call) => isOwn(call.expression))
    .slice(0, MOST_CALLS);
  const given = calls.flatMap((call) => call.arguments?.[owner.parameters.indexOf(parameter)] ?? []);
  const named = ts.isVariableDeclaration(owner.parent) ? owner.parent.name : owner.name;
  const uses = named !== undefined && ts.isIdentifier(named) ? usesOf(source, named) : undefined;
  const whole = uses === calls.length && calls.length > 0 && given.length === calls.length && calls.length < MOST_CALLS;
  return { values: given.map((one) => ({ kind: 'array', items: readValue(source, unwrap(one)) })), whole };
}

/** The number of uses of a name beside its declaration; undefined: other files may use it too. */
function usesOf(source: Source, named: ts.Identifier): number | undefined {
  const [declaration] = lookup(source, named)?.nodes ?? [];
  const statement = ts.findAncestor(named, ts.isStatement);
  if (statement === undefined || (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.length)) return undefined;
  let uses = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node !== named && node.text === named.text && declarationOf(source, node) === declaration)
      uses += 1;
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return uses;
}

/** The declared type of a variable, a parameter, or a member of the enclosing class. */
export function declaredType(source: Source, given: ts.Expression): ts.TypeNode | undefined {
  const node = unwrap(given);
  if (ts.isPropertyAccessExpression(node))
    return node.expression.kind === ts.SyntaxKind.ThisKeyword ? memberType(node, node.name.text) : undefined;
  const declaration = declarationOf(source, node);
  if (declaration === undefined) return undefined;
  return ts.isVariableDeclaration(declaration) || ts.isParameter(declaration) ? declaration.type : undefined;
}

function memberType(node: ts.Node, name: string): ts.TypeNode | undefined {
  for (const member of classOfThis(node)?.members ?? []) {
    if (ts.isPropertyDeclaration(member) && memberName(member.name) === name) return member.type;
    if (!ts.isConstructorDeclaration(member)) continue;
    const given = member.parameters.find(
      (one) => ts.isParameterPropertyDeclaration(one, member) && memberName(one.name) === name,
    );
    if (given !== undefined) return given.type;
  }
  return undefined;
}

/** The limit of aliases that are followed. */
const MOST_HOPS = 8;

/**
 * The original of a constant alias: `router` for `same` in `const same = router`, for `inner` in `const { inner } = { inner:
 * router }`, for `all.inner` in `const all = { inner: router }`. Other expressions stay as they are.
 */
export function unaliased(source: Source, given: ts.Expression, hops = 0): ts.Expression {
  const node = unwrap(given);
  const next = hops < MOST_HOPS ? aliasOf(source, node, hops) : undefined;
  const stored = next && unwrap(next);
  if (stored === undefined) return node;
  if (ts.isIdentifier(stored)) return stored.text === 'undefined' ? node : unaliased(source, stored, hops + 1);
  return ts.isPropertyAccessExpression(stored) ? unaliased(source, stored, hops + 1) : node;
}

function aliasOf(source: Source, node: ts.Expression, hops: number): ts.Expression | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    if (!ts.isIdentifier(node.expression)) return undefined;
    const holder = unaliased(source, node.expression, hops + 1);
    const object = ts.isIdentifier(holder) ? literalIn(source, holder) : undefined;
    return object && assigned(object, node.name.text);
  }
  const declaration = ts.isIdentifier(node) ? unchanged(source, node) : undefined;
  if (declaration === undefined) return undefined;
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer;
  const { parent } = declaration;
  const owner = parent.parent;
  if (!ts.isObjectBindingPattern(parent) || !ts.isVariableDeclaration(owner) || owner.initializer === undefined) return undefined;
  const name = memberName(declaration.propertyName ?? declaration.name);
  const from = unwrap(owner.initializer);
  const object = ts.isObjectLiteralExpression(from) ? from : ts.isIdentifier(from) ? literalIn(source, from) : undefined;
  return name === undefined || object === undefined ? undefined : assigned(object, name);
}

/** The declaration of a variable that is never assigned later. */
function unchanged(source: Source, node: ts.Identifier): ts.VariableDeclaration | ts.BindingElement | undefined {
  const [declaration] = lookup(source, node)?.nodes ?? [];
  if (declaration === undefined || !(ts.isVariableDeclaration(declaration) || ts.isBindingElement(declaration))) return undefined;
  const isAssigned = mutationsOf(source, node.text, declaration).some(({ kind }) => kind === 'assign');
  return isAssigned ? undefined : declaration;
}

/** The object literal in a variable. */
function literalIn(source: Source, node: ts.Identifier): ts.ObjectLiteralExpression | undefined {
  const declaration = unchanged(source, node);
  const stored = declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const value = stored && unwrap(stored);
  return value !== undefined && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/**
 * Whether an argument of a registration may be a handler: a function, a name that may refer to one, `a ?? b`; not a string or an
 * object.
 */
export function mayHandle(source: Source, given: ts.Expression): boolean {
  const node = unwrap(ts.isSpreadElement(given) ? given.expression : given);
  if (ts.isArrayLiteralExpression(node)) return node.elements.length > 0 && node.elements.every((one) => mayHandle(source, one));
  if (!ts.isIdentifier(node)) return isFunctionNode(node) || MAKE_VALUES.some((is) => is(node));
  const stored = initializerOf(source, node);
  if (stored === undefined) return node.text !== 'undefined';
  const value = unwrap(stored);
  return !NO_HANDLERS.some((is) => is(value));
}

const MAKE_VALUES: readonly ((node: ts.Node) => boolean)[] = [
  ts.isPropertyAccessExpression,
  ts.isElementAccessExpression,
  ts.isCallExpression,
  ts.isConditionalExpression,
  ts.isBinaryExpression,
  ts.isAwaitExpression,
];
const NO_HANDLERS: readonly ((node: ts.Node) => boolean)[] = [
  ts.isObjectLiteralExpression,
  ts.isStringLiteralLike,
  ts.isNumericLiteral,
  ts.isTemplateExpression,
];
