import { endOf } from './excerpt.js';
import { type Ran, type RunOptions, runCommand } from './run-command.js';

export type { RunOptions } from './run-command.js';

/** What became of one entry of EVIDENCE_COMMANDS. */
export interface EvidenceResult {
  /** As the agent wrote it. */
  readonly entry: string;
  readonly command: string;
  /** The exit code that it claims. */
  readonly claimed?: number | undefined;
  /**
   * - `kept`: we ran it and saw the same
   * - `differs`, `timeout`: we saw something else
   * - `unusable`: nobody could run it, or it shows nothing
   * - `earlier`: it was so before the work was done, and cannot be seen again
   * - `not-run`: it was not run again
   */
  readonly outcome: 'kept' | 'differs' | 'timeout' | 'unusable' | 'earlier' | 'not-run';
  /** What we saw. */
  readonly exit?: number | undefined;
  /** A sentence without a full stop. */
  readonly why: string;
  /** The end of what it printed, without secrets. */
  readonly output: string;
}

export interface EvidenceOptions extends RunOptions {
  /** Of whoever changes code: what is claimed to have failed did so before (seed 002: RED), and is seen by running tests ourselves. */
  readonly failuresAreEarlier?: boolean | undefined;
}

/** An entry as a command and the exit code that it is claimed to give. */
export interface Claim {
  readonly entry: string;
  readonly command: string;
  readonly claimed: number;
}

const MOST_COMMANDS = 20;
/** All commands together may take so many times what one may. */
const MOST_TIMES = 4;
const LONGEST_OUTPUT = 4_000;
const NO_SUCH_COMMAND = 127;
const CANNOT_BE_RUN = 126;

/**
 * Runs what an agent says that it ran, one command after the other, and compares exit codes. This is no security boundary: an agent
 * that can name commands could run them before.
 *
 * @param entries `command => exit N`; untrusted
 */
export async function runEvidence(entries: readonly string[], options: EvidenceOptions): Promise<readonly EvidenceResult[]> {
  const read = entries.map(claimOf);
  const seen = new Map<string, EvidenceResult>();
  const until = performance.now() + options.timeoutSeconds * 1_000 * MOST_TIMES;
  const look = async (claim: Claim): Promise<EvidenceResult> => {
    if (seen.size >= MOST_COMMANDS) return notRun(claim, 'there are too many commands');
    if (performance.now() > until) return notRun(claim, 'the commands took too long');
    return compared(claim, await runCommand(claim.command, options), options);
  };
  const results: EvidenceResult[] = [];
  for (const [index, { claim, unread }] of read.entries()) {
    if (claim === undefined) {
      results.push(unread);
      continue;
    }
    const later = read.slice(index + 1).flatMap((each) => each.claim ?? []);
    const key = `${claim.claimed} ${claim.command}`;
    const found = withoutRun(claim, later, options) ?? seen.get(key) ?? (await look(claim));
    seen.set(key, found);
    results.push({ ...found, entry: claim.entry });
  }
  return results;
}

/** Where commands are not run again: what can be said of them all the same. */
export function readEvidence(entries: readonly string[]): readonly EvidenceResult[] {
  return entries.map(claimOf).map(({ claim, unread }) => {
    if (claim === undefined) return unread;
    return unusableWhy(claim) ?? notRun(claim, 'commands of agents are not run again here');
  });
}

/** `npm test => exit 0`; a note may follow. */
function claimOf(
  entry: string,
): { readonly claim: Claim; readonly unread?: never } | { readonly claim?: never; readonly unread: EvidenceResult } {
  const arrow = entry.lastIndexOf('=>');
  const exit = arrow === -1 ? null : /^exit(?: code)?[ :=]{1,3}([0-9]{1,3})(?![0-9])/i.exec(entry.slice(arrow + 2).trim());
  const command = bareOf(entry.slice(0, Math.max(0, arrow)).trim());
  if (exit === null || command === '') return { unread: unread(entry) };
  return { claim: { entry, command, claimed: Number(exit[1]) } };
}

/** A command in backticks is one without. */
function bareOf(command: string): string {
  return command.length > 2 && command.startsWith('`') && command.endsWith('`') ? command.slice(1, -1).trim() : command;
}

