import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { colonPaths } from '../../../../model/colon-path.js';
import type { Source } from '../source.js';
import { unwrap } from './mutations.js';
import { readValue } from './values.js';

/** A path or a list of paths as Express and its like are given it, in the dialect of PathTemplate as far as it is written out here. */
export function pathExpression(source: Source, node: ts.Expression): Expression {
  const at = unwrap(node);
  if (ts.isRegularExpressionLiteral(at)) return { kind: 'unknown', why: 'a regular expression' };
  if (ts.isArrayLiteralExpression(at)) {
    return {
      kind: 'tuple',
      items: at.elements.map((one) =>
        ts.isSpreadElement(one)
          ? { kind: 'spread' as const, value: pathExpression(source, one.expression) }
          : pathExpression(source, one),
      ),
    };
  }
  if (!ts.isStringLiteralLike(at)) return { kind: 'operator', operator: 'colon-path', of: pathText(source, at) };
  const paths = colonPaths(at.text);
  if (paths === undefined) return { kind: 'unknown', why: `the path ${at.text} cannot be written as a template` };
  const literals = paths.map((path): Expression => ({ kind: 'literal', value: path }));
  return literals.length === 1 && literals[0] !== undefined ? literals[0] : { kind: 'tuple', items: literals };
}

/** In a path, `a + b` joins texts. */
function pathText(source: Source, node: ts.Expression): Expression {
  const at = unwrap(node);
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return { kind: 'text', parts: [pathText(source, at.left), pathText(source, at.right)] };
  }
  return readValue(source, at);
}
