import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentId } from '../../../src/builder/agent-names.js';
import { changesOfReadOnly, checkArtifacts } from '../../../src/builder/agent-report/artifacts.js';
import { claimedPath } from '../../../src/builder/agent-report/claimed-path.js';
import { takeSnapshot } from '../../../src/builder/agent-report/snapshot.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';
import { contractOf } from './sample.js';

afterEach(removeFolders);

interface Work {
  readonly reporter?: AgentId;
  readonly before?: Readonly<Record<string, string>>;
  readonly written?: Readonly<Record<string, string>>;
  readonly removed?: readonly string[];
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly known?: string;
  readonly reviewsRequested?: boolean;
  readonly protectedFiles?: readonly string[];
}

/** What is wrong with the claims of an agent that did this work. */
async function problems({
  reporter = 'builder',
  before = {},
  written = {},
  removed = [],
  claims = {},
  known = '',
  ...more
}: Work) {
  const workspace = folderOf(before);
  const first = await takeSnapshot(workspace);
  writeFiles(workspace, written);
  for (const path of removed) rmSync(join(workspace, path));
  const found = checkArtifacts({
    reporter,
    contract: contractOf(reporter, { CLAIMED_ARTIFACTS: [], FILES_MODIFIED: [], ...claims }),
    narrative: known.replaceAll('WORKSPACE', workspace),
    before: first,
    after: await takeSnapshot(workspace),
    workspace,
    ...more,
  });
  return found.map(({ kind, path, blocks }) => `${kind}${blocks ? '' : ' (told)'} ${path}`);
}

describe('CLAIMED_ARTIFACTS', () => {
  const plan = 'docs/plans/2026-11-21-orders.md';

  test('a plan that was written is there', async () => {
    expect(await problems({ reporter: 'planner', written: { [plan]: '# Plan' }, claims: { CLAIMED_ARTIFACTS: [plan] } })).toEqual(
      [],
    );
  });

  // Shows 002-CLAIMED_ARTIFACTS-EXIST by builder/agent-report/artifacts.ts
  test('a plan that the agent did not write is missing', async () => {
    expect(await problems({ reporter: 'planner', claims: { CLAIMED_ARTIFACTS: [plan] } })).toEqual([`missing ${plan}`]);
  });

  test('what was there before is none of this step, unless it is the plan, which the build writes down itself', async () => {
    const before = { [plan]: '# Plan', 'docs/research/a.md': '# Research' };
    const claims = { CLAIMED_ARTIFACTS: [plan, 'docs/research/a.md'], PLAN_FILE: plan };
    expect(await problems({ reporter: 'planner', before, claims })).toEqual(['unchanged docs/research/a.md']);
  });

  test('a folder is no artifact', async () => {
    const claims = { CLAIMED_ARTIFACTS: ['docs/plans/deep'] };
    expect(await problems({ reporter: 'planner', written: { 'docs/plans/deep/a.md': '' }, claims })).toContain(
      'missing docs/plans/deep',
    );
  });

  test.each([
    'src/a.md',
    '../docs/plans/a.md',
    '/etc/docs/plans/a.md',
    'docs/plans/../../a.md',
    '.tallystick/docs/plans/a.md',
    '',
    // Shows 002-CLAIMED_ARTIFACTS-APPROVED by builder/agent-report/artifacts.ts
  ])('what lasts does not stand at %j', async (path) => {
    const written = { 'src/a.md': '', 'a.md': '' };
    expect(
      await problems({ reporter: 'planner', written, claims: { CLAIMED_ARTIFACTS: [path], FILES_MODIFIED: ['src', 'a.md'] } }),
    ).toEqual([`unauthorised ${path}`]);
  });

  // Shows 002-CLAIMED_ARTIFACTS-REVIEWS by builder/agent-report/artifacts.ts
  test('reviews may be written only on request', async () => {
    const work = { written: { 'docs/reviews/a.md': '' }, claims: { CLAIMED_ARTIFACTS: ['docs/reviews/a.md'] } };
    expect(await problems(work)).toEqual(['unauthorised docs/reviews/a.md']);
    expect(await problems({ ...work, reviewsRequested: true })).toEqual([]);
  });

  // Shows 002-CLAIMED_ARTIFACTS-READ-ONLY by builder/agent-report/artifacts.ts
  test('an agent that only reads claims nothing', async () => {
    expect(await problems({ reporter: 'quality-reviewer', claims: { CLAIMED_ARTIFACTS: ['docs/research/a.md'] } })).toEqual([
      'unauthorised docs/research/a.md',
    ]);
  });
});

