import type { PackageReading } from '../config/packages.js';
import { shellWord } from '../model/shell-word.js';
import { TOOL } from '../model/tool.js';
import type { BaselineCommands } from '../rules/judge.js';

/** The default name. */
export const BASELINE_FILE = 'contract-baseline.json';

/** The options that decide the findings of a scan. */
export interface ScanOptions {
  readonly dir?: string | undefined;
  readonly contracts?: readonly string[];
  readonly basePath?: string | undefined;
  readonly service?: string | undefined;
  readonly config?: string | undefined;
  readonly depth?: string | undefined;
  /** Infer types that the code does not declare; absent: yes. */
  readonly infer?: boolean | undefined;
  /** What is read of packages; absent: nothing, or as configured. */
  readonly packages?: PackageReading | undefined;
  /** Fact sheets to compare instead of the code. */
  readonly sheets?: readonly string[] | undefined;
}

/**
 * The next commands for the user, with all options of this scan: without them they would scan something else.
 *
 * @param file the baseline, if an option has to name it; absent: the configuration names it
 */
export function baselineCommands(scan: ScanOptions, file: string | undefined): BaselineCommands {
  const words = scanCommandWords(scan);
  const option = file === undefined ? [] : ['--baseline', shellWord(file)];
  return {
    update: [...words, ...option, '--update-baseline'].join(' '),
    all: [...words, '--no-baseline'].join(' '),
  };
}

/** A command that repeats the scan; each word is quoted for a shell. */
export function scanCommandWords({
  sheets,
  dir,
  contracts = [],
  basePath,
  service,
  config,
  depth,
  infer,
  packages,
}: ScanOptions): readonly string[] {
  const named = { '--base-path': basePath, '--service': service, '--config': config, '--depth': depth, '--packages': packages };
  const words = [
    TOOL.name,
    ...(sheets === undefined ? ['scan', ...operands(dir === undefined ? [] : [dir])] : ['merge', ...operands(sheets)]),
    ...contracts.flatMap((contract) => ['--contract', contract]),
    ...Object.entries(named).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value])),
    ...(infer === false ? ['--infer', 'off'] : []),
  ];
  return words.map(shellWord);
}

/** Keeps operands from looking like options. */
function operands(paths: readonly string[]): readonly string[] {
  return paths.map((path) => (path.startsWith('-') ? `./${path}` : path));
}
