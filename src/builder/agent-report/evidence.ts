import { type Claim, claimOf, isPipeOfResult, unusableWhy } from './evidence-claim.js';
import { endOf } from './excerpt.js';
import { type Ran, type RunOptions, runCommand } from './run-command.js';

export type { RunOptions } from './run-command.js';

/** The result of one entry of EVIDENCE_COMMANDS. */
export interface EvidenceResult {
  /** As the agent wrote it. */
  readonly entry: string;
  readonly command: string;
  readonly claimed?: number | undefined;
  /**
   * - `kept`: a repeated run confirmed the claim
   * - `differs`, `timeout`: a repeated run contradicted it
   * - `unusable`: it cannot be run, or proves nothing
   * - `earlier`: it was true before the work, and cannot be repeated
   * - `not-run`: it was not repeated
   */
  readonly outcome: 'kept' | 'differs' | 'timeout' | 'unusable' | 'earlier' | 'not-run';
  /** The observed exit code. */
  readonly exit?: number | undefined;
  /** A sentence without a full stop. */
  readonly why: string;
  /** The end of its output, without secrets. */
  readonly output: string;
}

export interface EvidenceOptions extends RunOptions {
  /** For agents that change code: claimed failures are from before the work (RED), and this program's own test run checks those. */
  readonly failuresAreEarlier?: boolean | undefined;
}

const MOST_COMMANDS = 20;
/** Time limit of all commands, as a multiple of one. */
const MOST_TIMES = 4;
const LONGEST_OUTPUT = 4_000;
const NO_SUCH_COMMAND = 127;
const CANNOT_BE_RUN = 126;
const BROKEN_PIPE = 141;

/**
 * Repeats an agent's evidence commands one by one and compares exit codes. No security boundary: an agent that names commands
 * could run them before.
 *
 * @param entries `command => exit N`; untrusted
 */
export async function runEvidence(entries: readonly string[], options: EvidenceOptions): Promise<readonly EvidenceResult[]> {
  const claims = entries.map((entry) => claimOf(entry) ?? entry);
  const seen = new Map<string, EvidenceResult>();
  const until = performance.now() + options.timeoutSeconds * 1_000 * MOST_TIMES;
  const look = async (claim: Claim): Promise<EvidenceResult> => {
    if (seen.size >= MOST_COMMANDS) return notRun(claim, 'there are too many commands');
    if (performance.now() > until) return notRun(claim, 'the commands took too long');
    return compared(claim, await runCommand(lineOf(claim), options), options);
  };
  const results: EvidenceResult[] = [];
  for (const [index, claim] of claims.entries()) {
    if (typeof claim === 'string') {
      results.push(unread(claim));
      continue;
    }
    const later = claims.slice(index + 1).flatMap((each) => (typeof each === 'string' ? [] : [each]));
    const key = `${claim.claimed} ${claim.command}`;
    const found = withoutRun(claim, later, options) ?? seen.get(key) ?? (await look(claim));
    seen.set(key, found);
    results.push({ ...found, entry: claim.entry });
  }
  return results;
}

/** Results that need no repeated run. */
export function readEvidence(entries: readonly string[]): readonly EvidenceResult[] {
  return entries.map((entry) => {
    const claim = claimOf(entry);
    if (claim === undefined) return unread(entry);
    return unusable(claim) ?? notRun(claim, 'commands of agents are not run again here');
  });
}

/** The result of a claim that needs no run; undefined: it has to be run. */
function withoutRun(claim: Claim, later: readonly Claim[], options: EvidenceOptions): EvidenceResult | undefined {
  const again = later.some(({ command, claimed }) => command === claim.command && claimed !== claim.claimed);
  if (again) return result(claim, 'earlier', 'the same command is claimed to give something else later');
  if (options.failuresAreEarlier && claim.claimed !== 0) return result(claim, 'earlier', 'it failed before the code was changed');
  return unusable(claim);
}

function unusable(claim: Claim): EvidenceResult | undefined {
  const why = unusableWhy(claim.command);
  return why === undefined ? undefined : result(claim, 'unusable', why);
}

/** A pipe returns the exit code of the deciding program; a filter behind it always succeeds. */
function lineOf({ command }: Claim): string {
  // Shells of Windows have no such option.
  return process.platform !== 'win32' && isPipeOfResult(command)
    ? `if (set -o pipefail) 2>/dev/null; then set -o pipefail; fi\n${command}`
    : command;
}

function compared(claim: Claim, ran: Ran, { timeoutSeconds }: RunOptions): EvidenceResult {
  const output = endOf(ran.output, LONGEST_OUTPUT);
  if (ran.how === 'interrupted') return notRun(claim, 'the build was interrupted');
  if (ran.how === 'not-started') return { ...result(claim, 'unusable', 'it could not be started'), output };
  if (ran.how === 'timeout' || ran.exit === null)
    return { ...result(claim, 'timeout', `it did not end within ${timeoutSeconds} s`), output };
  const seen = { exit: ran.exit, output };
  // A program that stops reading ends the one before it.
  if (ran.exit === BROKEN_PIPE && claim.claimed === 0) return { ...result(claim, 'kept', 'we saw the same'), exit: 0, output };
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
