import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { saying } from '../router-contract/sample.js';
import { building, QUICK } from './building.js';
import { again, course, FIRST_WORKSPACE, first, mended, working } from './course.js';
import { FILES, FIRST_ALONE, GREETING, milestoneCalls, service } from './small-plan.js';

afterAll(removeFolders);

const PLAN = FIRST_ALONE['MASTER_PLAN.md'];
const TICKED = PLAN.replace('[ ] REQ-001', '[x] REQ-001').replace('PENDING', 'COMPLETE');
const delivery = milestoneCalls('milestone-1').find(({ agent }) => agent === 'build-delivery');
const ticking = { write: { file: 'MASTER_PLAN.md', text: TICKED } };
const FAILING = { agent: 'build-architect', times: 3, do: [ticking, { exit: 1 }] };

describe('ticks of agents', () => {
  test('count for nothing, neither in this build nor in the one that goes on', async () => {
    const workspace = folderOf(FIRST_WORKSPACE);
    const failed = await again(workspace, [FAILING]);
    expect(failed.state()).toMatchObject({ status: 'failed', summary: { convergence_ratio: 0 } });
    const resumed = await again(workspace, [], [...QUICK, '--resume']);
    expect(course(resumed)).toContain('review security-reviewer passed');
    expect(resumed.state()).toMatchObject({ status: 'completed', summary: { convergence_ratio: 1 } });
    expect(resumed.file('MASTER_PLAN.md')).toContain('- [x] REQ-001');
  }, 60_000);
});

describe('what comes after everything was looked at', () => {
  const rewriting = [{ write: { file: 'src/app.js', text: `${service(GREETING)}// shipped\n` } }, ...(delivery?.do ?? [])];

  test('code that delivery writes is tested, scanned and reviewed once more', async () => {
    const built = await first([{ agent: 'build-delivery', times: 1, do: rewriting }]);
    const steps = course(built).join(', ');
    expect(steps).toContain('delivery blocked, green passed, review');
    expect(steps.endsWith('delivery passed')).toBe(true);
    expect(built.code).toBe(0);
  }, 60_000);

  test('a contract that agents broke is told to the developer, and does not end the build', async () => {
    const contract = FIRST_ALONE['openapi.yaml'];
    const breaking = working(
      { write: { file: 'src/app.js', text: FILES['milestone-1'].app } },
      { write: { file: 'openapi.yaml', text: `openapi: 3.0.3\npaths: [` } },
    );
    const mending = working(mended(), { write: { file: 'openapi.yaml', text: contract } });
    const built = await first([
      { agent: 'build-developer', prompt: 'the scan cannot be made', do: mending },
      { agent: 'build-developer', do: breaking },
    ]);
    expect(course(built).join(', ')).toContain('scan refused, contract-fix passed, green passed, qa passed, scan passed');
    expect(built.code).toBe(0);
  }, 60_000);
});

describe('what somebody doubts', () => {
  test('is not ticked: reviewers were not content, or a blocking finding was skipped', async () => {
    const changes = saying(
      'quality-reviewer',
      { EVIDENCE_COMMANDS: ['node --test => exit 0'], STATUS: 'CHANGES_REQUESTED' },
      'REVIEW: FAIL\nREASON: names are unclear',
    );
    const built = await first([
      { agent: 'build-reviewer', prompt: 'quality-reviewer', do: [{ say: changes }] },
      { agent: 'build-developer', prompt: 'Reviewers ask for changes', do: working(mended()) },
    ]);
    expect(built.state()).toMatchObject({ status: 'completed', summary: { convergence_ratio: 0 } });
    expect(built.file('MASTER_PLAN.md')).toContain('- [ ] REQ-001');
  }, 60_000);
});

test('Ctrl-C while evidence is looked at shows nothing: the agent is asked again', async () => {
  const looking = "require('node:fs').writeFileSync(process.env.HOME + '/looking', '1'); setTimeout(() => {}, 60_000);";
  const workspace = folderOf({ ...FIRST_WORKSPACE, 'slow.js': looking });
  const ending = new AbortController();
  const slow = saying('builder', {
    FILES_MODIFIED: ['src/app.js'],
    EVIDENCE_COMMANDS: ['npm test => exit 1', 'node slow.js => exit 0'],
  });
  const written = { write: { file: 'src/app.js', text: FILES['milestone-1'].app } };
  const interrupted = await building(
    {
      strict: true,
      calls: [
        { agent: 'build-discovery', do: [{ say: 'A script.' }] },
        { agent: 'build-developer', do: [written, { say: slow }] },
        ...milestoneCalls('milestone-1'),
      ],
    },
    {
      ...{ args: ['--test-command', 'node --test'], workspace, signal: ending.signal },
      started: (stub) => void stub.signalled('looking').then(() => ending.abort()),
    },
  );
  expect(interrupted.code).toBe(130);
  expect(course(interrupted)).not.toContain('developer passed');
  const resumed = await again(workspace, [], [...QUICK, '--resume']);
  expect(resumed.code).toBe(0);
  expect(resumed.stub.calls()[0]?.agent).toBe('build-developer');
  expect(readFileSync(join(workspace, 'MASTER_PLAN.md'), 'utf8')).toContain('[x]');
}, 60_000);
