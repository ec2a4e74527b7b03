import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { testLong } from '../../long.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';
import { saying } from '../agent-report/sample.js';
import type { StubScenario, StubStep } from '../stub-claude/stub-home.js';
import { type Building, building, QUICK } from './building.js';
import { FILES, FIRST_ALONE, GREETING, milestoneCalls, SMALL_WORKSPACE, service } from './small-plan.js';

afterAll(removeFolders);

type Calls = NonNullable<StubScenario['calls']>;
const WORKSPACE = { ...SMALL_WORKSPACE, ...FIRST_ALONE };

/** The first milestone, in which some calls go otherwise: those that come first count as often as they say. */
function first(calls: Calls, args: readonly string[] = QUICK, files: Readonly<Record<string, string>> = {}) {
  const workspace = folderOf({ ...WORKSPACE, ...files });
  return building({ strict: true, calls: [...calls, ...milestoneCalls('milestone-1')] }, { args, workspace });
}

/** What ended, in order: `step part outcome`. */
function course(built: Building): readonly string[] {
  return built.events().flatMap((event) => {
    if (event.event !== 'task-ended') return [];
    const { outcome } = event.verdict as { readonly outcome: string };
    return [`${event.step} ${event.part === 'own' ? '' : `${event.part} `}${outcome}`];
  });
}

const CALLED = { EVIDENCE_COMMANDS: ['node --test => exit 0'] };
const fixed = (mark = 'fixed'): StubStep[] => [
  { write: { file: 'src/app.js', text: `${FILES['milestone-1'].app}// ${mark}\n` } },
  {
    say: saying('builder', {
      FILES_MODIFIED: ['src/app.js'],
      EVIDENCE_COMMANDS: ['node --test => exit 1', 'node --test => exit 0'],
    }),
  },
];

describe('what agents find wrong', () => {
  test('QA fails once: the developer is told why, QA passes, the build completes', async () => {
    const failed = saying(
      'verifier',
      { STATUS: 'FAIL', SCENARIOS_PASSED: 0, SPEC_COMPLIANCE: 'FAIL' },
      'VERIFICATION: FAIL\nREASON: no greeting',
    );
    const built = await first([
      { agent: 'build-qa', times: 1, do: [{ say: failed }] },
      { agent: 'build-developer', prompt: 'QA found', do: fixed() },
    ]);
    expect(built.code).toBe(0);
    expect(course(built).join(', ')).toContain('qa refused, fix passed, green passed, qa passed, scan passed, review');
    const known = built.stub.calls().find(({ prompt }) => prompt.includes('QA found'));
    expect(known?.prompt).toContain('no greeting');
  });

  // Shows REQ-BAP-008
  testLong('QA fails twice: the build fails and says which phase it was', async () => {
    const failed = saying('verifier', { STATUS: 'FAIL', SCENARIOS_PASSED: 0, SPEC_COMPLIANCE: 'FAIL' }, 'VERIFICATION: FAIL');
    const built = await first([
      { agent: 'build-qa', do: [{ say: failed }] },
      { agent: 'build-developer', prompt: 'QA found', do: fixed() },
    ]);
    expect(built.code).toBe(1);
    expect(built.stdout).toContain('The build failed: milestone-1, qa:');
    expect(built.state()).toMatchObject({ status: 'failed', health: 'failed', summary: { success: false } });
    expect(built.file('MASTER_PLAN.md')).toContain('- [ ] REQ-001');
  });

  // Shows REQ-BAP-023
  testLong('a reviewer that is never content: one fix, then delivery with its words as a warning', async () => {
    const changes = saying(
      'quality-reviewer',
      { ...CALLED, STATUS: 'CHANGES_REQUESTED' },
      'REVIEW: FAIL\nREASON: names are unclear',
    );
    const built = await first([
      { agent: 'build-reviewer', prompt: 'quality-reviewer', do: [{ say: changes }] },
      { agent: 'build-developer', prompt: 'Reviewers ask for changes', do: fixed() },
    ]);
    // All that was asked for is doubted: it is delivered, and no success.
    expect(built.code).toBe(1);
    expect(built.state()).toMatchObject({ status: 'doubtful', health: 'failed' });
    expect(course(built).filter((each) => each.startsWith('fix'))).toEqual(['fix passed']);
    expect(built.stdout).toContain('names are unclear');
  });

  // Shows WIRE-012; REQ-079; WIRE-015; WIRE-017
  test('code that breaks the contract is sent back with the violations, and the contract is fulfilled at the end', async () => {
    const wrong = service(GREETING.replace('text:', 'message:'));
    const anyAnswer = FILES['milestone-1'].test.text.replace('assert.deepStrictEqual(body', 'assert.ok(body); void (body');
    const [, , testWriter, developer] = milestoneCalls('milestone-1');
    const withTest = [{ write: { file: 'test/greetings.test.js', text: anyAnswer } }, { say: 'The tests are written.' }];
    const withWrong = [{ write: { file: 'src/app.js', text: wrong } }, ...(developer?.do.slice(1) ?? [])];
    const built = await first([
      { agent: 'build-test-writer', prompt: testWriter?.prompt ?? '', do: withTest },
      { agent: 'build-developer', prompt: 'CONTRACT FIX (contract_endpoint_schema)', do: fixed() },
      { agent: 'build-developer', prompt: developer?.prompt ?? '', do: withWrong },
    ]);
    expect(course(built).join(', ')).toContain('scan refused, contract-fix passed, green passed, qa passed, scan passed');
    expect(built.code).toBe(0);
    expect(built.state()).toMatchObject({ contract_report: { verified_contracts: 1, violated_contracts: 0 } });
    const known = built.stub.calls().find(({ prompt }) => prompt.includes('CONTRACT FIX'));
    expect(known?.prompt).toContain('src/app.js:4');
  });
});

