import { posix } from 'node:path';
import { copiesOf, dropCopies, storeCopies } from '../agent-report/copies.js';
import { putBack } from '../agent-report/revert.js';
import { compare, type Snapshot } from '../agent-report/snapshot.js';
import type { MilestoneState } from '../milestone-state.js';
import type { Site } from './site.js';
import { snapshotNow } from './snapshots.js';

/** Test folders and names in the supported languages. */
const FOLDERS: ReadonlySet<string> = new Set(['test', 'tests', '__tests__', 'e2e', 'testdata', '__mocks__']);
const NAMES = /(?:\.|-|_)(?:test|tests|spec)\.[A-Za-z]{1,5}$|^test_[^/]{1,200}\.py$|^conftest\.py$|Tests?\.(?:java|kt|cs)$/;
const DOCUMENTS = /\.(?:md|txt|adoc)$/;

/** Whether a file measures the work. */
export function isTest(path: string): boolean {
  if (DOCUMENTS.test(path)) return false;
  const folders = path.split('/').slice(0, -1);
  return NAMES.test(posix.basename(path)) || folders.some((folder) => FOLDERS.has(folder) || folder.endsWith('.Tests'));
}

const idOf = (milestone: string): string => `${milestone}-tests`;

/** Settings of test runners, which say what is run. */
const RUNNERS =
  /^(?:jest|vitest|karma|playwright|cypress|ava)\.(?:config|conf|setup|workspace)\.[a-z]{2,4}$|^\.mocharc\.|^(?:pytest\.ini|tox\.ini)$/;

const isRunner = (path: string): boolean => RUNNERS.test(posix.basename(path));

/** Copies the tests as they failed, with the settings of their runner. */
export async function protectTests(site: Site, milestone: string): Promise<void> {
  await dropCopies(site.workspace, idOf(milestone));
  const tests = testsOf(await snapshotNow(site));
  await storeCopies(site.workspace, idOf(milestone), tests);
  site.failingTests.set(milestone, tests);
}

/** The changes of the tests since they failed. */
export interface ProtectedTests {
  /** Sentences: tests that the developer changed or deleted, now restored. */
  readonly returned: readonly string[];
  /** Tests that a fix changed, and settings of a runner that the developer made: left as they are. */
  readonly changed: readonly string[];
  /** Sentences: tests that could not be restored, so the work cannot be measured. */
  readonly lost: readonly string[];
}

/**
 * Authors of code must not choose its tests: restores tests that the developer changed, and those that any agent deleted. A
 * fix may change a test, which is reported.
 */
export async function restoreTests(site: Site, { id, writer }: MilestoneState): Promise<ProtectedTests> {
  const copies = copiesOf(site.workspace, idOf(id));
  // This process's own observation counts, because agents may overwrite the list.
  const before = site.failingTests.get(id) ?? copies?.snapshot;
  if (before === undefined) return { returned: [], changed: [], lost: [] };
  const { created, modified, deleted } = compare(before, testsOf(await snapshotNow(site)));
  const back = writer === 'developer' ? [...modified, ...deleted] : deleted;
  const lost =
    copies === undefined
      ? back.map((path) => `${path} could not be put back: its copy is gone`)
      : await putBack(site.workspace, back, { ...copies, snapshot: before });
  return {
    returned: back.map((path) => `${path} is again as it was when it was seen to fail`),
    changed: [...(writer === 'developer' ? [] : modified), ...created.filter(isRunner)],
    lost,
  };
}

function testsOf(snapshot: Snapshot): Snapshot {
  const files = new Map([...snapshot.files].filter(([path]) => isTest(path) || isRunner(path)));
  return { ...snapshot, files, folders: new Set() };
}
