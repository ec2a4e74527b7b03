import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import type { Contract } from '../../contracts/contract.js';
import type { Answer, Place } from '../../git/process.js';
import { commitOf, fileAt, mergeBase } from '../../git/revisions.js';
import { writeTree } from '../../git/tree.js';
import { leadsOut } from '../../model/leads-out.js';
import { ALL_TRACKED } from '../../model/tracked.js';
import { reasonOf, UserError } from '../../model/user-error.js';
import { type Change, changeSince } from '../../rules/change.js';
import type { Analysis } from '../../rules/judge.js';
import type { Violation } from '../../rules/rule.js';
import { contractsOf, type ScanRequest, scanned } from '../../scan.js';
import { type Causes, causesOf, contractComparison } from '../causes.js';
import { comparableWithBase } from '../validation/finding.js';
import type { Checkout, Judged } from './checkout.js';

/** The scan of the base reuses file contents that the scan of the head has read. */
export { openMemory } from '../../extract/cached-facts.js';

/** A file of the base revision; without `content` the base does not have it. */
export interface Reverted {
  readonly path: string;
  readonly content?: Buffer | undefined;
}

/**
 * Lists the files in which the base differs from the checkout; called when the clone is too shallow to contain the base.
 * `commit`: the base of the merge commit; absent: the best common ancestor of both.
 */
export type AskReverted = (
  commit: string | undefined,
) => Promise<Answer<{ readonly base: string; readonly files: readonly Reverted[] }>>;

/** The inputs of the head's analysis. */
export interface HeadScan {
  readonly checkout: Checkout;
  readonly judged: Judged;
  readonly request: ScanRequest;
  /** Those that were compared; absent: they are read. */
  readonly contracts?: readonly Contract[] | undefined;
  /** What validation says of the documents of the base, of which this is the scan; absent: the head's were not validated. */
  readonly documents?: ((analysis: Analysis, scan: ScanRequest) => Promise<readonly Violation[] | undefined>) | undefined;
}

/**
 * Compares the findings with those of the base: writes the base revision to a folder of its own and scans it with the head's
 * settings. Gives the reason when that fails; new findings are then unknown.
 */
