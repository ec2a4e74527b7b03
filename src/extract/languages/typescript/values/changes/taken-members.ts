import { ts } from 'ts-morph';
import type { Loan } from '../../../../../facts/fact.js';
import { functionOf } from '../../names/in-file.js';
import type { FunctionNode } from '../../names/names.js';
import type { Source } from '../../source.js';
import { unwrap } from '../access-paths.js';
import { isLoose } from '../loose-types.js';
import { readValue } from '../values.js';
import { type Mutation, mutationsOf } from './mutations.js';

/** Functions that hand on what they are given are followed so far. */
const MAX_HANDED = 3;
/** More calls that are given one variable are not asked. */
const MOST_LOANS = 20;

/** Whether it may take members away, or set them, against the declared type: by itself, or in a function of the file that is given it. */
export function isTaking(source: Source, { unchecked, kind, lent }: Mutation, depth = 0, isTyped = true): boolean {
  if (unchecked === true) return true;
  if (!isTyped && (kind === 'delete' || kind === 'merge')) return true;
  const helper = lent === undefined || depth >= MAX_HANDED ? undefined : functionOf(source, lent.callee);
  const parameter = lent === undefined ? undefined : helper?.parameters[lent.index];
  return parameter !== undefined && takesFrom(source, parameter, depth + 1);
}

const taking = new WeakMap<ts.ParameterDeclaration, boolean>();

function takesFrom(source: Source, parameter: ts.ParameterDeclaration, depth: number): boolean {
  if (!ts.isIdentifier(parameter.name)) return false;
  const known = taking.get(parameter);
  if (known !== undefined) return known;
  // meanwhile: functions may call each other in a circle
  taking.set(parameter, false);
  // what is optional in `{ title?: string }` its callers may have to send
  const isTyped = parameter.type !== undefined && !ts.isTypeLiteralNode(parameter.type) && !isLoose(parameter.type);
  const takes = mutationsOf(source, parameter.name.text, parameter).some((one) => isTaking(source, one, depth, isTyped));
  taking.set(parameter, takes);
  return takes;
}

/** The parameters of a function from which it may take members away that their callers' types require, by their places. */
export function takenParameters(source: Source, { parameters, body }: FunctionNode): readonly number[] {
  return body === undefined ? [] : parameters.flatMap((one, index) => (takesFrom(source, one, 0) ? [index] : []));
}

/** The functions of other files that are given a variable, or an element of it. */
export function loansOf(source: Source, mutations: readonly Mutation[]): readonly Loan[] {
  const loans = new Map<string, Loan>();
  for (const { lent } of mutations) {
    const callee = lent && unwrap(lent.callee);
    if (lent === undefined || callee === undefined || !ts.isIdentifier(callee) || loans.size >= MOST_LOANS) continue;
    const key = `${callee.text}:${lent.index}`;
    if (loans.has(key) || functionOf(source, callee) !== undefined) continue;
    loans.set(key, { to: readValue(source, callee), index: lent.index });
  }
  return [...loans.values()];
}
