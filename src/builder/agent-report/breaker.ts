/** Fixes of one workflow before a person must decide (circuit breaker). */
const BREAKER_OPENS_AT = 3;

/** The choices: research how others solve it, fix it once more, go on without (not advised), revert the work. */
export const BREAKER_CHOICES = ['research', 'fix', 'skip', 'abort'] as const;

export function isOpen(openCount: number): boolean {
  return openCount >= BREAKER_OPENS_AT;
}
