import { ts } from 'ts-morph';
import { ABSENT, type Expression } from '../../../../facts/expression.js';
import { under } from '../../../../facts/values/when.js';
import { isFunctionNode } from '../names/names.js';
import type { Source } from '../source.js';
import { isWrittenRow } from './changes/written-rows.js';
import { isUsedBefore } from './dereferences.js';
import type { ValueReader } from './literals.js';
import { isLeft } from './narrowing.js';

/** Longer chains are not read to their start. */
const MOST_STEPS = 20;

/** The value of a chain, or what it gives where one of its steps has no value. */
export function orMissing(source: Source, node: ts.Expression, value: Expression, read: ValueReader): Expression {
  const missing = linksOf(node).flatMap((link) => missingAt(source, link, read) ?? []);
  return missing.length === 0 ? value : { kind: 'union', options: [value, ...missing] };
}

/** The steps of a chain that end all of it where there is no value: `a?.b.c` is undefined without `a`. */
function linksOf(node: ts.Expression): readonly Link[] {
  const links: Link[] = [];
  let at = node;
  while (ts.isOptionalChain(at) && links.length < MOST_STEPS) {
    if ((ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) && at.questionDotToken !== undefined)
      links.push(at);
    at = at.expression;
  }
  return links;
}
type Link = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/** What a step gives where there is no value. Undefined: it is always taken. */
function missingAt(source: Source, link: Link, read: ValueReader): Expression | undefined {
  const row = isWrittenRow(source, link.expression);
  if (row === 'surely' || isSure(source, link)) return undefined;
  if (row === 'maybe') return UNWRITTEN;
  return under([{ value: read(source, link.expression), is: 'nothing', holds: true }], ABSENT);
}

const UNWRITTEN: Expression = { kind: 'unknown', why: 'whether a row was found to be written is not known', nothing: true };

/** Whether a step of a chain is always taken: `a.b`, and `a?.b` where `a` is present. */
function isSure(
  source: Source,
  { questionDotToken, expression }: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): boolean {
  return questionDotToken === undefined || isLeft(source, expression, 'present') || isUsedInLiteral(expression);
}

/** `{ name: user.name, mail: user?.mail }` throws where there is no user. */
function isUsedInLiteral(node: ts.Expression): boolean {
  if (!ts.isIdentifier(node)) return false;
  for (let at: ts.Node = node; ts.isExpression(at) || ts.isObjectLiteralElement(at); at = at.parent) {
    if (isFunctionNode(at)) return false;
    if (ts.isObjectLiteralExpression(at.parent) && isUsedBefore(at.parent, node.text, at.parent.pos, at.pos)) return true;
  }
  return false;
}

/** `a?.b()` where `a` is present: the operand after `??` is only for a missing `a`. */
export function isSureChain(source: Source, given: ts.Expression): boolean {
  const steps: boolean[] = [];
  for (let at = given; ts.isCallExpression(at) || ts.isPropertyAccessExpression(at); at = at.expression)
    if (at.questionDotToken !== undefined) steps.push(!ts.isCallExpression(at) && isSure(source, at));
  return steps.length > 0 && steps.every((isTaken) => isTaken);
}