/** What can be said of a claim before anything is run; undefined: it has to be run. */
function withoutRun(claim: Claim, later: readonly Claim[], options: EvidenceOptions): EvidenceResult | undefined {
  const again = later.some(({ command, claimed }) => command === claim.command && claimed !== claim.claimed);
  if (again) return result(claim, 'earlier', 'the same command is claimed to give something else later');
  if (options.failuresAreEarlier && claim.claimed !== 0) return result(claim, 'earlier', 'it failed before the code was changed');
  return unusableWhy(claim);
}

const PROVES_NOTHING: ReadonlySet<string> = new Set(['true', 'false', ':', 'exit', 'echo', 'printf', 'sleep', 'pwd', 'cd']);
/** What must not be done once more to see whether it was done. */
const CHANGES: ReadonlySet<string> = new Set(['rm', 'rmdir', 'mv', 'sudo', 'su', 'kill', 'pkill', 'killall', 'shutdown', 'dd']);
const CHANGES_BY: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set([
    'push',
    'commit',
    'reset',
    'checkout',
    'switch',
    'restore',
    'stash',
    'clean',
    'rebase',
    'merge',
    'pull',
    'rm',
    'mv',
  ]),
  npm: new Set(['publish', 'unpublish', 'login', 'version']),
  yarn: new Set(['publish', 'login']),
  pnpm: new Set(['publish', 'login']),
  cargo: new Set(['publish', 'login']),
  docker: new Set(['push', 'login', 'rm', 'rmi', 'kill', 'stop']),
  twine: new Set(['upload']),
};

function unusableWhy(claim: Claim): EvidenceResult | undefined {
  const { command } = claim;
  const words = command.split(/\s/).filter((word) => word !== '');
  const placeholder = words.find((word) => word === '...' || word.includes('…') || /^<[A-Za-z][\w-]{0,40}>$/.test(word));
  if (placeholder !== undefined)
    return result(claim, 'unusable', `${placeholder} stands for something: the whole command is asked for`);
  const parts = command.split(/&&|\|\||[;|\n]/).map((part) => part.trim().split(/\s/));
  if (parts.every(([first = '']) => PROVES_NOTHING.has(first))) return result(claim, 'unusable', 'it shows nothing');
  const changing = parts.find(([first = '', second = '']) => CHANGES.has(first) || CHANGES_BY[first]?.has(second));
  if (changing === undefined) return undefined;
  return result(claim, 'unusable', `${changing.slice(0, 2).join(' ')} changes something: it is not run again`);
}

function compared(claim: Claim, ran: Ran, { timeoutSeconds }: RunOptions): EvidenceResult {
  const output = endOf(ran.output, LONGEST_OUTPUT);
  if (ran.how === 'interrupted') return notRun(claim, 'the build was interrupted');
  if (ran.how === 'not-started') return { ...result(claim, 'unusable', 'it could not be started'), output };
  if (ran.how === 'timeout' || ran.exit === null)
    return { ...result(claim, 'timeout', `it did not end within ${timeoutSeconds} s`), output };
  const seen = { exit: ran.exit, output };
  if (ran.exit === claim.claimed) return { ...result(claim, 'kept', 'we saw the same'), ...seen };
  if (ran.exit === NO_SUCH_COMMAND) return { ...result(claim, 'unusable', 'there is no such command'), ...seen };
  if (ran.exit === CANNOT_BE_RUN) return { ...result(claim, 'unusable', 'it cannot be run'), ...seen };
  return { ...result(claim, 'differs', `exit ${claim.claimed} is claimed, we saw exit ${ran.exit}`), ...seen };
}

function notRun(claim: Claim, why: string): EvidenceResult {
  return result(claim, 'not-run', why);
}

function result({ entry, command, claimed }: Claim, outcome: EvidenceResult['outcome'], why: string): EvidenceResult {
  return { entry, command, claimed, outcome, why: `\`${command}\`: ${why}`, output: '' };
}

function unread(entry: string): EvidenceResult {
  const why = `EVIDENCE_COMMANDS has \`${entry}\`, which is not written as \`command => exit <code>\``;
  return { entry, command: '', outcome: 'unusable', why, output: '' };
}
