import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { functionOf, returnsOf } from '../names/in-file.js';
import type { FunctionNode } from '../names/names.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/mutations.js';
import { readValue } from '../values/values.js';

/** Which parameter of a hook is the body: https://fastify.dev/docs/latest/Reference/Hooks/#preserialization */
export const PAYLOAD = 2;
const unknown = (why: string): Expression => ({ kind: 'unknown', why });

/** What a hook of Fastify (`preSerialization`, `onSend`) makes of a body; undefined: it leaves it as it is. */
export function throughOf(source: Source, name: string, given: ts.Expression): Expression | undefined {
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
