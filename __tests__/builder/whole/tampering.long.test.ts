import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { saying } from '../agent-report/sample.js';
import { building, QUICK } from './building.js';
import { again, course, FIRST_WORKSPACE, first, fixed, working } from './course.js';
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
    expect(failed.file('MASTER_PLAN.md')).toBe(PLAN);
    expect(failed.stderr).toContain('Agents changed MASTER_PLAN.md');
    const resumed = await again(workspace, [], [...QUICK, '--resume']);
    expect(course(resumed)).toContain('review security-reviewer passed');
    expect(resumed.state()).toMatchObject({ status: 'completed', summary: { convergence_ratio: 1 } });
    expect(resumed.file('MASTER_PLAN.md')).toContain('- [x] REQ-001');
  });
});

test('settings that agents write are gone, and the log of the build is what we wrote', async () => {
  const settings = { write: { file: '.tallystick.yml', text: 'ignore: [{ rule: CONTRACT-001 }]\n' } };
  const log = { write: { file: '.tallystick/build/events.ndjson', text: '' } };
  const built = await first([{ agent: 'build-architect', times: 1, do: [settings, log, { exit: 1 }] }]);
  expect(built.code).toBe(0);
  expect(existsSync(join(built.workspace, '.tallystick.yml'))).toBe(false);
  expect(built.events()[0]).toMatchObject({ event: 'build-started' });
  expect(built.stderr).toContain('Somebody else wrote into the log of the build');
});

describe('what comes after everything was looked at', () => {
  const rewriting = [{ write: { file: 'src/app.js', text: `${service(GREETING)}// shipped\n` } }, ...(delivery?.do ?? [])];

  test('code that delivery writes is tested, scanned and reviewed once more', async () => {
    const built = await first([{ agent: 'build-delivery', times: 1, do: rewriting }]);
    const steps = course(built).join(', ');
    expect(steps).toContain('delivery blocked, green passed, review');
    expect(steps.endsWith('delivery passed')).toBe(true);
    expect(built.code).toBe(0);
  });

  test('a contract that agents broke is told to the developer, and does not end the build', async () => {
    const contract = FIRST_ALONE['openapi.yaml'];
    const breaking = working(
      { write: { file: 'src/app.js', text: FILES['milestone-1'].app } },
      { write: { file: 'openapi.yaml', text: `openapi: 3.0.3\npaths: [` } },
    );
    const mending = working(fixed(), { write: { file: 'openapi.yaml', text: contract } });
    const built = await first([
      { agent: 'build-developer', prompt: 'the scan cannot be made', do: mending },
      { agent: 'build-developer', do: breaking },
    ]);
    expect(course(built).join(', ')).toContain('scan refused, contract-fix passed, green passed, qa passed, scan passed');
    expect(built.code).toBe(0);
  });
});

describe('doubted milestones', () => {
  test('is not ticked: reviewers were not content, or a blocking finding was skipped', async () => {
    const changes = saying(
      'quality-reviewer',
      { EVIDENCE_COMMANDS: ['node --test => exit 0'], STATUS: 'CHANGES_REQUESTED' },
      'REVIEW: FAIL\nREASON: names are unclear',
    );
    const built = await first([
      { agent: 'build-reviewer', prompt: 'quality-reviewer', do: [{ say: changes }] },
      { agent: 'build-developer', prompt: 'Reviewers ask for changes', do: working(fixed()) },
    ]);
    expect(built.state()).toMatchObject({ status: 'doubtful', summary: { convergence_ratio: 0 } });
    expect(built.file('MASTER_PLAN.md')).toContain('- [ ] REQ-001');
  });
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
});

describe('what work is measured by', () => {
  const wrong = { write: { file: 'src/app.js', text: service(GREETING.replace('Hello', 'Bye')) } };
  const right = { write: { file: 'src/app.js', text: FILES['milestone-1'].app } };
  const { file, text } = FILES['milestone-1'].test;
  const weak = "const test = require('node:test');\ntest('nothing', () => {});\n";

  test.each([
    ['weakened', weak],
    ['emptied', ''],
  ])('a test that the developer %s is put back, and its code does not pass', async (_how, changed) => {
    const built = await first([
      { agent: 'build-developer', times: 1, do: working(wrong, { write: { file, text: changed } }) },
      { agent: 'build-developer', do: working(right) },
    ]);
    expect(course(built).join(', ')).toContain('developer passed, green refused, developer passed, green passed');
    expect(built.code).toBe(0);
    expect(built.file(file)).toBe(text);
    expect(built.stdout).toContain(`${file} is again as it was when it was seen to fail`);
  });

  test('tests are run as they were seen to fail, whatever a package calls its tests now', async () => {
    const lying = '{ "name": "greetings", "private": true, "scripts": { "test": "echo \'# pass 1\'" } }\n';
    const built = await first(
      [
        { agent: 'build-developer', times: 1, do: working(wrong, { write: { file: 'package.json', text: lying } }) },
        { agent: 'build-developer', do: working(right) },
      ],
      ['--no-evidence'],
    );
    expect(course(built).join(', ')).toContain('developer passed, green refused, developer passed, green passed');
    expect(built.code).toBe(0);
  });

  test('a test that a fix changes stays changed, and the checking agent is told', async () => {
    const failed = saying(
      'verifier',
      { STATUS: 'FAIL', SCENARIOS_PASSED: 0, SPEC_COMPLIANCE: 'FAIL' },
      'VERIFICATION: FAIL\nREASON: the test is wrong',
    );
    const other = `${text}// fixed\n`;
    const built = await first([
      { agent: 'build-qa', times: 1, do: [{ say: failed }] },
      { agent: 'build-developer', prompt: 'QA found', do: working(fixed(), { write: { file, text: other } }) },
    ]);
    expect(built.code).toBe(0);
    expect(built.file(file)).toBe(other);
    expect(built.stdout).toContain(`${file} was changed after the tests were seen to fail`);
    const known = built.stub.calls().filter(({ prompt }) => prompt.includes('changed after they were seen to fail'));
    expect(known.map(({ agent }) => agent)).toEqual(['build-qa', 'build-reviewer', 'build-reviewer', 'build-reviewer']);
  });
});

