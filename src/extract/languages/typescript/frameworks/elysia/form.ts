import { ts } from 'ts-morph';
import { type Expression, STRING } from '../../../../../facts/expression.js';
import { originOf } from '../../names/origins.js';
import { declarationOf, patternOwner } from '../../names/scope.js';
import { bodyOf, statusValue } from '../../sends/result-forms.js';
import type { Sent } from '../../sends/web-responses.js';
import type { FormPart, ResultForm } from '../../source.js';

/** Handlers of Elysia: https://elysiajs.com/essential/handler */
export const elysiaForm: ResultForm = {
  shown: /\bset\s{0,9}\.\s{0,9}status\b|["']elysia["']/,
  evident: /\bset\s{0,9}\.\s{0,9}status\s{0,9}=[^=]/,
  members: /^set$/,
  reads: /^(?:redirect|status|error|jwt|sign)$/,
  sets: ({ node, isHandle }) => {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
    const { left, right } = node;
    return ts.isPropertyAccessExpression(left) && left.name.text === 'status' && isHandle(left.expression) ? right : undefined;
  },
  made,
};

/** `status(201, book)`, `error(404)`, `redirect('/')`: of the context, or of the package. */
function made(part: FormPart, set: Expression | undefined): Sent | undefined {
  const { node, source } = part;
  if (!ts.isCallExpression(node)) return undefined;
  const [first, second] = node.arguments;
  const name = helperOf(part, node.expression);
  if (name === 'file') return { ...(set && { status: set }), mediaType: 'application/octet-stream', body: STRING };
  if (name === 'redirect')
    return { status: second ? statusValue(source, second) : FOUND, mediaType: 'none', body: { kind: 'absent' } };
  if (first === undefined || (name !== 'status' && name !== 'error')) return undefined;
  return bodyOf(source, statusValue(source, first), second, 'text/plain');
}
const FOUND: Expression = { kind: 'literal', value: 302 };

function helperOf({ source, owner }: FormPart, callee: ts.Expression): string | undefined {
  const origin = originOf(source, callee);
  if (origin?.specifier === 'elysia') return origin.name;
  const at = ts.isPropertyAccessExpression(callee) ? callee.expression : callee;
  if (!ts.isIdentifier(at)) return undefined;
  const declaration = declarationOf(source, at);
  const [context] = owner.parameters;
  if (declaration === undefined || context === undefined) return undefined;
  if (declaration === context) return ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
  if (at !== callee || !ts.isBindingElement(declaration) || patternOwner(declaration) !== context) return undefined;
  const taken = declaration.propertyName ?? declaration.name;
  return ts.isIdentifier(taken) ? taken.text : undefined;
}
