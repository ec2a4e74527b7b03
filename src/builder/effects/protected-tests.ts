import { posix } from 'node:path';
import { copiesOf, dropCopies, keepCopies } from '../agent-report/copies.js';
import { putBack } from '../agent-report/revert.js';
import { compare, type Snapshot } from '../agent-report/snapshot.js';
import type { MilestoneState } from '../milestone-state.js';
import type { Site } from './site.js';
import { snapshotNow } from './snapshots.js';

/** Folders of tests, and names of them, in the languages that are built. */
const FOLDERS: ReadonlySet<string> = new Set(['test', 'tests', '__tests__', 'e2e', 'testdata', '__mocks__']);
const NAMES = /(?:\.|-|_)(?:test|tests|spec)\.[A-Za-z]{1,5}$|^test_[^/]{1,200}\.py$|^conftest\.py$|Tests?\.(?:java|kt|cs)$/;
const DOCUMENTS = /\.(?:md|txt|adoc)$/;

/** Whether a file is one by which work is measured. */
export function isTest(path: string): boolean {
  if (DOCUMENTS.test(path)) return false;
  const folders = path.split('/').slice(0, -1);
  return NAMES.test(posix.basename(path)) || folders.some((folder) => FOLDERS.has(folder) || folder.endsWith('.Tests'));
}

const idOf = (milestone: string): string => `${milestone}-tests`;

/** Keeps the tests as they were seen to fail. */
export async function protectTests(site: Site, milestone: string): Promise<void> {
  await dropCopies(site.workspace, idOf(milestone));
  const tests = testsOf(await snapshotNow(site));
  await keepCopies(site.workspace, idOf(milestone), tests);
  site.held.set(milestone, tests);
}

/** What became of the tests since they were seen to fail. */
export interface ProtectedTests {
  /** Were changed or taken away by who has to pass them, and are again what they were. Sentences. */
  readonly returned: readonly string[];
  /** Were changed by who mends what was found, and stay so. */
  readonly changed: readonly string[];
  /** Could not be put back, so that nobody knows what the work is measured by. Sentences. */
  readonly lost: readonly string[];
}

/**
 * Whoever writes the code does not choose what it is measured by: tests that the developer changed are put back, and so are those that
 * anybody took away. A fix may have to mend a test; then it is told.
 */
export async function restoreTests(site: Site, { id, writer }: MilestoneState): Promise<ProtectedTests> {
  const copies = copiesOf(site.workspace, idOf(id));
  // What this process saw counts: agents may write over the list.
  const before = site.held.get(id) ?? copies?.snapshot;
  if (before === undefined) return { returned: [], changed: [], lost: [] };
  const { modified, deleted } = compare(before, testsOf(await snapshotNow(site)));
  const back = writer === 'developer' ? [...modified, ...deleted] : deleted;
  const lost =
    copies === undefined
      ? back.map((path) => `${path} could not be put back: its copy is gone`)
      : await putBack(site.workspace, back, { ...copies, snapshot: before });
  return {
    returned: back.map((path) => `${path} is again as it was when it was seen to fail`),
    changed: writer === 'developer' ? [] : modified,
    lost,
  };
}

function testsOf(snapshot: Snapshot): Snapshot {
  return { ...snapshot, files: new Map([...snapshot.files].filter(([path]) => isTest(path))), folders: new Set() };
}
