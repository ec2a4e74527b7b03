/** How often agents are called for one milestone. */
export interface Calls {
  /** When nothing has to be mended. */
  readonly least: number;
  /**
   * When as much as possible has to be, until the circuit breaker ends it. Attempts that fail, and answers that have to be given again in
   * the right form, are not counted.
   */
  readonly most: number;
}

/** By the checks that are on; the bounds follow from `transitions.ts`, and a test explores them. */
const CALLS = {
  '': { least: 10, most: 56 },
  scan: { least: 10, most: 68 },
  e2e: { least: 11, most: 75 },
  'scan e2e': { least: 11, most: 75 },
} as const satisfies Readonly<Record<string, Calls>>;

/** What a milestone costs at least and at most, in calls of agents. */
export function callsOf(checks: readonly ('scan' | 'e2e')[]): Calls {
  if (!checks.includes('e2e')) return checks.includes('scan') ? CALLS.scan : CALLS[''];
  return checks.includes('scan') ? CALLS['scan e2e'] : CALLS.e2e;
}

/** What all milestones left cost; a folder that is not empty is looked at once, before the first. */
export function callsOfAll(milestones: number, checks: readonly ('scan' | 'e2e')[]): Calls {
  const { least, most } = callsOf(checks);
  return milestones === 0 ? { least: 0, most: 0 } : { least: milestones * least, most: milestones * most + 1 };
}