describe('FILES_MODIFIED', () => {
  test('what was created, changed and deleted was', async () => {
    const before = { 'src/a.ts': '1', 'src/b.ts': '1' };
    const claims = { FILES_MODIFIED: ['./src/a.ts', 'src/b.ts', 'src/c.ts'] };
    expect(await problems({ before, written: { 'src/a.ts': '2', 'src/c.ts': '' }, removed: ['src/b.ts'], claims })).toEqual([]);
  });

  // Shows 002-FILES_MODIFIED by builder/agent-report/artifacts.ts
  test('a file that is not there is a lie', async () => {
    expect(await problems({ claims: { FILES_MODIFIED: ['src/app.ts'] } })).toEqual(['missing src/app.ts']);
  });

  test('a file that is as it was is one too', async () => {
    expect(await problems({ before: { 'src/a.ts': '1' }, claims: { FILES_MODIFIED: ['src/a.ts'] } })).toEqual([
      'unchanged src/a.ts',
    ]);
  });

  test('a folder stands for what changed in it', async () => {
    const written = { 'src/orders/a.ts': '', 'src/orders/b.ts': '' };
    expect(await problems({ written, claims: { FILES_MODIFIED: ['src/orders/'] } })).toEqual([]);
  });

  test.each(['../a.ts', '/etc/passwd', '.git/config', '~/.bashrc', 'C:\\a.ts', 'a/../../b', 'a\0b'])(
    '%j is no path in it',
    async (path) => {
      expect(await problems({ claims: { FILES_MODIFIED: [path] } })).toEqual([`unauthorised ${path}`]);
    },
  );

  test('unnamed changes are reported, without output of builds and tests', async () => {
    const written = { 'src/a.ts': '', 'src/b.ts': '', 'coverage/index.html': '', 'dist/a.js': '', 'package-lock.json': '' };
    expect(await problems({ written, claims: { FILES_MODIFIED: ['src/a.ts'] } })).toEqual(['unnamed (told) src/b.ts']);
  });
});

describe('an agent that only reads', () => {
  // Shows 002-FILES_MODIFIED-READ-ONLY by builder/agent-report/artifacts.ts
  test.each(['hunter', 'verifier', 'security-reviewer', 'investigator'] as const)('a %s changes nothing', async (reporter) => {
    const before = { 'src/a.ts': '1', 'src/b.ts': '1' };
    expect(await problems({ reporter, before, written: { 'src/a.ts': '2', 'src/c.ts': '' }, removed: ['src/b.ts'] })).toEqual([
      'read-only src/a.ts',
      'read-only src/b.ts',
      'read-only src/c.ts',
    ]);
  });

  test('and says so', async () => {
    expect(await problems({ reporter: 'hunter', claims: { FILES_MODIFIED: ['src/a.ts'] } })).toEqual(['read-only src/a.ts']);
  });

  test.each([
    [
      'results of tests',
      { 'coverage/lcov.info': '', '.pytest_cache/v/x': '', 'src/__pycache__/a.pyc': '', 'test-results/x.xml': '' },
    ],
    [
      'results of builds',
      { 'dist/a.js': '', 'target/a.jar': '', 'svc/obj/a.dll': '', 'svc/bin/Debug/a.dll': '', 'a.tsbuildinfo': '' },
    ],
    [
      'lock files and databases that were not there',
      { 'package-lock.json': '', 'go.sum': '', 'data.sqlite': '', 'debug.log': '' },
    ],
    ['what a running service keeps', { 'data/orders.json': '', 'svc/logs/a.txt': '', 'server.pid': '' }],
    ['what git leaves out', { 'generated/a.ts': '', 'packages/a/local.json': '' }],
  ])('may leave %s', async (_, written) => {
    const before = { '.gitignore': 'generated/\n', 'packages/a/.gitignore': 'local.json\n', 'src/a.ts': '' };
    expect(await problems({ reporter: 'verifier', before, written })).toEqual([]);
  });

  test.each([
    ['sources in a folder that is called like results', { 'build/plan.ts': '1' }, { 'build/new.ts': '' }, 'build/new.ts'],
    ['data that belongs to the service', { 'data/seed.json': '1' }, { 'data/new.json': '' }, 'data/new.json'],
    ['a lock file that was there', { 'package-lock.json': '1' }, { 'package-lock.json': '2' }, 'package-lock.json'],
    ['a file that a rule of its own leaves out', {}, { '.gitignore': '*\n', 'src/evil.ts': '' }, '.gitignore'],
  ])('may not touch %s', async (_, before, written, path) => {
    expect(await problems({ reporter: 'verifier', before, written })).toContain(`read-only ${path}`);
  });

  test('rules that could keep a matcher busy leave nothing out', async () => {
    const folder = folderOf({ '.gitignore': `${'a*'.repeat(50)}b\n` });
    const before = await takeSnapshot(folder);
    writeFiles(folder, { ['a'.repeat(200)]: '' });
    expect(changesOfReadOnly(before, await takeSnapshot(folder))).toHaveLength(1);
  });
});

