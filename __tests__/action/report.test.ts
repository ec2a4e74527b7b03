import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pullRequest, push, workflowDispatch, workflowRun } from './events.js';
import { isBundle, type Step } from './runner.js';
import { checksOn, FULL, openScene, ownComments, READ_ONLY, type Scene } from './scene.js';
import { serviceWith } from './service.js';

/**
 * The two workflows for forks: the first scans without rights and writes a result, the second publishes it with its own token and
 * takes commit and pull request from GitHub alone.
 */

let scene: Scene;
let folder: string;
beforeEach(async () => {
  scene = await openScene({ base: serviceWith(0), head: serviceWith(2), fork: true });
  folder = mkdtempSync(join(tmpdir(), 'tallystick-artifact-'));
});
afterEach(async () => {
  await scene.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The scan of the fork's pull request, and the text of its report. */
async function scanned(): Promise<{ readonly step: Step; readonly report: string }> {
  const step = await scene.step({ event: pullRequest(scene.at, { fork: true }), token: READ_ONLY });
  return { step, report: readFileSync(step.outputs.report ?? '', 'utf8') };
}

/** Publishes a report, on a checkout of the default branch. */
function published(report: string, inputs: Readonly<Record<string, string>> = {}): Promise<Step> {
  const result = join(folder, 'report.json');
  writeFileSync(result, report);
  const event = workflowRun(scene.at, { fork: true });
  const workspace = scene.repository.checkout('refs/heads/main');
  return scene.step({ event, workspace, token: FULL, action: 'report', inputs: { result, ...inputs } });
}

/** Nothing of the report stands on the pull request, but that it was refused. */
function expectRefusal(): void {
  expect(checksOn(scene, scene.at.headSha)).toMatchObject([{ conclusion: 'neutral', name: 'Tallystick (reported)' }]);
  expect(ownComments(scene).map(({ body }) => body)).toEqual([expect.stringContaining('is not a report of Tallystick')]);
}

test('what the fork could not publish stands on its pull request, and the step of the default branch is green', async () => {
  const { step, report } = await scanned();
  expect(step.code).toBe(1);
  expect([ownComments(scene), checksOn(scene, scene.at.headSha)]).toEqual([[], []]);

  const second = await published(report);
  expect({ code: second.code, errors: second.outputs.errors }).toEqual({ code: 0, errors: '2' });
  expect(checksOn(scene, scene.at.headSha)).toMatchObject([{ conclusion: 'failure' }]);
  const [comment, ...others] = ownComments(scene);
  expect(others).toEqual([]);
  expect(comment?.body).toContain('2 new findings');
  expect(comment?.body).toContain('A run of the change produced this result');
});

test('says what the change did, as the run without rights found it; one that hides that is neutral at best', async () => {
  const { step, report } = await scanned();
  const second = await published(report);
  expect([step.outputs.new, second.outputs.new, second.outputs.lost]).toEqual(['2', '2', '0']);
  expect(ownComments(scene)[0]?.body).toContain('The change breaks');

  const forged = JSON.parse(report);
  type Named = { readonly fingerprint: string; readonly severity: string };
  forged.change.remaining = forged.violations.map(({ fingerprint, severity }: Named) => ({ fingerprint, severity }));
  const third = await published(JSON.stringify(forged));
  expect([third.code, third.outputs.new]).toEqual([0, '0']);
  expect(checksOn(scene, scene.at.headSha).map(({ conclusion }) => conclusion)).toContain('neutral');
  expect(checksOn(scene, scene.at.headSha).map(({ conclusion }) => conclusion)).not.toContain('success');
});

test('never takes the place of what a run with rights of its own said of the same commit', async () => {
  const { report } = await scanned();
  const trusted = await scene.step({ event: pullRequest(scene.at), token: FULL, run: 41 });
  expect(trusted.code).toBe(1);
  const clean = { ...JSON.parse(report), violations: [] };
  for (const row of clean.matrix) row.status = 'verified';
  await published(JSON.stringify(clean));
  expect(checksOn(scene, scene.at.headSha).map(({ conclusion }) => conclusion)).toEqual(['failure', 'neutral']);
  expect(ownComments(scene).filter(({ body }) => body.includes('2 new findings'))).toHaveLength(1);
});

test('a report that speaks of another pull request, commit or repository is not listened to', async () => {
  const { report } = await scanned();
  const known = { ...JSON.parse(report), pullRequest: 1, headSha: 'f'.repeat(40), repository: 'octo-org/other' };
  const { code, commands } = await published(JSON.stringify(known));
  expect(code).toBe(2);
  expect(commands.filter(({ name }) => name === 'error')).toMatchObject([
    { message: expect.stringContaining('is not a report of Tallystick') },
  ]);
  expectRefusal();
});

test('words of a report are words: no command of the runner, no markup, no mention, no suggestion', async () => {
  const evil = '::error::x\n::set-output name=errors::0\n--> <script> @octo-org/all [x](https://evil.example) ##[error]';
  const { report } = await scanned();
  const data = JSON.parse(report);
  for (const violation of data.violations)
    Object.assign(violation, { message: evil, field: evil, promised: evil, actual: evil, suggestion: evil });
  data.crashes = [evil];
  const { code, commands, outputs } = await published(JSON.stringify(data));
  expect(code).toBe(0);
  expect(outputs.errors).toBe('2');
  expect(commands.filter(({ message }) => message.includes('x'))).toEqual([]);
  const [comment] = ownComments(scene);
  // What stands in code spans is shown as it is.
  const outside = (comment?.body ?? '').replaceAll(/`[^`\n]*`/g, '');
  expect(outside).toContain('\\<script\\>');
  expect(outside).not.toMatch(/[^\\]<script>|@octo-org|[^\\]\]\(https:\/\/evil/);
  expect(scene.github.world.reviews).toEqual([]);
});

test('a report with paths out of the repository is refused', async () => {
  const { report } = await scanned();
  const data = JSON.parse(report);
  data.violations[0].file_path = '../../etc/passwd';
  expect((await published(JSON.stringify(data))).code).toBe(2);
  expectRefusal();
});

test('mode report is for workflow_run alone: elsewhere it would know no commit but its own', async () => {
  const { report } = await scanned();
  const result = join(folder, 'report.json');
  writeFileSync(result, report);
  const event = push(scene.at.baseSha, scene.at.headSha);
  const { code, commands } = await scene.step({ event, action: 'report', inputs: { result } });
  expect(code).toBe(2);
  expect(commands.find(({ name }) => name === 'error')?.message).toContain('`workflow_run`');
});

test('output writes reports of every format, whose links lead to the commit', async () => {
  const file = (name: string): string => join(folder, name);
  const formats = ['html', 'sarif', 'junit', 'markdown', 'text', 'github'];
  const output = [file('main.json'), ...formats.map((format) => `${format}=${file(format)}`)].join('\n');
  const { code, outputs } = await scene.step({ event: pullRequest(scene.at), inputs: { output } });
  expect({ code, report: outputs.report }).toEqual({ code: 1, report: file('main.json') });
  const begins = formats.map((format) => readFileSync(file(format), 'utf8').slice(0, 15).split('\n')[0]);
  expect(begins).toEqual(['<!doctype html>', '{', '<?xml version="', '# Contract comp', expect.any(String), '::error file=sr']);
  const page = readFileSync(file('html'), 'utf8');
  expect(page).toContain('class="excerpt"');
  expect(page).toContain(`octo-org/service (#7) at ${scene.at.headSha.slice(0, 12)}, `);
});

const onBundle = isBundle ? test : test.skip;
onBundle('facts are kept in the folder of the cache, and taken from it', async () => {
  const event = workflowDispatch(scene.at.baseSha);
  const workspace = scene.repository.checkout('refs/heads/main');
  const hits = async (): Promise<number> => {
    const { outputs } = await scene.step({ event, workspace, inputs: { cache: join(folder, 'facts') } });
    return JSON.parse(readFileSync(outputs.report ?? '', 'utf8')).stats.cacheHits;
  };
  expect(await hits()).toBe(0);
  expect(await hits()).toBeGreaterThan(0);
  const inside = await scene.step({ event, workspace, inputs: { cache: join(workspace, 'facts') } });
  expect(inside.code).toBe(2);
});
