import { shellWord } from '../model/shell-word.js';
import { TOOL } from '../model/tool.js';
import type { BaselineCommands } from '../rules/judge.js';

/** The name that is proposed where none is given. */
export const BASELINE_FILE = 'contract-baseline.json';

/** What decides what a scan finds. */
export interface ScanWords {
  readonly dir?: string | undefined;
  readonly contracts?: readonly string[];
  readonly basePath?: string | undefined;
  readonly service?: string | undefined;
  readonly config?: string | undefined;
  readonly depth?: string | undefined;
  /** Types that nobody wrote down are worked out; absent: they are. */
  readonly infer?: boolean | undefined;
  /** Fact sheets that are compared instead of the code. */
  readonly sheets?: readonly string[] | undefined;
}

/**
 * The commands that a reader may want next, with all that was said about this scan: otherwise they would be of another one.
 *
 * @param file the baseline where an option has to name it; absent: the configuration does
 */
export function baselineCommands(scan: ScanWords, file: string | undefined): BaselineCommands {
  const words = scanWords(scan);
  const option = file === undefined ? [] : ['--baseline', shellWord(file)];
  return {
    update: [...words, ...option, '--update-baseline'].join(' '),
    all: [...words, '--no-baseline'].join(' '),
  };
}

/** The words of a command that scans the same, each quoted for a shell. */
export function scanWords({
  sheets,
  dir,
  contracts = [],
  basePath,
  service,
  config,
  depth,
  infer,
}: ScanWords): readonly string[] {
  const named = { '--base-path': basePath, '--service': service, '--config': config, '--depth': depth };
  const words = [
    TOOL.name,
    ...(sheets === undefined ? ['scan', ...operands(dir === undefined ? [] : [dir])] : ['merge', ...operands(sheets)]),
    ...contracts.flatMap((contract) => ['--contract', contract]),
    ...Object.entries(named).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value])),
    ...(infer === false ? ['--infer', 'off'] : []),
  ];
  return words.map(shellWord);
}

/** No operand may look like an option. */
function operands(paths: readonly string[]): readonly string[] {
  return paths.map((path) => (path.startsWith('-') ? `./${path}` : path));
}