describe('what agents claim', () => {
  // Shows 002-MALFORMED
  test('a router contract that cannot be read is asked for again, and nothing else', async () => {
    const built = await first([
      {
        agent: 'build-qa',
        times: 1,
        do: [{ say: 'VERIFICATION: PASS\n\n### Router Contract (MACHINE-READABLE)\n```yaml\nSTATUS: [\n```' }],
      },
    ]);
    expect(built.code).toBe(0);
    expect(course(built).join(', ')).toContain('qa malformed, qa passed');
    expect(built.stub.calls().filter(({ agent }) => agent === 'build-qa')[1]?.prompt).toContain('could not be used');
  });

  // Shows 002-CLAIMED_ARTIFACTS-EXIST
  testLong('a file that is claimed and not there makes a task for evidence', async () => {
    const claim = saying('builder', { FILES_MODIFIED: ['src/app.js', 'src/ghost.js'], CLAIMED_ARTIFACTS: [] });
    const [, , , developer] = milestoneCalls('milestone-1');
    const written = { write: { file: 'src/app.js', text: FILES['milestone-1'].app } };
    const built = await first([
      { agent: 'build-developer', prompt: developer?.prompt ?? '', times: 1, do: [written, { say: claim }] },
    ]);
    expect(built.code).toBe(0);
    expect(course(built).join(', ')).toContain('developer evidence, developer passed');
    const again = built.stub.calls().filter(({ agent }) => agent === 'build-developer')[1];
    expect(again?.prompt).toContain('REM-EVIDENCE');
    expect(again?.prompt).toContain('src/ghost.js');
  });

  // Shows 002-EVIDENCE_COMMANDS
  testLong('tests that are claimed to pass are run, and fail', async () => {
    const [, , , developer] = milestoneCalls('milestone-1');
    const broken = { write: { file: 'src/app.js', text: service(GREETING.replace('Hello', 'Bye')) } };
    const claim = developer?.do.slice(1) ?? [];
    const built = await first(
      [{ agent: 'build-developer', prompt: developer?.prompt ?? '', times: 1, do: [broken, ...claim] }],
      ['--test-command', 'node --test'],
    );
    expect(built.code).toBe(0);
    expect(course(built).join(', ')).toContain('developer evidence, developer passed, green passed');
  });

  testLong('without evidence being run again, our own look at the tests finds it', async () => {
    const [, , , developer] = milestoneCalls('milestone-1');
    const broken = { write: { file: 'src/app.js', text: service(GREETING.replace('Hello', 'Bye')) } };
    const claim = developer?.do.slice(1) ?? [];
    const built = await first([{ agent: 'build-developer', prompt: developer?.prompt ?? '', times: 1, do: [broken, ...claim] }]);
    expect(built.code).toBe(0);
    expect(course(built).join(', ')).toContain('developer passed, green refused, developer passed, green passed');
  });
});

