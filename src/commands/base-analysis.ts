import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import type { Contract } from '../contracts/contract.js';
import type { Answer, Place } from '../git/process.js';
import { commitOf, fileAt, mergeBase } from '../git/revisions.js';
import { writeTree } from '../git/tree.js';
import { leadsOut } from '../model/leads-out.js';
import { ALL_TRACKED } from '../model/tracked.js';
import { UserError } from '../model/user-error.js';
import { type Change, changeSince } from '../rules/change.js';
import type { Analysis } from '../rules/judge.js';
import { contractsOf, type ScanRequest, scanned } from '../scan.js';
import { type Causes, causesOf, contractComparison } from './causes.js';
import type { Checkout, Judged } from './checkout.js';
import { comparableWithBase } from './validation/finding.js';

/** What the scan of the head reads is kept there for that of the base. */
export { openMemory } from '../extract/cached-facts.js';

/** A file as the base revision has it; without `content` it has none. */
export interface Reverted {
  readonly path: string;
  readonly content?: Buffer | undefined;
}

/**
 * In which files the base differs from the checkout, asked where a clone is too shallow to hold the base.
 * `commit`: what a merge was made into; absent: the best common ancestor of both.
 */
export type AskReverted = (
  commit: string | undefined,
) => Promise<Answer<{ readonly base: string; readonly files: readonly Reverted[] }>>;

/** What the head's analysis was made of. */
export interface HeadScan {
  readonly checkout: Checkout;
  readonly judged: Judged;
  readonly request: ScanRequest;
  /** Those that were compared; absent: they are read. */
  readonly contracts?: readonly Contract[] | undefined;
}

/**
 * What a change did to the findings: scans the base revision with the settings of the head, from a tree of its own. Gives the
 * reason where that cannot be done: then nobody knows which findings are new.
 */
export async function changeSinceBase(
  head: HeadScan,
  analysis: Analysis,
  ask: AskReverted,
): Promise<Answer<{ readonly base: string; readonly change: Change; readonly causes: Causes }>> {
  const { checkout } = head;
  if (checkout.kind === 'unknown') return { ok: false, why: 'there is no git repository to ask' };
  if (checkout.kind === 'other') return { ok: false, why: 'another commit is checked out than the one that this event is about' };
  let folder: string | undefined;
  try {
    folder = realpathSync(mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'tallystick-base-')));
    const written = await writeBase(checkout, head.judged, folder, ask);
    if (!written.ok) return written;
    const moved = await movedTo(folder, head.request, checkout);
    const base = moved.ok ? await analysed(moved.value) : moved;
    if (!moved.ok || !base.ok) return base.ok ? { ok: false, why: 'it could not be scanned' } : base;
    const comparable = comparableWithBase(analysis);
    const contracts = head.contracts ?? (await contractsOf(head.request)).contracts;
    const { diffs, ...comparison } = contractComparison(base.value.contracts, contracts);
    const compared = changeSince(base.value.analysis, comparable, comparison);
    const causes = causesOf(compared, diffs);
    const told = new Set(comparable.violations);
    // No service of the base was asked: nobody knows since when it is.
    const surfaced = [...compared.surfaced, ...analysis.violations.filter((violation) => !told.has(violation))];
    return { ok: true, value: { base: written.value, change: { ...compared, surfaced }, causes } };
  } catch (error) {
    // A disk that is full, or a bug that the base's code brings out, must not take the findings along.
    return { ok: false, why: whyOf(error) };
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function whyOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/\.$/, '');
}

async function analysed(request: ScanRequest): Promise<Answer<Awaited<ReturnType<typeof scanned>>>> {
  try {
    const value = await scanned(request);
    const [crash] = value.analysis.crashes;
    return crash === undefined ? { ok: true, value } : { ok: false, why: `its scan was incomplete (${crash})` };
  } catch (error) {
    // Contracts that are broken there, or not there at all, are no mistake of this change's.
    if (error instanceof UserError) return { ok: false, why: whyOf(error) };
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
  // The base branch may have moved on since a pull request left it: what happened there is not the change's doing.
  if (pullRequest === undefined) return (await commitOf(place, baseSha)).ok ? baseSha : undefined;
  const ancestor = await mergeBase(place, commit.sha, baseSha);
  return ancestor.ok ? ancestor.value : undefined;
}

function hasFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** Paths are GitHub's words about the same repository; one that would leave the folder is none of its files. */
function revert(folder: string, { path, content }: Reverted): void {
  const file = join(folder, path);
  if (file === folder || isOutside(folder, file)) return;
  // A folder of the head may be a link: nothing is removed or written through one.
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

/** The same question about the other folder. Contracts are named by where they lie, so one from elsewhere cannot be compared. */
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
  // What the change adds need not be there yet.
  const contractLists = rest.contractLists?.map(({ globs }) => ({ globs, optional: globs }));
  const value = { ...rest, contractLists, repository: folder, dir: moved(dir), contracts: named, tracked: ALL_TRACKED };
  return { ok: true, value };
}

async function isTracked(place: Place, commit: string, path: string): Promise<boolean> {
  const found = await fileAt(place, commit, path);
  return found !== 'absent' && found.ok;
}
