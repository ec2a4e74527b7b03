import { callsOf } from '../../../src/builder/plan/calls.js';
import { dryRun, wavesPicture } from '../../../src/builder/plan/picture.js';
import { parsePlan } from '../../../src/builder/plan/plan.js';

const PLAN = `# Library

- [ ] REQ-009: nobody's

## Milestone 1: Books
- Status: DONE

## Milestone 2: Loans
- Dependencies: milestone-1
- [x] REQ-001: a loan
- [ ] SVC-001: Loans.list() -> GET /loans {} -> { id: int }

## Milestone 3: Fines "and" <b>mail</b>]; click m1 href "#"
- ID: fines
- Dependencies: 2

## Milestone 4: Shelves
`;

describe('a dry run', () => {
  test('tells waves, calls of agents and limits', () => {
    const text = dryRun(parsePlan(PLAN, 'docs/plan.md'), { cost: 20, seconds: 5400, agents: 5, checks: ['scan', 'e2e'] });
    expect(text.split('```')[0]).toBe(`Library (docs/plan.md)
3 milestones in 2 waves, 1 complete already

wave 1
  milestone-2  Loans (2 requirements, 1 done; 1 service)
  milestone-4  Shelves

wave 2
  fines        Fines "and" <b>mail</b>]; click m1 href "#"

Calls of agents: at least 33; at most ${callsOf(3, ['scan', 'e2e']).most}, with the most fixes.
Limits: 20 US dollars, 90 minutes, 5 agents side by side.

Nobody would build 1 requirement, which no milestone has: REQ-009 (docs/plan.md:3).

`);
  });

  test('says where nothing bounds it, and where nothing is left', () => {
    expect(dryRun(parsePlan('## Milestone 1: Books\n', 'plan.md'), {})).toContain('\nLimits: none on money, turns and time.\n');
    const done = dryRun(parsePlan('## Milestone 1: Books\n- Status: COMPLETE\n', 'plan.md'), {});
    expect(done).toContain('\nNothing is left to build: 1 milestone complete.\n');
    expect(done).not.toContain('Calls');
  });

  test('prints nothing that a terminal or a runner would act on', () => {
    const text = dryRun(parsePlan('# \u001b[31mred\n## Milestone 1: a\u202e ##[error] ```\n', 'plan.md'), {});
    for (const dangerous of ['\u001b', '\u202e', '##[']) expect(text).not.toContain(dangerous);
    expect(text.match(/```/g)).toHaveLength(3);
  });
});

test('the picture has a box for each wave, and no text of the plan that ends a label', () => {
  expect(wavesPicture(parsePlan(PLAN, 'plan.md')).split('\n')).toEqual([
    'flowchart LR',
    '  m1["milestone-1<br/>Books"]:::complete',
    '  subgraph wave1["wave 1"]',
    '    m2["milestone-2<br/>Loans<br/>2 requirements"]',
    '    m4["milestone-4<br/>Shelves"]',
    '  end',
    '  subgraph wave2["wave 2"]',
    '    m3["fines<br/>Fines #34;and#34; #60;b#62;mail#60;/b#62;#93;#59; click m1 href #34;#35;#34;"]',
    '  end',
    '  m1 --> m2',
    '  m2 --> m3',
    '  classDef complete stroke-dasharray: 4',
  ]);
});
