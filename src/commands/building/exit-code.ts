import type { BuildReport } from '../../model/build-report.js';

const INTERRUPTED = 130;
const CODES = { completed: 0, failed: 1, aborted: 1, stopped: 3, interrupted: INTERRUPTED, building: 3 } as const;

/**
 * What a build came to; 1 and 3 mean what they mean for all commands: something was found, or it is not whole. All is built, and most of
 * it is doubted or breaks its contracts: that is no success either.
 */
export function buildExitCode({ outcome, health }: Pick<BuildReport, 'outcome' | 'health'>): number {
  return outcome === 'completed' && health === 'failed' ? 1 : CODES[outcome];
}
