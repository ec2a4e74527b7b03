import { ts } from 'ts-morph';
import type { Fact, Guarded } from '../../../facts/fact.js';
import { type Stretch, thatAct } from '../../../facts/references/unmentioned.js';
import type { Extraction } from '../../extractor.js';
import { atOf } from './at.js';
import { originOf } from './names/origins.js';
import { lookup, patternOwner } from './names/scope.js';
import { stretchOf } from './never-run.js';
import type { Source } from './source.js';
import { memberPath, nameOfMember, unwrap } from './values/access-paths.js';
import { leaves } from './values/guards.js';
import { isOwnModule } from './values/harmless-callees.js';
import { iterated } from './values/loops.js';
import { readValue } from './values/values.js';

interface Guard extends Stretch {
  readonly test: ts.Expression;
  readonly holds: boolean;
}

/** Code that registers something under a condition on a constant, whose value another file may have: `if (BETA) app.use(beta)`. */
export function guardedIn(source: Source, stated: Extraction): readonly Guarded[] {
  const found: Guard[] = [];
  const add = (given: ts.Expression, holds: boolean, node: Span | undefined): void => {
    const test = unwrap(given);
    if (node === undefined) return;
    if (ts.isPrefixUnaryExpression(test) && test.operator === ts.SyntaxKind.ExclamationToken) add(test.operand, !holds, node);
    else if (isConstant(source, test)) found.push({ test, holds, ...stretchOf(source, node) });
  };
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    if (ts.isIfStatement(node)) {
      add(node.expression, true, node.thenStatement);
      add(node.expression, false, node.elseStatement);
      const rest = node.elseStatement === undefined && leaves(node.thenStatement) === 'surely' ? restOf(node) : undefined;
      if (rest !== undefined) add(node.expression, false, rest);
    } else if (ts.isConditionalExpression(node)) {
      add(node.condition, true, node.whenTrue);
      add(node.condition, false, node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      if (kind === ts.SyntaxKind.AmpersandAmpersandToken) add(node.left, true, node.right);
      else if (kind === ts.SyntaxKind.BarBarToken) add(node.left, false, node.right);
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return thatAct(found, stated).map(({ test, holds, at, end }) => ({
    kind: 'guarded',
    value: readValue(source, test),
    holds,
    ...(ts.isIdentifier(test) && lookup(source, test)?.kind === 'import' && { fixed: true as const }),
    at,
    end,
  }));
}

type Span = Parameters<typeof stretchOf>[1];

/** The statements after one in its block. */
function restOf(node: ts.Statement): Span | undefined {
  const { parent } = node;
  if (!ts.isBlock(parent) || parent.statements.at(-1) === node) return undefined;
  return { getStart: () => node.end, end: parent.end };
}

/** `BETA`, `flags.beta`: a name of another file, or a member of such a name or of a constant. */
function isConstant(source: Source, test: ts.Expression): boolean {
  const root = ts.isIdentifier(test) ? test : memberPath(test)?.root;
  const binding = root && lookup(source, root);
  if (binding?.kind === 'import' || (binding?.kind === 'variable' && root !== test)) return true;
  const [node] = binding?.nodes ?? [];
  const owner = node !== undefined && ts.isBindingElement(node) ? patternOwner(node) : node;
  return owner !== undefined && (ts.isVariableDeclaration(owner) || ts.isParameter(owner)) && iterated(owner) !== undefined;
}

const ASSIGNING = /^(?:assign|merge|extend)/;

/** `FLAGS.beta = …`, `Object.assign(FLAGS, …)`, `configure(FLAGS)` of another file's object. */
export function assignedIn(source: Source): readonly Fact[] {
  if (!/\bimport\b|\brequire\b/.test(source.text)) return [];
  const found: Fact[] = [];
  const add = (root: ts.Expression | undefined, member: string | undefined, node: ts.Node): void => {
    if (root === undefined || !ts.isIdentifier(root) || lookup(source, root)?.kind !== 'import') return;
    found.push({
      kind: 'assigned',
      of: readValue(source, root),
      ...(member !== undefined && { member }),
      at: atOf(source, node),
    });
  };
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const left = unwrap(node.left);
      if (ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left))
        add(unwrap(left.expression), nameOfMember(left), node);
    } else if (ts.isCallExpression(node)) {
      const callee = unwrap(node.expression);
      const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
      const root = ts.isIdentifier(callee) ? callee : memberPath(callee)?.root;
      const isOwn = root !== undefined && isOwnModule(originOf(source, root)?.specifier ?? '');
      if (isOwn || (ts.isIdentifier(name) && ASSIGNING.test(name.text)))
        for (const one of node.arguments) add(one, undefined, node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}
