import { ts } from 'ts-morph';
import { type Expression, NULL } from '../../../../facts/expression.js';
import type { ValueForm } from '../../../../facts/fact.js';
import { under } from '../../../../facts/values/when.js';
import { declarationOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { referenceOf } from './references.js';

type Read = (source: Source, node: ts.Expression) => Expression;

const TEXTS = /\b(?:string|number|boolean|any|unknown|bigint)\b/;

/**
 * A null that is returned where a test holds or fails: if the test checks a parameter for null, the null occurs only for such an
 * argument; if it checks a member, only where the member's type allows such a value.
 */
export function nullFor(source: Source, test: ts.Expression, holds: boolean, read: Read): Expression {
  const tested = testedFor(unwrap(test), holds);
  if (tested !== undefined && isMember(tested)) {
    const is: ValueForm = ts.isBinaryExpression(withoutNot(unwrap(test))) ? 'nothing' : 'falsy';
    return under([{ value: read(source, tested), is, holds: true }], NULL);
  }
  const declaration = declarationOf(source, tested);
  if (tested === undefined || !ts.isIdentifier(tested) || declaration === undefined || !ts.isParameter(declaration)) return NULL;
  const isText = declaration.type === undefined || TEXTS.test(declaration.type.getText(source.tree));
  const value = referenceOf(source, tested);
  // an empty string or zero is falsy too
  const isAny = isText && !ts.isBinaryExpression(withoutNot(unwrap(test)));
  return under([isAny ? { value, is: 'falsy', holds: true } : { value, equals: null, holds: true }], NULL);
}

/** `row.at`, but not `this.at`: a constructor may never set it. */
function isMember(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && unwrap(node.expression).kind !== ts.SyntaxKind.ThisKeyword;
}

function withoutNot(test: ts.Expression): ts.Expression {
  const isNot = ts.isPrefixUnaryExpression(test) && test.operator === ts.SyntaxKind.ExclamationToken;
  return isNot ? withoutNot(unwrap(test.operand)) : test;
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
