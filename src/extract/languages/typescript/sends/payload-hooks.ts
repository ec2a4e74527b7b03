import { ts } from 'ts-morph';
import { type Expression, unknown } from '../../../../facts/expression.js';
import type { Response } from '../../../../facts/fact.js';
import { functionOf, returnsOf } from '../names/in-file.js';
import type { FunctionNode } from '../names/names.js';
import { declarationOf } from '../names/scope.js';
import type { Sends, Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { mutationsOf } from '../values/changes/mutations.js';
import { functionReference } from '../values/references.js';
import { readValue } from '../values/values.js';
import { replyForm } from './reply-form.js';

/** `return h.continue` of hapi; and an assignment to the response's content. */
const CONTINUES = /\.continue\b/;
const SETS_SOURCE = /\bsource\s*=(?![=>])/;

/** Whether a hook passes responses on (`h.continue` of hapi), and answers itself only after a failure. */
export function answersFailures(node: FunctionNode, sends: Sends | undefined): boolean {
  const text = sends === undefined || sends.forwards.length > 0 || sends.incomplete !== undefined ? '' : node.getText();
  if (!CONTINUES.test(text) || SETS_SOURCE.test(text)) return false;
  return sends?.responses.every(({ status }) => status?.kind === 'literal' && Number(status.value) >= 400) === true;
}

/** The index of a hook's body parameter: https://fastify.dev/docs/latest/Reference/Hooks/#preserialization */
export const PAYLOAD = 2;

/** The transformation of a hook on bodies; `unless`: no transformation where linking finds that this function keeps them. */
export interface Through {
  readonly through: Expression;
  readonly unless?: Expression;
}

/** The transformation of a Fastify hook (`preSerialization`, `onSend`) on a body; undefined: none. */
export function throughOf(source: Source, name: string, given: ts.Expression | ts.MethodDeclaration): Through | undefined {
  const hook = functionOf(source, given);
  const through = unknown(`a hook of ${name} may change the body`);
  if (hook === undefined)
    return ts.isMethodDeclaration(given) ? { through } : { through, unless: readValue(source, unwrap(given)) };
  if (keeps(source, hook)) return undefined;
  const isRead = name !== 'onSend' && !isCallback(hook) && !isChanged(source, hook.parameters[PAYLOAD]);
  return { through: isRead ? functionReference(source, hook) : through };
}

/**
 * Whether a function has the form of such a hook and returns its argument unchanged; files that register it elsewhere query this
 * fact.
 */
export function keepsBodies(source: Source, node: FunctionNode, sends: readonly Response[] = []): boolean {
  const [, reply, payload] = node.parameters;
  if (payload === undefined && sends.length > 0) return false;
  return reply !== undefined && reply === replyForm(source, node) && keeps(source, node);
}

/** Whether it returns its body argument or nothing, also by a callback `done(null, payload)`. */
function keeps(source: Source, hook: FunctionNode): boolean {
  const payload = hook.parameters[PAYLOAD];
  if (isChanged(source, payload)) return false;
  const same = (node: ts.Expression): boolean => {
    const at = unwrap(node);
    return ts.isIdentifier(at) && (at.text === 'undefined' || (payload !== undefined && declarationOf(source, at) === payload));
  };
  const done = hook.parameters[PAYLOAD + 1];
  if (done === undefined) return returnsOf(hook).every(same);
  let retained = true;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node !== done.name && declarationOf(source, node) === done) {
      const call = node.parent;
      const [, body] = ts.isCallExpression(call) && call.expression === node ? call.arguments : [undefined, node];
      if (body !== undefined && !same(body)) retained = false;
    }
    ts.forEachChild(node, visit);
  };
  if (hook.body !== undefined) visit(hook.body);
  return retained;
}

/** Whether code changes the parameter's value, or a pattern destructures it. */
function isChanged(source: Source, payload: ts.ParameterDeclaration | undefined): boolean {
  if (payload === undefined) return false;
  return !ts.isIdentifier(payload.name) || mutationsOf(source, payload.name.text, payload).length > 0;
}

const isCallback = (hook: FunctionNode): boolean => hook.parameters.length > PAYLOAD + 1;
