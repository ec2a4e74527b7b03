import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { catchAllOf } from '../../../../model/parameter-pattern.js';
import { colons, joinedPath, type PathDialect, writtenPath } from '../../../engine/paths.js';
import { objectOf } from '../names/in-file.js';
import { assigned } from '../names/names.js';
import { initializerOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { readValue } from './values.js';

/** A path argument of a router, or a list of them, in the dialect of PathTemplate as far as it is literal here. */
export function pathExpression(source: Source, node: ts.Expression, dialect: PathDialect = colons): Expression {
  const at = unwrap(node);
  if (ts.isRegularExpressionLiteral(at)) {
    const rest = catchAllOf(at.text.slice(1, at.text.lastIndexOf('/')));
    return rest === undefined ? { kind: 'unknown', why: 'a regular expression' } : { kind: 'literal', value: `/${rest}` };
  }
  if (ts.isStringLiteralLike(at)) return writtenPath(at.text, dialect);
  if (!ts.isArrayLiteralExpression(at)) return joinedPath(pathText(source, at), dialect);
  const items = at.elements.map((one) =>
    ts.isSpreadElement(one)
      ? { kind: 'spread' as const, value: pathExpression(source, one.expression, dialect) }
      : pathExpression(source, one, dialect),
  );
  return { kind: 'tuple', items };
}

/** A path in options: unknown where they cannot be read here; undefined: they have none. */
export function pathOption(source: Source, options: ts.Expression | undefined, name: string): Expression | undefined {
  const object = objectOf(source, options);
  const written = object && assigned(object, name);
  if (written !== undefined) return pathExpression(source, written);
  const isOpen = options !== undefined && (object === undefined || object.properties.some(ts.isSpreadAssignment));
  return isOpen ? { kind: 'member', of: readValue(source, unwrap(options)), name } : undefined;
}

/** In a path, `a + b` concatenates texts. */
function pathText(source: Source, node: ts.Expression): Expression {
  const at = unwrap(node);
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return { kind: 'text', parts: [pathText(source, at.left), pathText(source, at.right)] };
  }
  const choices = choicesOf(source, at);
  if (choices !== undefined) return { kind: 'tuple', items: choices };
  if (!ts.isTemplateExpression(at) || !at.templateSpans.some(({ expression }) => choicesOf(source, unwrap(expression))))
    return readValue(source, at);
  const literal = (value: string): Expression => ({ kind: 'literal', value });
  const spans = at.templateSpans.flatMap(({ expression, literal: { text } }) => [pathText(source, expression), literal(text)]);
  return { kind: 'text', parts: [literal(at.head.text), ...spans] };
}

/** The texts of a condition, `old ? '/v1' : '/v2'`, also in a constant of the file: each is possible. */
function choicesOf(source: Source, node: ts.Expression): readonly Expression[] | undefined {
  const stored = initializerOf(source, node);
  const at = stored === undefined ? node : unwrap(stored);
  if (!ts.isConditionalExpression(at)) return undefined;
  const both = [unwrap(at.whenTrue), unwrap(at.whenFalse)];
  return both.every(ts.isStringLiteralLike) ? both.map((one) => readValue(source, one)) : undefined;
}
