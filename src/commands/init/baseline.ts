import { parseConfig } from '../../config/parse.js';
import { baselineOf, printBaseline } from '../../history/baseline.js';
import { UserError } from '../../model/user-error.js';
import { findingCounts, incompleteness } from '../../reports/verdict.js';
import { scan } from '../../scan.js';
import { cacheDirectory } from '../cache-directory.js';
import type { Io } from '../command.js';
import { settle } from '../settings.js';

/** The baseline of a repository that starts to use the tool. */
export interface FirstBaseline {
  readonly content: string;
  /** `2 errors, 1 warning`. */
  readonly counts: string;
}

/**
 * The baseline of a repository with its future configuration.
 *
 * @param config its text
 * @returns undefined when no finding would fail a run, or the scan proves nothing
 */
export async function firstBaseline(config: string, repository: string, io: Io): Promise<FirstBaseline | undefined> {
  try {
    const file = parseConfig(config, '.tallystick.yml');
    const { request } = await settle({ cwd: repository, env: io.env, by: 'init', file });
    const found = await scan({ ...request, cacheDirectory: cacheDirectory(io.env) });
    const entries = baselineOf(found.violations, []);
    if (entries.length === 0 || incompleteness(found).length > 0) return undefined;
    return { content: printBaseline(entries), counts: findingCounts({ summary: { ...found.summary, notes: 0 } }) };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
