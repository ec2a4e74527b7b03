import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { mentionsUnknown } from '../../../../facts/values/answers.js';
import type { Ask } from '../../../../facts/values/questions.js';
import { type FunctionNode, isFunctionNode } from '../names/names.js';
import { isConst } from '../names/scope.js';
import { documentedType, returnsOf } from '../sends/callables.js';
import { type Holder, isHolder, nodeOf } from './locate.js';
import type { Program } from './program.js';
import { ABSENT, createReading, type Reading, unionOf, unknown } from './reading.js';
import { typeExpression } from './type-expression.js';
import { leaf, valueExpression } from './value-expression.js';

/** The program's answer to one question. */
export function answer(program: Program, ask: Ask, isStrict: boolean): Expression {
  const tree = program.tree(ask.file);
  const node = tree && nodeOf(tree, ask);
  if (node === undefined) return unknown('there is nothing at its place');
  const reading = createReading(program, isStrict);
  if (isFunctionNode(node)) return resultOf(reading, node);
  if (isHolder(node)) return storedBy(reading, node);
  return ts.isExpression(node) ? valueExpression(reading, node) : leaf(reading, node);
}

function storedBy(reading: Reading, node: Holder): Expression {
  if (ts.isPropertyAssignment(node)) return valueExpression(reading, node.initializer);
  if (
    ts.isVariableDeclaration(node) &&
    node.type === undefined &&
    isConst(node) &&
    node.initializer !== undefined &&
    ts.isIdentifier(node.name)
  )
    return valueExpression(reading, node.initializer);
  return leaf(reading, node.name);
}

/** The awaited result of calling a function. For a generic function only the call decides it. */
function resultOf(reading: Reading, node: FunctionNode): Expression {
  if ((node.typeParameters?.length ?? 0) > 0) return unknown('its type depends on a parameter');
  const shown = node.body === undefined || node.type !== undefined ? undefined : shownBy(reading, node, node.body);
  const isDocumented = node.type !== undefined || documentedType(node) !== undefined;
  // code takes precedence over a comment that describes it
  if (shown !== undefined && !(isDocumented && mentionsUnknown(shown))) return shown;
  const signature = reading.program.checker.getSignatureFromDeclaration(node);
  return signature === undefined ? unknown('its result is not known') : typeExpression(reading, signature.getReturnType());
}

function shownBy(reading: Reading, node: FunctionNode, body: ts.ConciseBody): Expression {
  if (node.asteriskToken !== undefined) return unknown('what a generator gives');
  if (!ts.isBlock(body)) return valueExpression(reading, body);
  const results = returnsOf(body).map((one) => (one.expression ? valueExpression(reading, one.expression) : ABSENT));
  return results.length === 0 ? ABSENT : unionOf(results);
}
