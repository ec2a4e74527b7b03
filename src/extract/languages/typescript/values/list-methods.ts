import { ts } from 'ts-morph';
import {
  ABSENT,
  BOOLEAN,
  type ElementExpression,
  type Expression,
  type OperatorExpression,
  STRING,
} from '../../../../facts/expression.js';
import { mayBeExported } from '../names/exported-names.js';
import { isFunctionNode } from '../names/names.js';
import { declarationOf, lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { unwrap } from './access-paths.js';
import { mutationsOf } from './changes/mutations.js';
import { callsOf } from './fluent-chains.js';
import type { ValueReader } from './literals.js';
import { isEachMethod } from './loops.js';
import { whereTaken, whereTested } from './narrowing.js';
import { isAny } from './unchecked.js';

/** Kinds that are never lists: each value is one more element. */
const ONE: ReadonlySet<Expression['kind']> = new Set(['literal', 'text', 'object']);

/** The result of a method of lists; `whole`: the call as it stands, for values that are no lists. */
export function listMethod(
  source: Source,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  read: ValueReader,
  whole: () => Expression,
): Expression | undefined {
  const name = callee.name.text;
  const [first] = node.arguments;
  const list = (): Expression => read(source, callee.expression);
  if (name === 'split' && first !== undefined) return { kind: 'array', items: STRING };
  if (name === 'join') return joined(callee.expression, first, read, source);
  if ((name === 'sort' || name === 'toSorted') && (first === undefined || takesElements(source, first, callee))) return list();
  if ((name === 'reverse' || name === 'toReversed') && first === undefined) return list();
  if (name === 'concat') {
    const all = [list(), ...node.arguments.map((one) => read(source, one))];
    const items = all.map((value) => (ONE.has(value.kind) ? value : ({ kind: 'spread', value } as const)));
    return listOrText(list(), { kind: 'tuple', items }, node.arguments.some(ts.isArrayLiteralExpression));
  }
  if (name === 'flat') return { kind: 'array', items: element(element(list())) };
  if (isOneOfList(name, node.arguments)) {
    const one: Expression = { kind: 'union', options: [element(list()), ABSENT] };
    return havingElements(list(), one, whole());
  }
  if (first === undefined) return undefined;
  if (name === 'slice') return ts.isStringLiteralLike(first) ? undefined : sliced(list(), first);
  if (name === 'at' || !isEachMethod(name) || !takesElements(source, first, callee)) return undefined;
  if (name === 'filter') return { kind: 'array', items: retained(source, first, element(list())), method: name };
  if (name === 'find' || name === 'findLast') return { kind: 'union', options: [element(list()), ABSENT] };
  if (name === 'some' || name === 'every') return BOOLEAN;
  if (name === 'forEach') return ABSENT;
  const result: Expression = converted(source, first) ?? {
    kind: 'returns',
    of: read(source, first),
    values: [element(list())],
  };
  return { kind: 'array', items: name === 'flatMap' ? element(result) : result, method: name };
}

/** The text of `['', 'api', 'v1'].join('/')`, of a list that is written here or in a constant that nothing changes. */
function joined(list: ts.Expression, separator: ts.Expression | undefined, read: ValueReader, source: Source): Expression {
  const given = unwrap(list);
  const named = declarationOf(source, given);
  const isConstant =
    named !== undefined &&
    ts.isVariableDeclaration(named) &&
    mutationsOf(source, given.getText(), named).length === 0 &&
    !changedInPlace(source.tree).has(given.getText()) &&
    !mayBeExported(source, named);
  const node = isConstant && named.initializer !== undefined ? unwrap(named.initializer) : given;
  const elements = ts.isArrayLiteralExpression(node) ? node.elements : [];
  const isWritten = elements.length > 0 && !elements.some((one) => ts.isSpreadElement(one) || ts.isOmittedExpression(one));
  if (!isWritten || separator === undefined || !ts.isStringLiteralLike(separator)) return STRING;
  const between: Expression = { kind: 'literal', value: separator.text };
  const parts = elements.flatMap((one, index) => [...(index === 0 ? [] : [between]), read(source, one)]);
  return { kind: 'text', parts };
}

const changed = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

/** The names of lists that a method takes elements from, or changes the order of. */
function changedInPlace(tree: ts.SourceFile): ReadonlySet<string> {
  const known = changed.get(tree);
  if (known !== undefined) return known;
  const lists = callsOf(tree).flatMap(({ expression: callee }) => {
    const isChanging = ts.isPropertyAccessExpression(callee) && /^(?:pop|shift|reverse|sort|copyWithin)$/.test(callee.name.text);
    return isChanging ? [unwrap(callee.expression).getText(tree)] : [];
  });
  const names = new Set(lists);
  changed.set(tree, names);
  return names;
}

/** The elements that a filter keeps; the effect of a filter that is not a literal function on a union is unknown. */
function retained(source: Source, filter: ts.Expression, of: Expression): Expression {
  if (ts.isIdentifier(filter) && filter.text === 'Boolean') return { kind: 'operator', operator: 'non-null', of };
  const [parameter] = isFunctionNode(filter) ? filter.parameters : [];
  const type = isFunctionNode(filter) && parameter !== undefined ? asserted(source, filter.type, parameter) : undefined;
  const tested: OperatorExpression = {
    kind: 'operator',
    operator: 'tested',
    of,
    ...(isSetting(source, filter) && { keys: ABSENT }),
  };
  if (!isFunctionNode(filter) || filter.body === undefined || ts.isBlock(filter.body)) return type ?? tested;
  if (parameter === undefined) return of;
  if (!ts.isIdentifier(parameter.name)) return whereTaken(filter.body, parameter.name, of);
  const all = whereTested(filter.body, true, parameter.name.text, of);
  const left = all.kind === 'operator' && all.operator === 'tested' ? { ...all, ...tested, of: all.of } : all;
  const isKnown = left.kind === 'operator' && left.operator === 'non-null' && type?.kind !== 'intersection';
  return isKnown ? left : (type ?? left);
}

/** `(one) => one.isOn(config)`: another value than the element decides, as in a surrounding `if (config.on)`. */
function isSetting(source: Source, filter: ts.Expression): boolean {
  if (!isFunctionNode(filter) || filter.body === undefined) return false;
  const isOther = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)) {
      const declaration = declarationOf(source, node);
      return declaration !== undefined && ts.isParameter(declaration) && declaration.parent !== filter;
    }
    return ts.forEachChild(node, (child) => isOther(child) || undefined) === true;
  };
  return isOther(filter.body);
}

