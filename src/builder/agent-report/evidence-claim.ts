/** An entry of EVIDENCE_COMMANDS: a command and its claimed exit code. */
export interface Claim {
  readonly entry: string;
  readonly command: string;
  readonly claimed: number;
}

/** Parses `npm test => exit 0`; a note may follow. undefined: another syntax. */
export function claimOf(entry: string): Claim | undefined {
  const arrow = entry.lastIndexOf('=>');
  const exit = arrow === -1 ? null : /^exit(?: code)?[ :=]{1,3}([0-9]{1,3})(?![0-9])/i.exec(entry.slice(arrow + 2).trim());
  const command = bareOf(entry.slice(0, Math.max(0, arrow)).trim());
  return exit === null || command === '' ? undefined : { entry, command, claimed: Number(exit[1]) };
}

/** Removes backticks around a command. */
function bareOf(command: string): string {
  return command.length > 2 && command.startsWith('`') && command.endsWith('`') ? command.slice(1, -1).trim() : command;
}

/** Commands that prove nothing. */
const EMPTY: ReadonlySet<string> = new Set(['true', 'false', ':', 'exit', 'echo', 'printf', 'sleep', 'pwd', 'cd']);
/** Commands that must not be repeated to verify them. */
const CHANGES: ReadonlySet<string> = new Set(['rm', 'rmdir', 'mv', 'sudo', 'su', 'pkill', 'killall', 'shutdown', 'dd']);
const CHANGES_BY: Readonly<Record<string, string>> = {
  git: 'push commit reset checkout switch restore stash clean rebase merge pull rm mv',
  npm: 'publish unpublish login version',
  yarn: 'publish login',
  pnpm: 'publish login',
  cargo: 'publish login',
  docker: 'push login rm rmi kill stop',
  twine: 'upload',
};
/** Programs whose exit code reports a search result; in front of others it does not matter. */
const LOOKS: ReadonlySet<string> = new Set([
  ...[
    'grep',
    'egrep',
    'fgrep',
    'rg',
    'ag',
    'find',
    'ls',
    'cat',
    'head',
    'tail',
    'sort',
    'uniq',
    'wc',
    'awk',
    'sed',
    'jq',
    'cut',
    'tr',
  ],
  ...['git', 'echo', 'printf', 'yes', 'diff', 'cmp', 'test', 'xargs', 'ps', 'env'],
]);

type Words = readonly string[];

/** Why a command proves nothing, or is not repeated: a sentence without a full stop. undefined: it can be run. */
export function unusableWhy(command: string): string | undefined {
  const words = command.split(/\s/).filter((word) => word !== '');
  const placeholder = words.find((word) => word === '...' || word.includes('…') || /^<[A-Za-z][\w-]{0,40}>$/.test(word));
  if (placeholder !== undefined) return `${placeholder} stands for something: the whole command is asked for`;
  const parts = partsOf(command, /&&|\|\||[;|\n]/);
  if (parts.every(([first = '']) => EMPTY.has(first))) return 'it shows nothing';
  if (hidesItsEnd(command)) return 'whatever it does, it ends well';
  const changing = parts.find(isChange);
  return changing === undefined ? undefined : `${changing.slice(0, 2).join(' ')} changes something: it is not run again`;
}

/**
 * Whether the first program of a pipe decides the result: for `npm test
 * tail` a shell only reports tail, which always succeeds.
 */
export function isPipeOfResult(command: string): boolean {
  const [last = ''] = command.split(/&&|\|\||[;\n]/).slice(-1);
  const [[first = ''] = [], ...behind] = partsOf(last, /\|/);
  return behind.length > 0 && !LOOKS.has(first);
}

/** Finds `npm test || true` and `npm test; echo done`, which hide the exit code. */
function hidesItsEnd(command: string): boolean {
  const parts = partsOf(command, /\|\||[;\n]/);
  const [first = '', second = ''] = parts.at(-1) ?? [];
  return parts.length > 1 && EMPTY.has(first) && first !== 'false' && !(first === 'exit' && second !== '0');
}

/** Ending processes of the command itself is no change. */
function isChange([first = '', second = '', ...rest]: Words): boolean {
  if (first === 'kill') return ![second, ...rest].some((word) => word.startsWith('%') || word.startsWith('$'));
  return CHANGES.has(first) || (CHANGES_BY[first]?.split(' ').includes(second) ?? false);
}

function partsOf(command: string, at: RegExp): readonly Words[] {
  const parts = command.split(at).map((part) => part.trim().split(/\s/));
  return parts.filter(([first]) => first !== '');
}
