import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlan } from '../../../src/builder/plan/read-plan.js';
import { UserError } from '../../../src/model/user-error.js';
import { removeFolders, folderOf as workspace } from '../../temporary-folder.js';

afterEach(removeFolders);

function refusal(folder: string, file?: string): UserError {
  try {
    readPlan(folder, file);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('the plan was not refused');
}

const TWO = '# Library\n\n## Milestone 1: Books\n\n## Milestone 2: Loans\n\n- Dependencies: 1\n';
const ids = (plan: ReturnType<typeof readPlan>) =>
  plan.milestones.map(({ id, requirements }) => [id, ...requirements.map((each) => `${each.file}:${each.id}`)]);

describe('the plan of a workspace', () => {
  test('is the one that is named', () => {
    const folder = workspace({ 'MASTER_PLAN.md': TWO, 'plans/next.md': '## Milestone 7: Later\n' });
    expect(readPlan(folder, 'plans/next.md').milestones.map(({ id }) => id)).toEqual(['milestone-7']);
    expect(readPlan(folder, join(folder, 'plans', 'next.md')).file).toBe('plans/next.md');
  });

  test.each([
    [['PRD.md', 'docs/MASTER_PLAN.md', 'MASTER_PLAN.md'], 'MASTER_PLAN.md'],
    [['docs/prd.md', 'docs/MASTER_PLAN.md'], 'docs/MASTER_PLAN.md'],
    [['docs/prd.md', '.taskmaster/docs/prd.txt'], 'docs/prd.md'],
    [['.taskmaster/docs/prd.txt'], '.taskmaster/docs/prd.txt'],
    [['REQUIREMENTS.md'], 'REQUIREMENTS.md'],
    // Shows INT-014
  ])('of %j is %s', (names, file) => {
    expect(readPlan(workspace(Object.fromEntries(names.map((name) => [name, TWO])))).file).toBe(file);
  });

  test('is one with milestones, where there are others', () => {
    expect(readPlan(workspace({ 'PRD.md': 'Only words.', 'REQUIREMENTS.md': TWO })).file).toBe('REQUIREMENTS.md');
  });

  // Shows D3
  test("is TaskMaster's tasks, where no document has milestones", () => {
    const tasks = JSON.stringify({ version: 'v1.0', tasks: [{ id: '1', title: 'Books' }] });
    const files = { 'PRD.md': 'Only words.', '.taskmaster/docs/prd.txt': 'Words.', '.taskmaster/tasks/tasks.json': tasks };
    expect(ids(readPlan(workspace(files)))).toEqual([['task-1']]);
    expect(ids(readPlan(workspace({ ...files, 'PRD.md': TWO })))).toEqual([['milestone-1'], ['milestone-2']]);
    const none = { ...files, '.taskmaster/tasks/tasks.json': '{ "version": "v1.0", "tasks": [] }' };
    expect(readPlan(workspace(none)).file).toBe('PRD.md');
    expect(refusal(workspace(none), '.taskmaster/tasks/tasks.json').message).toBe('There are no tasks to build.');
    const broken = workspace({ ...files, '.taskmaster/tasks/tasks.json': '{' });
    expect(refusal(broken).message).toBe('.taskmaster/tasks/tasks.json: it is no JSON.');
  });

  test('is one milestone where it has none', () => {
    const plan = readPlan(workspace({ 'docs/prd.md': '# Clock\n\nShows the time.\n' }));
    expect(plan.milestones).toMatchObject([{ id: 'milestone-1', title: 'Clock', text: '# Clock\n\nShows the time.' }]);
  });

  test('is asked for where there is none', () => {
    const { message, hint } = refusal(workspace({}));
    expect(message).toBe('There is no plan to build.');
    expect(hint).toMatch(/^Write MASTER_PLAN\.md with .* or name a file with --plan\.$/);
    expect(refusal(workspace({}), 'plan.md').message).toBe('There is no plan plan.md.');
  });
});

describe('a plan is not read', () => {
  test('from outside of the workspace, whatever leads there', () => {
    const outside = join(workspace({ 'secret.md': TWO }), 'secret.md');
    const folder = workspace({});
    symlinkSync(outside, join(folder, 'MASTER_PLAN.md'));
    expect(refusal(folder).message).toBe('MASTER_PLAN.md lies outside of the workspace.');
    expect(refusal(folder, outside).message).toContain('lies outside of the workspace.');
    expect(refusal(folder, '../../etc/passwd').message).toMatch(/lies outside|There is no plan/);
  });

  test('when it is a folder, too large, or no text', () => {
    const folder = workspace({ 'plan/a.md': '', 'big.md': ' '.repeat(8_000_001) });
    writeFileSync(join(folder, 'bytes.md'), Buffer.from([0x41, 0x0a, 0xff, 0xfe]));
    expect(refusal(folder, 'plan').message).toMatch(/^plan (is no file|cannot be read)/);
    expect(refusal(folder, 'big.md').message).toBe('big.md has more than 8 million bytes.');
    expect(refusal(folder, 'bytes.md').location).toEqual({ file: 'bytes.md', line: 2 });
  });

  test('but through a link that stays in the workspace', () => {
    const folder = workspace({ 'docs/plan.md': TWO });
    symlinkSync(join(folder, 'docs', 'plan.md'), join(folder, 'MASTER_PLAN.md'));
    expect(readPlan(folder).file).toBe('docs/plan.md');
  });
});

describe('milestones without requirements have', () => {
  test('those below their headings in the file beside the plan', () => {
    const requirements =
      '## Milestone 2: Loans\n\n- [ ] REQ-002: a loan\n\n## Milestone 1: Books\n\n- [ ] REQ-001: a book\n\n## Later\n\n- [ ] REQ-003: a shelf\n';
    const plan = readPlan(workspace({ 'docs/MASTER_PLAN.md': TWO, 'docs/REQUIREMENTS.md': requirements }));
    expect(ids(plan)).toEqual([
      ['milestone-1', 'docs/REQUIREMENTS.md:REQ-001'],
      ['milestone-2', 'docs/REQUIREMENTS.md:REQ-002'],
    ]);
    expect(plan.milestones[0]?.text).toBe('## Milestone 1: Books\n\n## Milestone 1: Books\n\n- [ ] REQ-001: a book');
    expect(plan.unassigned.map(({ id, file, line }) => [id, file, line])).toEqual([['REQ-003', 'docs/REQUIREMENTS.md', 11]]);
  });

  test('those that their section of the plan names', () => {
    const plan = '## Milestone 1: Books\n\nREQ-001 and SVC-001.\n\n## Milestone 2: Loans\n\nBehind REQ-001, (REQ-002).\n';
    const requirements = [
      '- [ ] REQ-001: a book',
      '- [ ] REQ-002: a loan',
      '- [ ] REQ-0021: another',
      '- [ ] SVC-001: Books.list() -> GET /books {} -> { title: string }',
    ];
    const read = readPlan(workspace({ 'MASTER_PLAN.md': plan, 'REQUIREMENTS.md': requirements.join('\n') }));
    expect(ids(read)).toEqual([
      ['milestone-1', 'REQUIREMENTS.md:REQ-001', 'REQUIREMENTS.md:SVC-001'],
      ['milestone-2', 'REQUIREMENTS.md:REQ-002'],
    ]);
    expect(read.milestones[0]?.services.map(({ path }) => path)).toEqual(['/books']);
    expect(read.milestones[1]?.text).toContain('\n\n- [ ] REQ-002: a loan');
    expect(read.unassigned.map(({ id }) => id)).toEqual(['REQ-0021']);
  });

  test.each(['milestones/milestone-2/REQUIREMENTS.md', 'milestone-2/REQUIREMENTS.md', 'milestones/milestone-2.md'])(
    'those of their own file %s',
    (name) => {
      const plan = readPlan(
        workspace({ 'MASTER_PLAN.md': TWO, [name]: '# Milestone 2: Loans\n\n## What\n\n- [ ] REQ-002: a loan\n' }),
      );
      expect(ids(plan)).toEqual([['milestone-1'], ['milestone-2', `${name}:REQ-002`]]);
      expect(plan.unassigned).toEqual([]);
    },
  );

  test('all there are, when they are alone', () => {
    const plan = readPlan(workspace({ 'PRD.md': 'Only words.', 'REQUIREMENTS.md': '- [ ] REQ-001: a book\n' }));
    expect(ids(plan)).toEqual([['milestone-1', 'REQUIREMENTS.md:REQ-001']]);
  });

  test('none of a file that lies elsewhere, or contradicts itself', () => {
    const folder = workspace({ 'MASTER_PLAN.md': TWO });
    symlinkSync(join(workspace({ 'a.md': '' }), 'a.md'), join(folder, 'REQUIREMENTS.md'));
    expect(refusal(folder).message).toBe('REQUIREMENTS.md lies outside of the workspace.');
    const twice = workspace({ 'MASTER_PLAN.md': TWO, 'milestone-1/REQUIREMENTS.md': '- [ ] REQ-001: a\n- [ ] REQ-001: b\n' });
    expect(refusal(twice)).toMatchObject({
      message: 'milestone-1 has REQ-001 already, in line 1.',
      location: { file: 'milestone-1/REQUIREMENTS.md', line: 2 },
    });
  });

  test('their own where they have some', () => {
    const folder = workspace({
      'MASTER_PLAN.md': '## Milestone 1: Books\n\n- [ ] REQ-001: a book\n',
      'REQUIREMENTS.md': '## Milestone 1: Of another plan\n\n- [ ] REQ-009: else\n',
    });
    expect(ids(readPlan(folder))).toEqual([['milestone-1', 'MASTER_PLAN.md:REQ-001']]);
  });

  test('only what a person can have written', () => {
    const numbers = [1, 2, 3, 4];
    const files = numbers.map((number) => [`milestones/milestone-${number}.md`, 'x'.repeat(1_900_000)]);
    const plan = numbers.map((number) => `## Milestone ${number}: M\n`).join('');
    const folder = workspace({ 'MASTER_PLAN.md': plan, ...Object.fromEntries(files) });
    expect(refusal(folder).message).toBe('The plan and its requirements have more than 5 million characters.');
  });
});
