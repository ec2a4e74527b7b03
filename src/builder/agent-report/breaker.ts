/** So many fixes of one workflow are tried; then somebody has to say how it goes on (seed 002, circuit breaker). */
const BREAKER_OPENS_AT = 3;

/** What can be chosen: look for how others do it, fix it once more, go on without (not advised), take back what was done. */
export const BREAKER_CHOICES = ['research', 'fix', 'skip', 'abort'] as const;
export type BreakerChoice = (typeof BREAKER_CHOICES)[number];

/**
 * Asked before each task that fixes something.
 *
 * @param openCount REM-FIX tasks that there are already in this workflow
 * @param choice of whoever started the build; nobody can be asked while it runs, and unasked it ends
 * @returns `create`: the breaker is closed, the task is made
 */
export function breaker(openCount: number, choice: BreakerChoice = 'abort'): 'create' | BreakerChoice {
  return isOpen(openCount) ? choice : 'create';
}

export function isOpen(openCount: number): boolean {
  return openCount >= BREAKER_OPENS_AT;
}
