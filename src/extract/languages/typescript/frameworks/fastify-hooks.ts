import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { ResponseTransform } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { lookup } from '../names/scope.js';
import { PAYLOAD, type Through, throughOf } from '../sends/payload-hooks.js';
import { middlewareOf } from '../sends/rewrites.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { readValue } from '../values/values.js';
import { ANSWERING, BY } from './fastify-table.js';

const SERIALIZED: Through = { through: { kind: 'unknown', why: 'a serializer of the service makes the body' } };

/** A hook that may change what handlers give: `instance.addHook('preSerialization', …)`, `onSend`, a serializer of replies. */
export function hookOf(source: Source, call: ts.CallExpression, instance: Expression | undefined): ResponseTransform | undefined {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const [first, second] = call.arguments;
  const isHook = callee.name.text === 'addHook' && first !== undefined && second !== undefined;
  const name = isHook ? eventOf(source, first) : callee.name.text;
  if (isHook && ANSWERING.includes(name)) return answeringHook(source, callee, second, instance);
  if (name !== 'preSerialization' && name !== 'onSend' && name !== 'setReplySerializer') return undefined;
  const through = isHook ? throughOf(source, name, second) : SERIALIZED;
  const router = through && (instance ?? parameterOf(source, callee.expression));
  if (router === undefined || through === undefined) return undefined;
  return { kind: 'wrap', by: BY, router, ...through, index: PAYLOAD, below: true, at: atOf(source, callee.name) };
}

/** A hook that may answer before the handlers: https://fastify.dev/docs/latest/Reference/Hooks/#respond-to-a-request-from-a-hook */
function answeringHook(
  source: Source,
  { expression, name }: ts.PropertyAccessExpression,
  given: ts.Expression,
  instance: Expression | undefined,
): ResponseTransform | undefined {
  const [middleware] = middlewareOf(source, [given]);
  const router = middleware && (instance ?? parameterOf(source, expression));
  if (router === undefined || middleware === undefined) return undefined;
  const through: Expression = { kind: 'unknown', why: 'a hook may change the body' };
  return { kind: 'wrap', by: BY, router, through, middleware, below: true, past: true, at: atOf(source, name) };
}

/** A name that is neither written out nor in a constant of the file may be any: the one by which most can change. */
function eventOf(source: Source, name: ts.Expression): string {
  const declaration = ts.isIdentifier(name) ? lookup(source, name)?.nodes[0] : undefined;
  const isConstant = declaration !== undefined && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  const held = isConstant && ts.isVariableDeclaration(declaration) ? declaration.initializer : name;
  const text = held && unwrap(held);
  return text !== undefined && ts.isStringLiteralLike(text) ? text.text : 'onSend';
}

/** A parameter that has such hooks is an instance, whatever the file calls it. */
function parameterOf(source: Source, node: ts.Expression): Expression | undefined {
  const at = unwrap(node);
  return ts.isIdentifier(at) && lookup(source, at)?.kind === 'parameter' ? readValue(source, at) : undefined;
}
