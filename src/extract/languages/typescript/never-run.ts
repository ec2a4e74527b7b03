import { ts } from 'ts-morph';
import { type Stretch, thatAct, withoutDone } from '../../../facts/references/unmentioned.js';
import type { Extraction } from '../../extractor.js';
import { isFunctionNode } from './names/names.js';
import type { Source } from './source.js';
import { unwrap } from './values/access-paths.js';

/**
 * The facts of a file, without those of code that never runs: under `if (false)`, after a `return`, in functions that no code
 * names.
 */
export function withoutNeverRun(source: Source, stated: Extraction): Extraction {
  const rest = withoutDone(
    stated,
    neverRun(source.tree).map((node) => stretchOf(source, node)),
  );
  return withoutDone(rest, unmentioned(source, rest));
}

const placeAt = ({ tree }: Source, offset: number): Stretch['at'] => {
  const { line, character } = tree.getLineAndCharacterOfPosition(offset);
  return { line: line + 1, column: character + 1 };
};

/** From the start of a node to its end. */
export const stretchOf = (source: Source, node: Pick<ts.Node, 'getStart' | 'end'>): Stretch => ({
  at: placeAt(source, node.getStart(source.tree)),
  end: placeAt(source, node.end),
});

/** Unreachable statements and operands; none contains another. */
function neverRun(tree: ts.SourceFile): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    const never = skippedIn(node);
    if (never.length > 0) found.push(...never);
    visitOthers(node, never, visit);
  };
  visit(tree);
  return found;
}

/** Visits the children of a node that may be reached. */
export function visitReached(node: ts.Node, visit: (child: ts.Node) => void): void {
  visitOthers(node, skippedIn(node), visit);
}

function visitOthers(node: ts.Node, never: readonly ts.Node[], visit: (child: ts.Node) => void): void {
  const skipped = never.length === 0 ? undefined : new Set(never);
  ts.forEachChild(node, (child) => {
    if (skipped?.has(child) !== true) visit(child);
  });
}

/** Nearly every node of a file is asked. */
const NONE: readonly ts.Node[] = [];

/** Children of a node that never run. */
function skippedIn(node: ts.Node): readonly ts.Node[] {
  if (ts.isIfStatement(node)) {
    if (isNever(node.expression)) return [node.thenStatement];
    return node.elseStatement !== undefined && isAlways(node.expression) ? [node.elseStatement] : NONE;
  }
  if (ts.isWhileStatement(node)) return isNever(node.expression) ? [node.statement] : NONE;
  if (ts.isConditionalExpression(node)) {
    if (isNever(node.condition)) return [node.whenTrue];
    return isAlways(node.condition) ? [node.whenFalse] : NONE;
  }
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isSkipped =
      (kind === ts.SyntaxKind.AmpersandAmpersandToken && isNever(node.left)) ||
      (kind === ts.SyntaxKind.BarBarToken && isAlways(node.left));
    return isSkipped ? [node.right] : NONE;
  }
  if (!ts.isBlock(node) && !ts.isSourceFile(node) && !ts.isCaseOrDefaultClause(node)) return NONE;
  const last = node.statements.findIndex(isLast);
  // function declarations are hoisted
  return last < 0 ? NONE : node.statements.slice(last + 1).filter((one) => !ts.isFunctionDeclaration(one));
}

/** `return`, `throw`, `process.exit()`. */
function isLast(node: ts.Statement): boolean {
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node)) return true;
  const call = ts.isExpressionStatement(node) ? unwrap(node.expression) : node;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false;
  const { name, expression } = call.expression;
  return name.text === 'exit' && ts.isIdentifier(expression) && expression.text === 'process';
}

/** `false`, `0`, `!true`, `false && x`. */
function isNever(given: ts.Expression): boolean {
  const node = constantOf(unwrap(given));
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken && isAlways(node.operand);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return isNever(node.left) || isNever(node.right);
  return (
    node.kind === ts.SyntaxKind.FalseKeyword ||
    node.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isNumericLiteral(node) && Number(node.text) === 0)
  );
}

