import { afterAll, describe, expect, test } from '@jest/globals';
import { endpointsTested } from '../../../src/builder/effects/endpoint-tests.js';
import type { Site } from '../../../src/builder/effects/site.js';
import { startOf, untestedAnswers } from '../../../src/builder/effects/started-service.js';
import { newMilestone } from '../../../src/builder/milestone-state.js';
import type { BuildState } from '../../../src/builder/state.js';
import { serviceProbe } from '../../../src/commands/building/probe.js';
import type { EndpointTest } from '../../../src/model/validation.js';
import type { ScanRequest } from '../../../src/scan.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { CONTRACT, SCANS, server } from './hello-service.js';

afterAll(removeFolders);

const CLAIM =
  '| Contract | Endpoint | Result | Status | Why |\n|---|---|---|---|---|\n| api.yaml | GET /hello | passed | 200 | |\n';

async function tested(files: Readonly<Record<string, string>>, output: string, rerunEvidence = true) {
  const workspace = folderOf({ 'api.yaml': CONTRACT, '.tallystick/CONTRACT_E2E_RESULTS.md': CLAIM, ...files });
  const scan: ScanRequest = { repository: workspace, dir: workspace, scans: SCANS };
  const text = 'GET /hello';
  const site = {
    ...{ workspace, scan, env: process.env, signal: new AbortController().signal, programSeconds: 30 },
    plan: { milestones: [{ id: 'm', text, requirements: [], dependencies: [] }] },
    ...{ options: { rerunEvidence }, known: new Set(), probe: serviceProbe(() => scan, process.env, '.tallystick/contracts.db') },
  } as unknown as Site;
  const state = { milestones: { m: newMilestone('m', ['e2e']) } } as unknown as BuildState;
  return endpointsTested(site, 'm', output, state);
}

describe('the started service decides, not what the agent wrote', () => {
  test('an answer that differs is refused, and the false claim is reported', async () => {
    const { verdict, events } = await tested({ 's.cjs': server('{"nope":1}') }, 'START: node s.cjs');
    expect(verdict.outcome).toBe('refused');
    expect(verdict.reasons).toEqual([expect.stringMatching(/^GET \/hello, asked of the started service.*text/)]);
    expect(verdict.warnings).toContain('GET /hello: the agent says passed, our own call says failed');
    expect(events).toMatchObject([{ report: { tested_endpoints: 1, failed_endpoints: 1, health: 'failed' } }]);
  });

  test('an answer as promised passes', async () => {
    const { verdict, events } = await tested({ 's.cjs': server('{"text":"Hello"}') }, 'Done.\n`START: node s.cjs`');
    expect(verdict).toEqual({ outcome: 'passed', reasons: [], warnings: [], doubts: [] });
    expect(events).toMatchObject([{ report: { passed_endpoints: 1, health: 'passed' } }]);
  });

  test('without START the script of the package starts it', async () => {
    const files = { 's.cjs': server('{"text":"Hello"}'), 'package.json': '{"scripts":{"start":"node s.cjs"}}' };
    expect((await tested(files, 'All were called.')).events).toMatchObject([{ report: { passed_endpoints: 1 } }]);
  });

  test('a service that ends at once is missing evidence; one that nobody can start, or may not, is a doubt', async () => {
    expect((await tested({ 's.cjs': 'process.exit(7)' }, 'START: node s.cjs')).verdict).toMatchObject({
      outcome: 'evidence',
      reasons: [expect.stringContaining('ended with exit 7')],
    });
    // A shell that leaves something behind, and ends at once, leaves nothing.
    const left = await tested({ 's.cjs': server('{"text":"Hello"}') }, 'START: (sleep 1; node s.cjs) & exit 0');
    expect(left.verdict).toMatchObject({ outcome: 'evidence', reasons: [expect.stringContaining('ended with exit 0')] });
    expect((await tested({}, 'All were called.')).verdict.doubts).toEqual([expect.stringContaining('START was not answered')]);
    expect((await tested({}, 'START: node s.cjs', false)).verdict.doubts).toHaveLength(1);
  });
});

test('a start that writes code is refused; one that writes a database, or what a build makes, is not', async () => {
  const right = { 's.cjs': server('{"text":"Hello"}') };
  const { verdict } = await tested(right, 'START: cp s.cjs other.cjs; node s.cjs');
  expect(verdict).toMatchObject({ outcome: 'evidence', reasons: [expect.stringMatching(/writes code: other\.cjs$/)] });
  const retained = await tested(right, 'START: mkdir -p dist; cp s.cjs dist; touch hello.db; node dist/s.cjs');
  expect(retained.verdict).toEqual({ outcome: 'passed', reasons: [], warnings: [], doubts: [] });
});

test('a service that knows who asks does not know that its build asks; a flood on its output does no harm', async () => {
  const lying = `const right = (of) => /tallystick/i.test(JSON.stringify(of.headers));
    setInterval(() => console.log('x'.repeat(9000)), 1);
    require('node:http').createServer((of, to) => to.setHeader('content-type', 'application/json').end(right(of) ? '{"text":"a"}' : '{"nope":1}')).listen(process.env.PORT, '127.0.0.1');`;
  expect((await tested({ 's.cjs': lying }, 'START: node s.cjs')).verdict.outcome).toBe('refused');
  const honest = lying.replace('{"nope":1}', '{"text":"b"}');
  expect((await tested({ 's.cjs': honest }, 'START: node s.cjs')).verdict.outcome).toBe('passed');
});

test('the last START of an answer counts, and none is none', () => {
  expect(startOf('START: a\nwords\n> `START: npm start`')).toBe('npm start');
  expect(startOf('START: none')).toBeUndefined();
  expect(startOf('nothing')).toBeUndefined();
});

test('an endpoint that could not be tested is a doubt where the milestone names it, else a warning', () => {
  const one = (subject: string, outcome: string) => ({ subject, outcome, contract: 'api.yaml', why: 'x', violations: [] });
  const of = (...tests: readonly unknown[]) =>
    untestedAnswers({ kind: 'tested', command: 'x', tests: tests as readonly EndpointTest[], named: new Set(['GET /a']) });
  const stated = (subject: string) => `${subject} of the started service was not tested: x`;
  expect(of(one('GET /a', 'untested'), one('GET /b', 'untested'), one('GET /c', 'passed'))).toEqual({
    doubts: [stated('GET /a')],
    warnings: [stated('GET /b')],
  });
  expect(of(one('GET /a', 'passed'))).toEqual({ doubts: [], warnings: [] });
  expect(of(one('GET /b', 'untested')).doubts).toEqual(['none of 1 promised endpoints could be tested']);
});
