import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { referenceOf } from './references.js';

const NULL: Expression = { kind: 'literal', value: null };
const TEXTS = /\b(?:string|number|boolean|any|unknown|bigint)\b/;

export const isNull = (value: Expression): boolean => value.kind === 'literal' && value.value === null;

/**
 * A null that is returned where a test holds or fails: if the test checks a parameter for null, the null occurs only for such an
 * argument.
 */
export function nullFor(source: Source, test: ts.Expression, holds: boolean): Expression {
  const tested = testedFor(unwrap(test), holds);
  const declaration = tested !== undefined && ts.isIdentifier(tested) ? lookup(source, tested)?.nodes[0] : undefined;
  if (tested === undefined || !ts.isIdentifier(tested) || declaration === undefined || !ts.isParameter(declaration)) return NULL;
  const isCompared = ts.isBinaryExpression(unwrap(test));
  // an empty string or zero is falsy too
  if (!isCompared && (declaration.type === undefined || TEXTS.test(declaration.type.getText(source.tree)))) return NULL;
  const item: Expression = { kind: 'tuple', items: [referenceOf(source, tested), NULL, { kind: 'literal', value: true }] };
  return { kind: 'operator', operator: 'when', of: NULL, keys: { kind: 'tuple', items: [item] } };
}

/** `x` of `x === null`, `x == null` and `!x` where they hold, of `x !== null` and `x` where they fail. */
function testedFor(test: ts.Expression, holds: boolean): ts.Expression | undefined {
  if (ts.isPrefixUnaryExpression(test) && test.operator === ts.SyntaxKind.ExclamationToken)
    return testedFor(unwrap(test.operand), !holds);
  if (!ts.isBinaryExpression(test)) return holds ? undefined : test;
  const isSame = /^===?$/.test(test.operatorToken.getText());
  const isOther = /^!==?$/.test(test.operatorToken.getText());
  const isNothing = /^(?:null|undefined)$/.test(unwrap(test.right).getText());
  return isNothing && (holds ? isSame : isOther) ? unwrap(test.left) : undefined;
}
