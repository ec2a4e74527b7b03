import { ts } from 'ts-morph';
import { countWhile } from '../../../../../model/sorted.js';
import type { Source } from '../../source.js';
import { unwrap } from '../access-paths.js';
import { leaves } from '../guards.js';
import { lastAssignedBefore } from '../versions.js';

/** A variable, and a function that decides whether a condition implies that it has a value. */
export interface Watched {
  readonly source: Source;
  readonly name: string;
  readonly declaration: ts.Node;
  readonly says: (condition: ts.Expression, holds: boolean) => boolean;
}

const known = new WeakMap<ts.Statement, Map<ts.Node, boolean>>();

/** Whether the block's last assignment to a variable leaves a value in it on every path. */
export function isSetBy(watched: Watched, block: ts.Block | ts.CaseOrDefaultClause, since: number): boolean {
  const statement = block.statements[countWhile(block.statements, ({ end }) => end <= since)];
  return statement !== undefined && statement.pos <= since && holdsAfter(watched, statement);
}

function holdsAfter(watched: Watched, statement: ts.Statement): boolean {
  const answers = known.get(statement) ?? new Map<ts.Node, boolean>();
  known.set(statement, answers);
  const before = answers.get(watched.declaration);
  if (before !== undefined) return before;
  const answer = holdsAfterAll(watched, statement);
  answers.set(watched.declaration, answer);
  return answer;
}

function holdsAfterAll(watched: Watched, statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) {
    for (const one of [...statement.statements].reverse()) {
      if (holdsAfter(watched, one)) return true;
      if (isSetIn(watched, one)) return false;
    }
    return false;
  }
  if (ts.isIfStatement(statement)) {
    const { expression, thenStatement, elseStatement } = statement;
    return goesOn(watched, thenStatement, expression, true) && goesOn(watched, elseStatement, expression, false);
  }
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return false;
  const { left, operatorToken, right } = statement.expression;
  const isSet = SETS.has(operatorToken.kind) && ts.isIdentifier(left) && left.text === watched.name;
  return isSet && isMade(unwrap(right));
}

/** Whether the variable has a value after one branch of a condition, or the branch never continues. */
function goesOn(watched: Watched, way: ts.Statement | undefined, condition: ts.Expression, holds: boolean): boolean {
  if (way !== undefined && (leaves(way) === 'surely' || holdsAfter(watched, way))) return true;
  return (way === undefined || !isSetIn(watched, way)) && watched.says(condition, holds);
}

function isSetIn({ source, name, declaration }: Watched, statement: ts.Statement): boolean {
  return lastAssignedBefore(source, name, declaration, statement.end) >= statement.pos;
}

/** `cached ??= {}` leaves a value as well. */
const SETS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
]);

const isMade = (value: ts.Expression): boolean => MADE.has(value.kind);

const MADE: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
]);
