import { baselineOf, printBaseline } from '../../src/history/baseline.js';
import { scan } from '../../src/scan.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { pullRequest } from './events.js';
import type { Files } from './repository.js';
import { openScene, ownComments, type Scene } from './scene.js';
import { serviceWith } from './service.js';

/** Pull requests in a repository with a baseline, and what a change may say in it itself. */

let scene: Scene;
afterEach(() => scene.close());
afterAll(removeFolders);

const SCANS = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: false, shared_model_scan: false };

/** A baseline that lists what is broken in a service with so many broken promises. */
async function baselineFor(count: number): Promise<Files> {
  const files = Object.entries(serviceWith(count)).filter((file): file is [string, string] => typeof file[1] === 'string');
  const folder = folderOf(Object.fromEntries(files));
  const { violations } = await scan({ repository: folder, dir: folder, scans: SCANS });
  return { 'baseline.json': printBaseline(baselineOf(violations, [])) };
}

async function judged(base: Files, head: Files, more = '') {
  const config = { '.tallystick.yml': `baseline: baseline.json\n${more}` };
  scene = await openScene({ base: { ...base, ...config }, head: { ...head, ...config } });
  const step = await scene.step({ event: pullRequest(scene.at) });
  return { code: step.code, errors: step.outputs.errors, stated: `${step.summary}\n${ownComments(scene)[0]?.body ?? ''}` };
}

describe('a repository with a baseline', () => {
  test('is failed by what is new alone', async () => {
    const listed = await baselineFor(1);
    const { code, errors, stated } = await judged({ ...serviceWith(1), ...listed }, { ...serviceWith(3), ...listed });
    expect([code, errors]).toEqual([1, '2']);
    expect(stated).toContain('1 finding listed in the baseline');
  });

  test('passes where nothing is new', async () => {
    const listed = await baselineFor(2);
    const { code } = await judged({ ...serviceWith(2), ...listed }, { ...serviceWith(2), ...listed, 'README.md': 'more' });
    expect(code).toBe(0);
  });

  test('is told what a change resolves and still lists, and failed by it where the baseline is strict', async () => {
    const listed = await baselineFor(2);
    const head = { ...serviceWith(1), ...listed };
    const { code, stated } = await judged({ ...serviceWith(2), ...listed }, head);
    expect([code, stated]).toEqual([0, expect.stringContaining('Resolved, and still listed in baseline.json: ')]);
    await scene.close();
    const strict = await judged({ ...serviceWith(2), ...listed }, head, 'strict_baseline: true\n');
    expect([strict.code, strict.errors]).toEqual([1, '0']);
    expect(strict.stated).toContain('still lists 1 finding');
  });

  test('passes when a change takes out what it resolves', async () => {
    const { code } = await judged(
      { ...serviceWith(2), ...(await baselineFor(2)) },
      { ...serviceWith(1), ...(await baselineFor(1)) },
    );
    expect(code).toBe(0);
  });

  test('is not let off by a change that lists its own', async () => {
    const { code, errors, stated } = await judged(
      { ...serviceWith(1), ...(await baselineFor(1)) },
      { ...serviceWith(3), ...(await baselineFor(3)) },
    );
    expect([code, errors]).toEqual([1, '2']);
    expect(stated).toContain('because the base revision does not list them');
  });
});

test('a contract that can no longer be compared fails where no question may stay open', async () => {
  const listed = await baselineFor(1);
  const before = serviceWith(1);
  const contract = String(before['openapi.json']).replace('"kept": {', '"kept": {\n "not": { "const": "y" },');
  const change = { ...before, ...listed, 'openapi.json': contract };
  expect((await judged({ ...before, ...listed }, change)).code).toBe(0);
  await scene.close();
  const strict = await judged({ ...before, ...listed }, change, 'unanswered: fail\n');
  expect([strict.code, strict.stated]).toEqual([
    1,
    expect.stringContaining('could not determine in 1 place whether the contract breaks its consumers'),
  ]);
});

describe('a repository that reports what a change touches', () => {
  const changed = async (head: Files, base = serviceWith(2)): Promise<[number | null, string | undefined]> => {
    const config = { '.tallystick.yml': 'scan_scope_mode: changed\n' };
    scene = await openScene({ base: { ...base, ...config }, head });
    const workspace = scene.repository.checkout('refs/pull/7/merge', 0);
    const step = await scene.step({ event: pullRequest(scene.at), workspace });
    return [step.code, step.outputs.errors];
  };

  test('is not failed by what lies elsewhere', async () => {
    expect(await changed({ 'README.md': 'more' })).toEqual([0, '0']);
  });

  test('is failed by what a changed line of the contract promises', async () => {
    expect(await changed(serviceWith(3))).toEqual([1, '1']);
  });

  test('is failed by what is broken in a changed file of the code', async () => {
    const part = `${serviceWith(2)['src/part_0.py']}# more\n`;
    expect(await changed({ 'src/part_0.py': part })).toEqual([1, '2']);
  });

  test('is failed by what a change breaks in a file that it does not touch', async () => {
    const code = `from src.kept import KEPT\n${serviceWith(2)['src/part_0.py']}`.replaceAll("'kept': 'x'", "'kept': KEPT");
    const base = { ...serviceWith(2), 'src/part_0.py': code, 'src/kept.py': "KEPT = 'x'\n" };
    const retained = (text: string) => ({ 'src/kept.py': text });
    expect(await changed(retained('KEPT = 7\n'), base)).toEqual([1, '1']);
    await scene.close();
    expect(await changed(retained("KEPT = 'y'\n"), base)).toEqual([0, '0']);
  });

  test('asks for the history that a shallow clone lacks', async () => {
    scene = await openScene({
      base: { ...serviceWith(1), '.tallystick.yml': 'scan_scope_mode: changed\n' },
      head: { ...serviceWith(2), '.tallystick.yml': 'scan_scope_mode: changed\n' },
    });
    const workspace = scene.repository.checkout('refs/pull/7/merge', 1);
    const step = await scene.step({ event: pullRequest(scene.at), workspace });
    expect(step.code).toBe(2);
    expect(step.annotations[0]?.message).toContain('fetch-depth: 0');
  });
});