function isAlways(given: ts.Expression): boolean {
  const node = constantOf(unwrap(given));
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken && isNever(node.operand);
  return node.kind === ts.SyntaxKind.TrueKeyword || (ts.isNumericLiteral(node) && Number(node.text) !== 0);
}

const constants = new WeakMap<ts.Node, ReadonlyMap<string, ts.Expression | undefined>>();

/** The literal `false` for `on`, where its nearest declaration is `const on = false`. */
function constantOf(node: ts.Expression): ts.Expression {
  if (!ts.isIdentifier(node)) return node;
  for (let at: ts.Node = node.parent; at !== undefined; at = at.parent) {
    if (isFunctionNode(at) && at.parameters.some(({ name }) => !ts.isIdentifier(name) || name.text === node.text)) return node;
    if (!ts.isBlock(at) && !ts.isSourceFile(at)) continue;
    const own = constants.get(at) ?? declaredIn(at);
    constants.set(at, own);
    if (own.has(node.text)) return own.get(node.text) ?? node;
  }
  return node;
}

/** The names that the statements of a block declare, each with its value where it is a boolean constant. */
function declaredIn({ statements }: ts.Block | ts.SourceFile): ReadonlyMap<string, ts.Expression | undefined> {
  const found = new Map<string, ts.Expression | undefined>();
  for (const statement of statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const { declarations, flags } = statement.declarationList;
    for (const { name, initializer } of declarations) {
      if (!ts.isIdentifier(name)) continue;
      const value = (flags & ts.NodeFlags.Const) !== 0 && initializer !== undefined ? unwrap(initializer) : undefined;
      found.set(name.text, value !== undefined && isBoolean(value) ? value : undefined);
    }
  }
  return found;
}

const isBoolean = ({ kind }: ts.Node): boolean => kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;

const WORD = /[\p{L}_$][\p{L}\p{Nd}_$]*/gu;
/** Without these the file is a script, whose functions other scripts may call. */
const MODULE = /^[ \t]*(?:import|export)\b|\brequire\(|\bexports\b/m;

/** Functions at the top of a module that it neither exports nor mentions: no other file can call them. */
function unmentioned(source: Source, stated: Extraction): readonly Stretch[] {
  const functions = source.tree.statements.flatMap((statement) => namedFunction(source, statement) ?? []);
  const acting = thatAct(functions, stated);
  if (acting.length === 0 || !MODULE.test(source.text)) return [];
  const byName = new Map(acting.map((one) => [one.name, one]));
  const mentioned = new Set<Named>();
  for (const { 0: word, index } of source.text.matchAll(WORD)) {
    const named = byName.get(word);
    if (named !== undefined && (index < named.node.getStart(source.tree) || index >= named.node.end)) mentioned.add(named);
  }
  return acting.filter((one) => byName.get(one.name) === one && !mentioned.has(one));
}

interface Named extends Stretch {
  readonly name: string;
  readonly node: ts.Statement;
}

/** `function add() { … }`, `const add = () => { … }`, not exported. */
function namedFunction(source: Source, node: ts.Statement): Named | undefined {
  if (ts.isFunctionDeclaration(node)) {
    if (node.name === undefined || node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true)
      return undefined;
    return { name: node.name.text, node, ...stretchOf(source, node) };
  }
  if (!ts.isVariableStatement(node) || node.modifiers !== undefined) return undefined;
  const [declaration, ...others] = node.declarationList.declarations;
  const value = declaration?.initializer && unwrap(declaration.initializer);
  if (declaration === undefined || others.length > 0 || value === undefined || !isFunctionNode(value)) return undefined;
  return ts.isIdentifier(declaration.name) ? { name: declaration.name.text, node, ...stretchOf(source, node) } : undefined;
}