/** `User` of `(one): one is User => …`, which the compiler checks against the parameter's type unless that is `any`. */
function asserted(source: Source, type: ts.TypeNode | undefined, parameter: ts.ParameterDeclaration): Expression | undefined {
  if (type === undefined || !ts.isTypePredicateNode(type) || type.type === undefined) return undefined;
  return parameter.type !== undefined && isAny(parameter.type) ? undefined : typeOf(source, type.type);
}

/** A part of a string is a string, a part of a list is a list. Loops do not visit all elements of a part (`list.slice(1)`). */
function sliced(of: Expression, from: ts.Expression): Expression {
  const isWhole =
    ts.isNumericLiteral(from) && from.text === '0' && ts.isCallExpression(from.parent) && from.parent.arguments.length === 1;
  return listOrText(of, { kind: 'array', items: isWhole ? element(of) : { ...element(of), key: PART } });
}
const PART: Expression = { kind: 'unknown', why: 'which elements of the list are left is not known' };

/** The result of a list method that strings also have. */
function listOrText(of: Expression, made: Expression, isList = false): Expression {
  if (of.kind === 'scalar' || of.kind === 'text' || of.kind === 'literal') return STRING;
  if (isList || of.kind === 'array' || of.kind === 'tuple') return made;
  return havingElements(of, made, STRING);
}

/** A result for lists, and another one for values without elements. */
function havingElements(of: Expression, made: Expression, otherwise: Expression): Expression {
  const present: Expression = { kind: 'operator', operator: 'non-null', of };
  const keys: Expression = { kind: 'tuple', items: [{ kind: 'literal', value: '[]' }, made, otherwise] };
  return { kind: 'operator', operator: 'having', of: present, keys };
}

/** `rows.shift()`, `rows.at(-1)`: an element, if there is one. */
function isOneOfList(name: string, given: readonly ts.Expression[]): boolean {
  const [index, ...more] = given;
  if (name !== 'at') return (name === 'shift' || name === 'pop') && index === undefined;
  return index !== undefined && more.length === 0 && /^-?\d$/.test(index.getText());
}

/** `numbers.map(String)`. */
function converted(source: Source, node: ts.Expression): Expression | undefined {
  if (!ts.isIdentifier(node) || lookup(source, node) !== undefined) return undefined;
  return node.text === 'String' ? STRING : node.text === 'Boolean' ? BOOLEAN : undefined;
}

function element(of: Expression): ElementExpression {
  return { kind: 'element', of };
}

/** Whether an argument is a function or names one: list methods take such an argument, queries of the same name do not. */
function takesElements(source: Source, node: ts.Expression, callee: ts.Expression): boolean {
  if (isFunctionNode(node)) return true;
  // `list.map(mapper.toDto)`, but `users.find(request.id)`.
  if (ts.isPropertyAccessExpression(node)) return ts.isPropertyAccessExpression(callee) && !callee.name.text.startsWith('find');
  if (!ts.isIdentifier(node)) return false;
  const declaration = declarationOf(source, node);
  if (declaration === undefined) return /^(?:Boolean|String|Number)$/.test(node.text);
  // `manager.find(User)`: the imported name of a class
  if (/^[A-Z]/.test(node.text)) return false;
  if (ts.isVariableDeclaration(declaration))
    return declaration.initializer !== undefined && isFunctionNode(declaration.initializer);
  return isFunctionNode(declaration) || ts.isImportSpecifier(declaration) || ts.isImportClause(declaration);
}
