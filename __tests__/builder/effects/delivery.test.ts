import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { takeSnapshot } from '../../../src/builder/agent-report/snapshot.js';
import type { TaskResult } from '../../../src/builder/backends/backend.js';
import type { Duty } from '../../../src/builder/decide.js';
import { judged } from '../../../src/builder/effects/judging.js';
import type { Site } from '../../../src/builder/effects/site.js';
import { newMilestone } from '../../../src/builder/milestone-state.js';
import type { BuildState } from '../../../src/builder/state.js';
import { serviceProbe } from '../../../src/commands/building/probe.js';
import type { ScanRequest } from '../../../src/scan.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';
import { CONTRACT, SCANS, server } from './hello-service.js';

afterAll(removeFolders);

const RIGHT = server('{"text":"Hello"}');
const README = { 'README.md': 'Start it with node s.cjs.' };

const HEAD = 'BUILD_COMPLETE\nPROJECT: hello';

/** What is said of delivery's answer, after it wrote these files. */
async function delivered(
  fields: string,
  written: Readonly<Record<string, string>>,
  there: Readonly<Record<string, string>>,
  head = HEAD,
  rerunEvidence = true,
  link?: string,
) {
  const workspace = folderOf({ ...there });
  const scan: ScanRequest = { repository: workspace, dir: workspace, scans: SCANS };
  const site = {
    ...{ workspace, scan, env: process.env, signal: new AbortController().signal, programSeconds: 30, leaveOut: [] },
    plan: { milestones: [{ id: 'm', text: 'GET /hello', requirements: [], dependencies: [] }] },
    ...{ options: { rerunEvidence }, known: new Set(), seen: new Map() },
    probe: serviceProbe(() => scan, process.env, '.tallystick/contracts.db'),
  } as unknown as Site;
  site.seen.set('m-delivery-0', await takeSnapshot(workspace, { leaveOut: [] }));
  writeFiles(workspace, written);
  if (link !== undefined) symlinkSync(link, join(workspace, 'linked'));
  const state = { milestones: { m: newMilestone('m', []) } } as unknown as BuildState;
  const duty = { milestone: 'm', step: 'delivery', part: 'own', attempt: 1, problems: [] } as unknown as Duty;
  const output = `${head}\n${fields}`;
  const { verdict } = await judged(site, duty, { output } as unknown as TaskResult, state);
  return verdict;
}

describe('delivery is looked at, not believed', () => {
  const there = { 'api.yaml': CONTRACT, 's.cjs': RIGHT };

  test('what is there, starts and answers as promised passes with nothing said', async () => {
    const verdict = await delivered('LOCATION: .\nSTART: node s.cjs', README, there);
    expect(verdict).toEqual({ outcome: 'passed', reasons: [], warnings: [], doubts: [] });
  });

  test('no file was written', async () => {
    const verdict = await delivered('LOCATION: .\nSTART: node s.cjs', {}, there);
    expect(verdict).toMatchObject({ outcome: 'refused', reasons: ['delivery wrote no file'] });
  });

  test.each([
    ['LOCATION: nowhere/at/all', 'LOCATION is nowhere/at/all, which is not there'],
    ['LOCATION: ../..', 'LOCATION is ../.., which is not there'],
    ['LOCATION: .\nSKILL: skills/ghost/SKILL.md', 'SKILL is skills/ghost/SKILL.md, which is not there'],
  ])('a path that is not there: %j', async (fields, reason) => {
    expect(await delivered(`${fields}\nSTART: node s.cjs`, README, there)).toMatchObject({
      outcome: 'refused',
      reasons: [reason],
    });
  });

  test('a link that leads out of the folder; one that stays in it is there', async () => {
    const linked = async (to: string) => {
      const verdict = await delivered('LOCATION: .\nSKILL: linked\nSTART: node s.cjs', README, there, HEAD, true, to);
      return verdict.reasons;
    };
    expect(await linked(tmpdir())).toEqual(['SKILL is linked, which is not there']);
    expect(await linked('README.md')).toEqual([]);
  });

  test('a service that does not start', async () => {
    const verdict = await delivered('LOCATION: .\nSTART: node s.cjs', README, { ...there, 's.cjs': 'process.exit(3)' });
    expect(verdict).toMatchObject({ outcome: 'refused', reasons: [expect.stringContaining('ended with exit 3')] });
  });

  test('a service that answers wrongly', async () => {
    const verdict = await delivered('LOCATION: .\nSTART: node s.cjs', README, { ...there, 's.cjs': server('{"nope":1}') });
    expect(verdict.doubts).toEqual([expect.stringMatching(/^GET \/hello, asked of the started service/)]);
  });

  test('contracted endpoints, and nothing that starts them', async () => {
    const verdict = await delivered('LOCATION: .', README, there);
    expect(verdict.doubts).toEqual([expect.stringContaining('the delivered service was not asked: no command starts')]);
    const { 'api.yaml': _contract, ...without } = there;
    expect((await delivered('LOCATION: .', README, without)).doubts).toEqual([]);
  });

  test('where commands are switched off it is said that nothing was started', async () => {
    const verdict = await delivered('LOCATION: .\nSTART: node s.cjs', README, there, HEAD, false);
    expect(verdict).toMatchObject({ doubts: [], warnings: [expect.stringContaining('commands of agents are not run here')] });
  });

  test('an answer without a summary', async () => {
    const verdict = await delivered('LOCATION: .', README, there, 'All is delivered.');
    expect(verdict).toMatchObject({ outcome: 'refused', reasons: [expect.stringContaining('without BUILD_COMPLETE')] });
  });

  test('code that nobody has looked at', async () => {
    const verdict = await delivered('LOCATION: .\nSTART: node s.cjs', { ...README, 'extra.cjs': 'x' }, there);
    expect(verdict).toMatchObject({ outcome: 'blocked', reasons: [expect.stringContaining('extra.cjs')] });
  });
});
