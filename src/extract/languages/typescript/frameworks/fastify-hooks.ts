import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Wrap } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { functionOf, returnsOf } from '../names/in-file.js';
import type { FunctionNode } from '../names/names.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/mutations.js';
import { readValue } from '../values/values.js';
import { BY, instanceOf } from './fastify-instances.js';

/** Which parameter of a hook is the body: https://fastify.dev/docs/latest/Reference/Hooks/#preserialization */
const PAYLOAD = 2;
const unknown = (why: string): Expression => ({ kind: 'unknown', why });

/** A hook that may change what handlers give: `instance.addHook('preSerialization', …)`, `onSend`, a serializer of replies. */
export function hookOf(source: Source, call: ts.CallExpression): Wrap | undefined {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const [first, second] = call.arguments;
  const isHook = callee.name.text === 'addHook' && first !== undefined && ts.isStringLiteralLike(first) && second !== undefined;
  const name = isHook ? first.text : callee.name.text;
  if (name !== 'preSerialization' && name !== 'onSend' && name !== 'setReplySerializer') return undefined;
  const through = isHook ? throughOf(source, name, second) : unknown('a serializer of the service makes the body');
  const router = through && (instanceOf(source, callee.expression) ?? parameterOf(source, callee.expression));
  if (router === undefined || through === undefined) return undefined;
  return { kind: 'wrap', by: BY, router, through, index: PAYLOAD, below: true, at: atOf(source, callee.name) };
}

/** A parameter that has such hooks is an instance, whatever the file calls it. */
function parameterOf(source: Source, node: ts.Expression): Expression | undefined {
  const at = unwrap(node);
  return ts.isIdentifier(at) && lookup(source, at)?.kind === 'parameter' ? readValue(source, at) : undefined;
}

/** What a hook makes of a body; undefined: it leaves it as it is. */
function throughOf(source: Source, name: string, given: ts.Expression): Expression | undefined {
  const hook = functionOf(source, given);
  const changed = unknown(`a hook of ${name} may change the body`);
  if (hook === undefined) return name === 'onSend' ? undefined : changed;
  if (keeps(source, hook)) return undefined;
  if (name === 'onSend' || isCallback(hook)) return changed;
  return readValue(source, unwrap(given));
}

/** It returns the body that it was given, or nothing; as does a callback `done(null, payload)`. */
function keeps(source: Source, hook: FunctionNode): boolean {
  const payload = hook.parameters[PAYLOAD];
  const same = (node: ts.Expression): boolean => {
    const at = unwrap(node);
    return (
      ts.isIdentifier(at) && (at.text === 'undefined' || (payload !== undefined && lookup(source, at)?.nodes[0] === payload))
    );
  };
  const done = hook.parameters[PAYLOAD + 1];
  if (done === undefined) return returnsOf(hook).every(same);
  let kept = true;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && lookup(source, node.expression)?.nodes[0] === done) {
      const [, body] = node.arguments;
      if (body !== undefined && !same(body)) kept = false;
    }
    ts.forEachChild(node, visit);
  };
  if (hook.body !== undefined) visit(hook.body);
  return kept;
}

const isCallback = (hook: FunctionNode): boolean => hook.parameters.length > PAYLOAD + 1;