describe('files of others that measure the work', () => {
  const before = { 'test/a.test.js': '1', 'test/b.test.js': '1' };
  const protectedFiles = Object.keys(before);

  test('may not be taken away', async () => {
    const claims = { FILES_MODIFIED: ['test/a.test.js'] };
    expect(await problems({ before, protectedFiles, removed: ['test/a.test.js'], claims })).toEqual(['read-only test/a.test.js']);
  });

  test('a change of one is reported', async () => {
    const claims = { FILES_MODIFIED: ['test/a.test.js'] };
    expect(await problems({ before, protectedFiles, written: { 'test/a.test.js': '2' }, claims })).toEqual([
      'read-only (told) test/a.test.js',
    ]);
  });
});

describe('what words tell', () => {
  test.each([
    ['Plan saved to docs/plans/a.md.', 'docs/plans/a.md'],
    ['Created a new test file at `my tests/a.test.js`', 'my tests/a.test.js'],
    ['The report has been saved to `docs/research/a.md`', 'docs/research/a.md'],
    ['I created `src/a.ts`.', 'src/a.ts'],
    ["- I've written **src/a.ts** with all routes", 'src/a.ts'],
    ['Created src/a.ts and src/b.ts', 'src/a.ts'],
    ['1. Wrote WORKSPACE/src/a.ts', 'src/a.ts'],
    ['✅ Successfully generated "docs/plans/a.md"', 'docs/plans/a.md'],
    // Shows 002-CLAIMED_ARTIFACTS-NARRATIVE by builder/agent-report/narrative.ts
  ])('%s: the report has to name it', async (known, path) => {
    expect(await problems({ known })).toEqual([`narrative ${path}`]);
  });

  test.each([
    ['The developer created `src/a.ts`.'],
    ['Sessions are saved to `data/sessions.json`.'],
    ['A file is created at src/a.ts when the server starts'],
    ['src/a.ts should be created'],
    ['Created a test for GET /orders/{id}.'],
    ['I wrote three tests.'],
    ['Saved 20 ms by caching'],
    ['Created the route, see https://example.com/a.html'],
    ['Generated coverage/index.html'],
    ['Generated types from src/schema.ts'],
    ['Wrote tests for src/a.ts'],
    ['Report generated by `tools/report.py`'],
    ['Created a handler in src/app.ts'],
    ['I saved the log to /tmp/run.log'],
    ['```\nCreated src/a.ts\n```'],
  ])('%s: ambiguous text is ignored', async (known) => {
    expect(await problems({ known })).toEqual([]);
  });

  test('files of the report may be named, also in short', async () => {
    const work = { written: { 'src/orders/a.ts': '' }, claims: { FILES_MODIFIED: ['src/orders/a.ts'] } };
    expect(await problems({ ...work, known: 'Created src/orders/a.ts.\nCreated orders/a.ts.' })).toEqual([]);
  });

  test('a reviewer that tells of a report that it must not write', async () => {
    const known = 'Report saved to docs/reviews/a.md';
    expect(await problems({ reporter: 'security-reviewer', known })).toEqual(['narrative docs/reviews/a.md']);
  });
});

test('a whole path in the workspace is one', () => {
  expect(claimedPath('/work/a/src/b.ts', '/work/a')).toBe('src/b.ts');
  expect(claimedPath('/work/ab/src/b.ts', '/work/a')).toBeUndefined();
  expect(claimedPath(' src\\b.ts ', '/work/a')).toBe('src/b.ts');
});
