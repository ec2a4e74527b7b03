import type { PackageReading } from '../config/packages.js';
import type { Analysis } from '../rules/judge.js';
import { scan } from '../scan.js';
import { exitCode, type Threshold } from './exit-code.js';
import { select, selectionOf } from './selection.js';
import { settle } from './settings.js';

/** What `check` may be told; absent options are those of the configuration, else the defaults of `tallystick scan`. */
export interface CheckOptions {
  /** Files of contracts; absent: as configured, else found. */
  readonly contracts?: readonly string[];
  /** A service of the configuration. */
  readonly service?: string;
  /** The configuration; absent: `.tallystick.yml` at the root of the repository. */
  readonly config?: string;
  readonly basePath?: string;
  /** `false`: none, whatever is configured. */
  readonly baseline?: string | false;
  /** A revision: only findings in what was changed since count. */
  readonly changedSince?: string;
  readonly failOn?: Threshold;
  /** A share from 0 to 1. */
  readonly minDecided?: number;
  readonly infer?: boolean;
  /** `installed`: the declaration files of packages in `node_modules` are read. */
  readonly packages?: PackageReading;
  /** Where facts of files are kept between runs; absent: nowhere. */
  readonly cacheDirectory?: string;
}

export interface CheckResult {
  readonly analysis: Analysis;
  /** That of `tallystick scan`: 0, 1 for findings, 3 for an incomplete run. */
  readonly exitCode: number;
  /** What a user should know of the settings. */
  readonly notes: readonly string[];
}

/**
 * Does what `tallystick scan` does for a folder: configuration, scan, baseline, exit code. Prints and writes nothing.
 *
 * @param dir absolute, or relative to the working folder
 * @throws UserError for a mistake of the caller: an unknown folder, a broken contract, configuration or baseline
 */
export async function check(dir: string, options: CheckOptions = {}): Promise<CheckResult> {
  const { failOn = 'error', cacheDirectory, ...wishes } = options;
  const { request, selection, notes } = await settle({ ...wishes, dir, cwd: process.cwd(), env: process.env, by: 'the caller' });
  const found = await scan({ ...request, ...(cacheDirectory === undefined ? {} : { cacheDirectory }) });
  const analysis = select(found, await selectionOf(found, request, selection));
  return { analysis, exitCode: exitCode(analysis, [failOn]), notes };
}
