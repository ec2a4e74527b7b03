import type { Expression } from '../../../facts/expression.js';
import type { FunctionDefinition, Guard } from './scope.js';
import { literal, type Source, unknown } from './source.js';

/**
 * What is known about a condition: true or false for certain, or dependent on a member of a value (`[]`: on being a list).
 * Undefined: nothing.
 */
export type Verdict = boolean | Having | undefined;

export interface Having {
  readonly of: Expression;
  readonly has: string;
  /** The condition is true if the value has the member. */
  readonly holds: boolean;
}

/** A value that a function may return, with its conditions. */
export interface Way {
  readonly value: Expression;
  readonly guards: readonly Guard[];
}

/** With more conditions or values than this, the result is unresolved. */
const MAX_WAYS = 8;
const MAX_CONDITIONS = 5;

/** The values of a function's `return` statements as `read` resolves them; undefined ones are left out. */
export function waysOf(definition: FunctionDefinition, read: (index: number) => Expression | undefined): readonly Way[] {
  return definition.results.flatMap((_, index) => {
    const value = read(index);
    return value === undefined ? [] : [{ value, guards: guardsOf(definition, index) }];
  });
}

/** The conditions of one result that do not depend on other branches. */
export const guardsOf = ({ ways }: FunctionDefinition, index: number): readonly Guard[] =>
  (ways[index] ?? []).filter(({ after }) => after === undefined);

/** The value whose conditions are true; unknown if they are undecided. */
export function chosen(source: Source, ways: readonly Way[], judge: (test: string) => Verdict): Expression {
  const undecided = unknown('a condition decides what is given');
  const remaining: { readonly value: Expression; readonly conditions: readonly Having[] | undefined }[] = [];
  for (const { value, guards } of ways) {
    const verdicts = guards.map((guard) => turned(judge(conditionText(source, guard)), guard.holds));
    if (verdicts.includes(false)) continue;
    const open = verdicts.filter((verdict) => verdict !== true);
    const conditions = open.filter((verdict): verdict is Having => typeof verdict === 'object');
    remaining.push({
      value,
      conditions: conditions.length === open.length && open.length <= MAX_CONDITIONS ? conditions : undefined,
    });
    if (open.length === 0) break;
  }
  if (remaining.length > MAX_WAYS) return undecided;
  return remaining.reduceRight<Expression>((otherwise, { value, conditions }) => {
    if (conditions === undefined) return JSON.stringify(value) === JSON.stringify(otherwise) ? value : undecided;
    return conditions.reduceRight<Expression>((then, { of, has, holds }) => {
      const [first, second] = holds ? [then, otherwise] : [otherwise, then];
      return { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items: [literal(has), first, second] } };
    }, value);
  }, undecided);
}

function turned(verdict: Verdict, holds: boolean): Verdict {
  if (verdict === undefined || holds) return verdict;
  return typeof verdict === 'boolean' ? !verdict : { ...verdict, holds: !verdict.holds };
}

/** A condition as one line of source, including its texts. */
function conditionText({ masked }: Source, { start, end }: Guard): string {
  return masked.code
    .slice(start, Math.min(end, start + 400))
    .replace(/\s+/g, ' ')
    .trim();
}
