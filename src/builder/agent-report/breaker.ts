/** Fixes of one workflow before a person must decide (circuit breaker). */
const BREAKER_OPENS_AT = 3;

/** The choices: research how others solve it, fix it once more, go on without (not advised), revert the work. */
export const BREAKER_CHOICES = ['research', 'fix', 'skip', 'abort'] as const;
export type BreakerChoice = (typeof BREAKER_CHOICES)[number];

/**
 * Checked before each fix.
 *
 * @param openCount REM-FIX tasks of this workflow
 * @param choice of the user who started the build; no one can answer during the build, so the default aborts
 * @returns `create`: the breaker is closed, the task is made
 */
export function breaker(openCount: number, choice: BreakerChoice = 'abort'): 'create' | BreakerChoice {
  return isOpen(openCount) ? choice : 'create';
}

export function isOpen(openCount: number): boolean {
  return openCount >= BREAKER_OPENS_AT;
}
