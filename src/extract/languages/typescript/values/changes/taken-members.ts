import { ts } from 'ts-morph';
import type { Loan } from '../../../../../facts/fact.js';
import { functionOf } from '../../names/in-file.js';
import type { FunctionNode } from '../../names/names.js';
import type { Source } from '../../source.js';
import { unwrap } from '../access-paths.js';
import { isLoose } from '../loose-types.js';
import { readValue } from '../values.js';
import { type Mutation, mutationsOf } from './mutations.js';

/** The limit of functions that are followed when they pass their argument on. */
const MAX_PASSED = 3;
/** A variable that more calls take is not followed. */
const MOST_LOANS = 20;

/**
 * Whether a change may delete or set members against the declared type: directly, or in a function of the file that takes the
 * value.
 */
export function isTaking(source: Source, { unchecked, kind, lent }: Mutation, depth = 0, isTyped = true): boolean {
  if (unchecked === true) return true;
  if (!isTyped && (kind === 'delete' || kind === 'merge')) return true;
  const helper = lent === undefined || depth >= MAX_PASSED ? undefined : functionOf(source, lent.callee);
  const parameter = lent === undefined ? undefined : helper?.parameters[lent.index];
  return parameter !== undefined && takesFrom(source, parameter, depth + 1);
}

const taking = new WeakMap<ts.ParameterDeclaration, boolean>();

function takesFrom(source: Source, parameter: ts.ParameterDeclaration, depth: number): boolean {
  if (!ts.isIdentifier(parameter.name)) return false;
  const known = taking.get(parameter);
  if (known !== undefined) return known;
  // a provisional entry: functions may call each other in a cycle
  taking.set(parameter, false);
  // callers may have to send a member that is optional in `{ title?: string }`
  const isTyped = parameter.type !== undefined && !ts.isTypeLiteralNode(parameter.type) && !isLoose(parameter.type);
  const takes = mutationsOf(source, parameter.name.text, parameter).some((one) => isTaking(source, one, depth, isTyped));
  taking.set(parameter, takes);
  return takes;
}

/** The indices of parameters from which a function may delete members that its callers' types require. */
export function takenParameters(source: Source, { parameters, body }: FunctionNode): readonly number[] {
  return body === undefined ? [] : parameters.flatMap((one, index) => (takesFrom(source, one, 0) ? [index] : []));
}

/** The functions of other files that take a variable, or an element of it. */
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