describe('the circuit breaker', () => {
  // Shows 002-STEP-2-CIRCUIT-BREAKER; 002-ABORT-REVERT; 002-ABORT-CLEANUP by builder/build.ts
  // Shows 002-ABORT-REPORT by builder/report.ts
  test('three fixes do not help: the milestone is taken back, and the folder is what it was', async () => {
    const stop = { BLOCKING: true, REQUIRES_REMEDIATION: true, REMEDIATION_REASON: 'a secret is logged', CRITICAL_ISSUES: 1 };
    const built = await first([
      { agent: 'build-hunter', do: [{ say: saying('hunter', { ...CALLED, STATUS: 'ISSUES_FOUND', ...stop }) }] },
      ...['once', 'twice', 'again'].map((mark) => ({ agent: 'build-developer', prompt: 'REM-FIX', times: 1, do: fixed(mark) })),
      { agent: 'build-investigator', do: [{ say: saying('investigator', { EVIDENCE_COMMANDS: ['node --test => exit 0'] }) }] },
      { agent: 'build-live-reviewer', do: [{ say: saying('live-reviewer') }] },
    ]);
    expect(built.code).toBe(1);
    expect(built.stdout).toContain('a secret is logged');
    expect(built.state()).toMatchObject({ status: 'aborted' });
    expect(course(built).filter((each) => each.startsWith('fix'))).toHaveLength(3);
    expect(existsSync(join(built.workspace, 'src'))).toBe(false);
    expect(readFileSync(join(built.workspace, 'MASTER_PLAN.md'), 'utf8')).toBe(FIRST_ALONE['MASTER_PLAN.md']);
    expect(readdirSync(built.workspace).sort()).toEqual(
      ['.tallystick', ...Object.keys(WORKSPACE).map(topOf)].filter(isFirst).sort(),
    );
  });
});

test('a folder with code is examined first, and the analyst gets the findings', async () => {
  const seen = { agent: 'build-discovery', do: [{ say: 'An old service lies in lib/.' }] };
  const built = await first([seen], QUICK, { 'lib/old.js': 'module.exports = 1;\n' });
  expect(built.code).toBe(0);
  expect(course(built).slice(0, 2)).toEqual(['discovery passed', 'analyst passed']);
  expect(built.stub.calls()[1]?.prompt).toContain('An old service lies in lib/.');
});

test('on a pull request hooks that the change brings are out of the way while agents work, and there again after it', async () => {
  const settings = '{ "hooks": { "Stop": [] }, "model": "opus" }';
  const looking = { agent: 'build-architect', do: [{ bash: 'cp .claude/settings.json seen.json' }] };
  const [analyst, architect] = milestoneCalls('milestone-1');
  const both = [...looking.do, ...(architect?.do ?? [])];
  const workspace = folderOf({ ...WORKSPACE, '.claude/settings.json': settings });
  const calls = [...(analyst === undefined ? [] : [analyst]), { ...looking, do: both }, ...milestoneCalls('milestone-1')];
  const built = await building({ strict: true, calls }, { args: QUICK, workspace, env: { GITHUB_EVENT_NAME: 'pull_request' } });
  expect(JSON.parse(built.file('seen.json'))).toEqual({ model: 'opus' });
  expect(built.file('.claude/settings.json')).toBe(settings);
  expect(built.stderr).toContain('.claude/settings.json starts nothing in this build');
});