export async function changeSinceBase(
  head: HeadScan,
  analysis: Analysis,
  ask: AskReverted,
): Promise<Answer<{ readonly base: string; readonly change: Change; readonly causes: Causes }>> {
  const { checkout } = head;
  if (checkout.kind === 'unknown') return { ok: false, why: 'there is no git repository' };
  if (checkout.kind === 'other') return { ok: false, why: 'another commit is checked out than the one that this event is about' };
  let folder: string | undefined;
  try {
    folder = realpathSync(mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'tallystick-base-')));
    const written = await writeBase(checkout, head.judged, folder, ask);
    if (!written.ok) return written;
    const moved = await movedTo(folder, head.request, checkout);
    const base = moved.ok ? await analysed(moved.value) : moved;
    if (!moved.ok || !base.ok) return base.ok ? { ok: false, why: 'it could not be scanned' } : base;
    const documents = await head.documents?.(base.value.analysis, moved.value);
    // Changes of contracts are since the base, each of them.
    const comparable = comparableWithBase(analysis, ['VALIDATE-004', ...(documents === undefined ? [] : ['VALIDATE-001'])]);
    const before = { ...base.value.analysis, violations: [...base.value.analysis.violations, ...(documents ?? [])] };
    const contracts = head.contracts ?? (await contractsOf(head.request)).contracts;
    const { diffs, ...comparison } = contractComparison(base.value.contracts, contracts);
    const compared = changeSince(before, comparable, comparison);
    const causes = causesOf(compared, diffs);
    const comparableSet = new Set(comparable.violations);
    // Live findings of the base are unknown, because no service of the base was called.
    const surfaced = [...compared.surfaced, ...analysis.violations.filter((violation) => !comparableSet.has(violation))];
    return { ok: true, value: { base: written.value, change: { ...compared, surfaced }, causes } };
  } catch (error) {
    // A full disk, or a bug that the base's code triggers, must not lose the findings of the head.
    return { ok: false, why: reasonOf(error) };
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function analysed(request: ScanRequest): Promise<Answer<Awaited<ReturnType<typeof scanned>>>> {
  try {
    // Its result is no result of the head's folder.
    const value = await scanned({ ...request, last: undefined });
    const [crash] = value.analysis.crashes;
    return crash === undefined ? { ok: true, value } : { ok: false, why: `its scan was incomplete (${crash})` };
  } catch (error) {
    // This change did not cause broken or missing contracts of the base.
    if (error instanceof UserError) return { ok: false, why: reasonOf(error) };
    throw error;
  }
}

type Known = Exclude<Checkout, { readonly kind: 'unknown' }>;

/** Writes the base's files to a folder and gives its commit. */
async function writeBase(checkout: Known, judged: Judged, folder: string, ask: AskReverted): Promise<Answer<string>> {
  const { place, commit } = checkout;
  const base = await baseInClone(checkout, judged);
  const tree = await writeTree(place, base ?? commit.sha, folder);
  if (!tree.ok) return tree;
  const used = tree.value.submodules.find((path) => hasFiles(join(place.repository, path)));
  if (used !== undefined) return { ok: false, why: `the submodule ${used} is of another repository` };
  if (base !== undefined) return { ok: true, value: base };
  if (judged.baseSha === undefined) return { ok: false, why: 'the event names no commit before it' };
  const reverted = await ask(checkout.kind === 'merge' ? checkout.base : undefined);
  if (!reverted.ok) return reverted;
  for (const file of reverted.value.files) revert(folder, file);
  return { ok: true, value: reverted.value.base };
}

/** The base's commit, where the clone has it. */
async function baseInClone(checkout: Known, { baseSha, pullRequest }: Judged): Promise<string | undefined> {
  const { place, commit } = checkout;
  if (checkout.kind === 'merge') return (await commitOf(place, checkout.base)).ok ? checkout.base : undefined;
  if (baseSha === undefined) return undefined;
  // The base branch may have moved on since the pull request began; those changes are not part of it.
  if (pullRequest === undefined) return (await commitOf(place, baseSha)).ok ? baseSha : undefined;
  const ancestor = await mergeBase(place, commit.sha, baseSha);
  return ancestor.ok ? ancestor.value : undefined;
}

function hasFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** GitHub names paths of the same repository; paths that leave the folder are skipped. */
function revert(folder: string, { path, content }: Reverted): void {
  const file = join(folder, path);
  if (file === folder || isOutside(folder, file)) return;
  // A folder of the head may be a link: nothing is deleted or written through it.
  let above = dirname(file);
  while (!existsSync(above)) above = dirname(above);
  if (isOutside(folder, realpathSync(above))) return;
  rmSync(file, { force: true, recursive: true });
  if (content === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function isOutside(folder: string, path: string): boolean {
  return leadsOut(relative(folder, path));
}

/** The same request for the other folder. Contracts are identified by their path, so those outside of the repository cannot be compared. */
async function movedTo(folder: string, request: ScanRequest, { place, commit }: Known): Promise<Answer<ScanRequest>> {
  const { repository, dir, contracts = [], cacheDirectory: _, onProgress: __, ...rest } = request;
  const moved = (path: string): string => join(folder, relative(repository, path));
  const named: string[] = [];
  for (const contract of contracts) {
    const path = relative(repository, contract).replaceAll(sep, '/');
    if (isOutside(repository, contract)) return { ok: false, why: `the contract ${path} lies outside the repository` };
    if (existsSync(moved(contract))) named.push(moved(contract));
    else if (!(await isTracked(place, commit.sha, path))) return { ok: false, why: `the contract ${path} is not in git` };
  }
  if (contracts.length > 0 && named.length === 0) return { ok: false, why: 'it has none of these contracts' };
  // Contracts that the change adds may be missing in the base.
  const contractLists = rest.contractLists?.map(({ globs }) => ({ globs, optional: globs }));
  const value = { ...rest, contractLists, repository: folder, dir: moved(dir), contracts: named, tracked: ALL_TRACKED };
  return { ok: true, value };
}

async function isTracked(place: Place, commit: string, path: string): Promise<boolean> {
  const found = await fileAt(place, commit, path);
  return found !== 'absent' && found.ok;
}
