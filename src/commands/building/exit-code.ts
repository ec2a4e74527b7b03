import type { BuildReport } from '../../model/build-report.js';

const INTERRUPTED = 130;
const CODES = { completed: 0, doubtful: 1, failed: 1, aborted: 1, stopped: 3, interrupted: INTERRUPTED, building: 3 } as const;

/**
 * The exit code of a build; 1 and 3 mean what they mean for all commands. A build fails too when most of it is doubtful or
 * breaks its contracts.
 */
export function buildExitCode({ outcome, health }: Pick<BuildReport, 'outcome' | 'health'>): number {
  return outcome === 'completed' && health === 'failed' ? 1 : CODES[outcome];
}
