import { ts } from 'ts-morph';
import { append } from '../../../../model/multi-map.js';
import { isFunctionNode } from '../names/names.js';

/** A use of a value that throws where it is null or undefined. */
interface Dereference {
  readonly pos: number;
  readonly end: number;
}
const MAX_NODES = 500;

const known = new WeakMap<ts.Node, ReadonlyMap<string, readonly Dereference[]>>();

/** Does a variable contain an awaited value? Only such values are searched for uses: a query may not have found them. */
export function isAwaited(declaration: ts.Node | undefined): boolean {
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) return false;
  let at = declaration.initializer;
  while (at !== undefined && (ts.isAsExpression(at) || ts.isParenthesizedExpression(at))) at = at.expression;
  return at !== undefined && ts.isAwaitExpression(at);
}

/** Parts that are evaluated one after the other. */
type Sequence = ts.Block | ts.CaseOrDefaultClause | ts.ObjectLiteralExpression;

/**
 * Whether a part between `since` and `before` always uses a member of the variable: `await user.destroy()` throws where there is
 * no user, and so does the first member of `{ name: user.name, mail: user?.mail }`.
 */
export function isUsedBefore(sequence: Sequence, name: string, since: number, before: number): boolean {
  const found = known.get(sequence) ?? dereferencesOf(sequence);
  known.set(sequence, found);
  return (found.get(name) ?? []).some(({ pos, end }) => end <= before && pos > since);
}

function dereferencesOf(sequence: Sequence): ReadonlyMap<string, readonly Dereference[]> {
  const found = new Map<string, Dereference[]>();
  const parts = ts.isObjectLiteralExpression(sequence) ? sequence.properties : sequence.statements.filter(isStraight);
  for (const { pos, end, name } of parts.flatMap(usedIn)) append(found, name, { pos, end });
  return found;
}

const isStraight = (statement: ts.Statement): boolean => ts.isExpressionStatement(statement) || ts.isVariableStatement(statement);

function usedIn(whole: ts.Node): readonly (Dereference & { readonly name: string })[] {
  const found: (Dereference & { readonly name: string })[] = [];
  let visited = 0;
  const visit = (node: ts.Node): void => {
    visited += 1;
    if (visited > MAX_NODES || isFunctionNode(node) || ts.isClassLike(node) || ts.isOptionalChain(node)) return;
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
      const of = ts.isNonNullExpression(node.expression) ? node.expression.expression : node.expression;
      if (ts.isIdentifier(of)) found.push({ name: of.text, pos: of.pos, end: whole.end });
    }
    for (const part of surePartsOf(node)) visit(part);
  };
  visit(whole);
  return found;
}

/** The parts of an expression that are always evaluated. */
function surePartsOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isConditionalExpression(node)) return [node.condition];
  if (ts.isBinaryExpression(node) && isShort(node.operatorToken.kind)) return [node.left];
  const parts: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    parts.push(child);
  });
  return parts;
}

function isShort(operator: ts.SyntaxKind): boolean {
  switch (operator) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.AmpersandAmpersandEqualsToken:
    case ts.SyntaxKind.BarBarEqualsToken:
    case ts.SyntaxKind.QuestionQuestionEqualsToken:
      return true;
    default:
      return false;
  }
}
