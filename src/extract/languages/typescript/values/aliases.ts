import { ts } from 'ts-morph';
import { memberName, mentions } from '../names/names.js';
import { memberPath, nameOfMember, rootOf, unwrap } from './access-paths.js';

/**
 * Another name for the value of a variable: `const other = variable`, a name for a member of it, or possibly for it: `a ??
 * variable`.
 */
export interface Alias {
  readonly name: ts.Identifier;
  readonly of: ts.Identifier;
  readonly member?: string;
  /** It refers to an element of it: `list.find(…)`, `list[0]`. */
  readonly element?: true;
  /** A list or map of its own that has the same elements. */
  readonly copy?: true;
  /** What a map has under a key, if it is one. */
  readonly got?: true;
  /** A list, map or set that contains it. */
  readonly holder?: true;
  readonly certain: boolean;
}

/** `const other = variable`, `const { member } = variable`, `other = variable`, `list.push(variable)`. */
export function aliasesAt(node: ts.Node): readonly Alias[] {
  if (ts.isCallExpression(node)) {
    const callee = unwrap(node.expression);
    const name = ts.isPropertyAccessExpression(callee) && HOLDING.test(callee.name.text) ? rootOf(callee) : undefined;
    if (name === undefined) return [];
    return node.arguments.filter(ts.isIdentifier).map((of) => ({ name, of, holder: true, certain: false }));
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isIdentifier(node.left))
    return standingFor(node.left, node.right, false);
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return [];
  const of = unwrap(node.initializer);
  const { name } = node;
  if (ts.isIdentifier(name) && ts.isArrayLiteralExpression(of))
    return [
      ...standingFor(name, of, true),
      ...of.elements.filter(ts.isIdentifier).map((one): Alias => ({ name, of: one, holder: true, certain: false })),
    ];
  if (ts.isIdentifier(node.name)) return standingFor(node.name, of, true);
  if (!ts.isIdentifier(of)) return [];
  if (ts.isArrayBindingPattern(node.name))
    return node.name.elements.flatMap((one): readonly Alias[] =>
      ts.isBindingElement(one) && one.dotDotDotToken === undefined && ts.isIdentifier(one.name)
        ? [{ name: one.name, of, element: true, certain: true }]
        : [],
    );
  return node.name.elements.flatMap(({ name, propertyName, dotDotDotToken }): readonly Alias[] => {
    const member = dotDotDotToken === undefined ? memberName(propertyName ?? name) : undefined;
    return ts.isIdentifier(name) && member !== undefined ? [{ name, of, member, certain: true }] : [];
  });
}

const HOLDING = /^(?:push|unshift|add|set)$/;

const isEither = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;

function standingFor(name: ts.Identifier, given: ts.Expression, certain: boolean): readonly Alias[] {
  const node = unwrap(given);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap((one) => standingFor(name, one, false));
  if (ts.isBinaryExpression(node) && isEither(node.operatorToken.kind))
    return [node.left, node.right].flatMap((one) => standingFor(name, one, false));
  if (ts.isIdentifier(node)) return node.text === name.text ? [] : [{ name, of: node, certain }];
  const list = elementOf(node);
  if (list !== undefined) return list.text === name.text ? [] : [{ name, of: list, element: true, certain }];
  const map = mapOf(node);
  if (map !== undefined) return map.text !== name.text ? [{ name, of: map, element: true, got: true, certain: false }] : [];
  const copied = copiedList(node);
  if (copied !== undefined) return copied.text === name.text ? [] : [{ name, of: copied, copy: true, certain: false }];
  const path = memberPath(node);
  return path?.member === undefined ? [] : [{ name, of: path.root, member: path.member, certain }];
}

/** The map of `map.get(key)`, if it is one. */
function mapOf(node: ts.Expression): ts.Identifier | undefined {
  const isGot =
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'get';
  return isGot ? identifierOf(node.expression.expression) : undefined;
}

/** `list[0].title`, `list.find(…).title`, `map.get(key).title`: the list or map, and the member of its element. */
export function elementPath(node: ts.Expression): { target: ts.Identifier; member?: string; got?: true } | undefined {
  let member: string | undefined;
  for (let at = node; ; ) {
    const target = at === node ? undefined : elementOf(at);
    const map = at === node ? undefined : mapOf(at);
    const of = target ?? map;
    if (of !== undefined) return { target: of, ...(member !== undefined && { member }), ...(map !== undefined && { got: true }) };
    if (!ts.isPropertyAccessExpression(at) && !ts.isElementAccessExpression(at)) return undefined;
    member = nameOfMember(at);
    at = unwrap(at.expression);
  }
}

/** Methods of lists that return a list of its elements, or (`map`) of pairs with them for a map. */
const COPYING = /^(?:filter|slice|sort|toSorted|reverse|toReversed|concat|map)$/;

/** `[...list].sort()`, `list.filter(…)`, `new Map(list.map((one) => [one.id, one]))`: the list whose elements they have. */
function copiedList(given: ts.Expression): ts.Identifier | undefined {
  let at = given;
  const isMap = ts.isNewExpression(at) && ts.isIdentifier(at.expression) && at.expression.text === 'Map';
  if (ts.isNewExpression(at)) {
    const entries = isMap ? at.arguments?.[0] : undefined;
    if (entries === undefined) return undefined;
    at = unwrap(entries);
  }
  let steps = 0;
  for (; ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression); steps += 1) {
    const { text } = at.expression.name;
    if (!COPYING.test(text) || (text === 'map') !== (isMap && steps === 0)) return undefined;
    at = unwrap(at.expression.expression);
  }
  if (isMap && steps === 0) return undefined;
  const [only, ...others] = ts.isArrayLiteralExpression(at) ? at.elements : [];
  if (only !== undefined) return others.length === 0 && ts.isSpreadElement(only) ? identifierOf(only.expression) : undefined;
  return steps > 0 ? identifierOf(at) : undefined;
}

function identifierOf(given: ts.Expression): ts.Identifier | undefined {
  const node = unwrap(given);
  return ts.isIdentifier(node) ? node : undefined;
}

/** Methods of lists that return one of their elements. */
const FINDING = /^(?:find|findLast|at|pop|shift)$/;

/** The list that contains an element: `list[0]`, `list[index]` of a loop, `list.find(…)`. */
function elementOf(node: ts.Expression): ts.Identifier | undefined {
  const of = ts.isCallExpression(node) ? unwrap(node.expression) : node;
  if (!ts.isPropertyAccessExpression(of) && !ts.isElementAccessExpression(of)) return undefined;
  const list = identifierOf(of.expression);
  if (list === undefined) return undefined;
  const isFound = ts.isCallExpression(node)
    ? ts.isPropertyAccessExpression(of) && FINDING.test(of.name.text)
    : ts.isElementAccessExpression(of) && isIndex(of.argumentExpression);
  return isFound ? list : undefined;
}

/** `0`, `i` of `for (let i = 0; …)`. */
function isIndex(node: ts.Expression): boolean {
  if (!ts.isIdentifier(node)) return ts.isNumericLiteral(node);
  const loop = ts.findAncestor(node, (one) =>
    ts.isForStatement(one)
      ? counts(one, node.text)
      : (ts.isWhileStatement(one) || ts.isDoStatement(one)) && mentions(one.expression, node.text),
  );
  return loop !== undefined;
}

const counts = ({ initializer }: ts.ForStatement, name: string): boolean =>
  initializer !== undefined &&
  ts.isVariableDeclarationList(initializer) &&
  initializer.declarations.some((one) => ts.isIdentifier(one.name) && one.name.text === name);