describe('bounds', () => {
  // Shows REQ-BAP-026
  test('two builds in one folder: the second is refused', async () => {
    const workspace = folderOf(WORKSPACE);
    const [analyst, ...rest] = milestoneCalls('milestone-1');
    const waiting = { ...analyst, do: [{ signal: 'begun' }, { wait: 'go' }, ...(analyst?.do ?? [])] };
    let second: Promise<Building> | undefined;
    const built = await building(
      { strict: true, calls: [waiting, ...rest] },
      {
        ...{ args: QUICK, workspace },
        started: (stub) =>
          void stub.signalled('begun').then(async () => {
            second = building({}, { args: QUICK, workspace });
            await second.catch(() => undefined);
            writeFileSync(stub.path('go'), '1');
          }),
      },
    );
    expect(built.code).toBe(0);
    await expect(second).rejects.toThrow(/another build/i);
  });

  // Shows REQ-BAP-007
  testLong('an agent that hangs is ended, three times, and the milestone fails by the name of the phase', async () => {
    const built = await first([{ agent: 'build-architect', do: [{ hang: true }] }], QUICK, {
      '.tallystick.yml': 'agent_teams: { task_timeout_seconds: 1 }\n',
    });
    expect(built.code).toBe(1);
    expect(course(built)).toEqual(['analyst passed', 'architect failed', 'architect failed', 'architect failed']);
    expect(built.stdout).toContain('milestone-1, architect: it ran out of time');
  });

  test('a budget that is used up stops the build; with a greater one it goes on where it was', async () => {
    const workspace = folderOf(WORKSPACE);
    const scenario = { strict: true, calls: milestoneCalls('milestone-1') };
    const stopped = await building(scenario, { args: [...QUICK, '--max-cost', '0.025'], workspace });
    expect(stopped.code).toBe(3);
    expect(stopped.stdout).toContain('the budget of 0.025 US dollars is used up');
    expect(stopped.stub.calls()).toHaveLength(3);
    const resumed = await building(scenario, { args: [...QUICK, '--resume', '--max-cost', '5'], workspace });
    expect(resumed.code).toBe(0);
    expect(resumed.stub.calls().map(({ agent }) => agent)[0]).toBe('build-developer');
  });

  // Shows WIRE-003 by builder/build.ts; WIRE-003A by builder/build.ts; REQ-062 by builder/build.ts
  // Shows INT-017 by builder/state-file.ts; TEST-082 by builder/state-file.ts; REQ-BAP-028 by builder/build.ts
  test('Ctrl-C ends what runs, puts the folder in order and exits with 130; the build can be resumed', async () => {
    const workspace = folderOf({ ...WORKSPACE, '.git/HEAD': 'ref: refs/heads/main\n', '.git/config': '[core]\n' });
    const ending = new AbortController();
    const [analyst, ...rest] = milestoneCalls('milestone-1');
    const hanging = { agent: 'build-architect', do: [{ signal: 'hangs' }, { hang: true }] };
    const scenario = { strict: true, calls: [...(analyst === undefined ? [] : [analyst]), hanging, ...rest] };
    const interrupted = await building(scenario, {
      ...{ args: QUICK, workspace, signal: ending.signal },
      started: (stub) => void stub.signalled('hangs').then(() => ending.abort()),
    });
    expect(interrupted.code).toBe(130);
    expect(interrupted.state()).toMatchObject({ status: 'interrupted', agent_teams_active: false });
    expect(existsSync(join(workspace, '.claude'))).toBe(false);
    // Nobody watched git meanwhile.
    writeFiles(workspace, { '.git/config': '[core]\n\thooksPath = evil\n' });
    const resumed = await building(
      { strict: true, calls: milestoneCalls('milestone-1') },
      { args: [...QUICK, '--resume'], workspace },
    );
    expect(resumed.code).toBe(0);
    expect(resumed.stub.calls()[0]?.agent).toBe('build-architect');
    expect(resumed.stdout).toContain('! .git/config is not what it was when the build began');
  });

  // Shows SEC-001
  test('no secret is in anything that was written, and no program but claude is given one', async () => {
    const built = await first([]);
    const written = readdirSync(built.workspace, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => readFileSync(join(each.parentPath, each.name), 'utf8'));
    expect(written.filter((text) => text.includes('canary'))).toEqual([]);
    expect(`${built.stdout}${built.stderr}`).not.toContain('canary');
    for (const { env } of built.stub.calls()) expect(JSON.stringify(env)).not.toContain('canary');
  });
});

function topOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function isFirst(name: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(name) === index;
}