describe('what was promised before', () => {
  const wrong = service(GREETING.replace('text:', 'message:'));
  const loose = FILES['milestone-1'].test.text.replace('assert.deepStrictEqual(body', 'assert.ok(body); void (body');
  const withTest = [{ write: { file: 'test/greetings.test.js', text: loose } }, { say: 'The tests are written.' }];
  const contract = FIRST_ALONE['openapi.yaml'];

  test.each([
    ['changed to what the code does', contract.replace('[text]', '[message]').replace('text: {', 'message: {')],
    ['emptied', '{}\n'],
  ])('a contract that was %s is not fulfilled by that', async (_how, text) => {
    const lying = working({ write: { file: 'src/app.js', text: wrong } }, { write: { file: 'openapi.yaml', text } });
    const honest = working(fixed(), { write: { file: 'openapi.yaml', text: contract } });
    const built = await first([
      { agent: 'build-test-writer', do: withTest },
      { agent: 'build-developer', prompt: 'breaks its contracts', do: honest },
      { agent: 'build-developer', do: lying },
    ]);
    expect(course(built).join(', ')).toContain('scan refused, contract-fix passed, green passed, qa passed, scan passed');
    expect(built.code).toBe(0);
    expect(built.stdout).toContain('openapi.yaml, a contract, was changed by the agent that must fulfil it');
  });

  test('a comment that suppresses what the scan found counts for nothing', async () => {
    const suppressed = wrong.replace('  response.json', '  // tallystick-ignore CONTRACT-001: wanted\n  response.json');
    expect(suppressed).not.toBe(wrong);
    const built = await first([
      { agent: 'build-test-writer', do: withTest },
      { agent: 'build-developer', prompt: 'CONTRACT FIX', do: working(fixed()) },
      { agent: 'build-developer', do: working({ write: { file: 'src/app.js', text: suppressed } }) },
    ]);
    expect(course(built).join(', ')).toContain('scan refused, contract-fix passed, green passed, qa passed, scan passed');
    expect(built.code).toBe(0);
  });

  test('a contract that git ignores counts all the same', async () => {
    const hiding = { write: { file: '.gitignore', text: 'openapi.yaml\n' } };
    const built = await first([
      { agent: 'build-test-writer', do: withTest },
      { agent: 'build-developer', prompt: 'CONTRACT FIX', do: working(fixed()) },
      { agent: 'build-developer', do: working({ write: { file: 'src/app.js', text: wrong } }, hiding) },
    ]);
    expect(course(built).join(', ')).toContain('scan refused, contract-fix passed, green passed, qa passed, scan passed');
    expect(built.code).toBe(0);
  });
});

test('tests that failed before the build are no failure of new ones', async () => {
  const old = { 'test/old.test.js': "require('node:test')('old', () => { throw new Error('always'); });\n" };
  const idle = [{ write: { file: 'test/new.test.js', text: "require('node:test')('new', () => {});\n" } }, { say: 'Written.' }];
  const built = await first(
    [
      { agent: 'build-discovery', do: [{ say: 'A test.' }] },
      { agent: 'build-test-writer', do: idle },
    ],
    QUICK,
    old,
  );
  expect(built.code).toBe(1);
  expect(course(built)).toContain('red refused');
  expect(JSON.stringify(built.events())).toContain('no test fails that did not fail before');
});

test('without claude: one sentence, and the folder as it was', async () => {
  const workspace = folderOf(FIRST_WORKSPACE);
  await expect(building({}, { args: QUICK, workspace, env: { PATH: '/nowhere' } })).rejects.toThrow(/claude/i);
  expect(existsSync(join(workspace, '.claude'))).toBe(false);
});

test('what cannot be written ends the build with one sentence, and the folder as it was', async () => {
  const workspace = folderOf({ ...FIRST_WORKSPACE, '.tallystick/STATE.json/in-the-way': '' });
  const failed = building({ strict: true, calls: milestoneCalls('milestone-1') }, { args: QUICK, workspace });
  await expect(failed).rejects.toMatchObject({ name: 'UserError', incomplete: true, hint: expect.stringContaining('--resume') });
  expect(existsSync(join(workspace, '.claude'))).toBe(false);
});
