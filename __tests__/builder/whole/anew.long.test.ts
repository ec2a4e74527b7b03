import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { building, QUICK } from './building.js';
import { again, course, FIRST_WORKSPACE, first, fixed, hopeless, working } from './course.js';
import { FILES, milestoneCalls, SMALL_WORKSPACE } from './small-plan.js';

afterAll(removeFolders);

const OTHERWISE = { agent: 'build-developer', do: working(fixed('written otherwise')) };

describe('snapshots of an earlier build do not count', () => {
  test.each([['--resume'], ['--quiet']])('after an abort, with %s', async (how) => {
    const aborted = await first(hopeless());
    expect(aborted.state()).toMatchObject({ status: 'aborted' });
    const built = await again(aborted.workspace, [OTHERWISE], [...QUICK, how]);
    expect(course(built).filter((each) => each.includes('evidence'))).toEqual([]);
    expect(built.code).toBe(0);
  });

  test('what people wrote between two builds is not taken back with the second', async () => {
    const aborted = await first(hopeless());
    writeFileSync(join(aborted.workspace, 'notes.txt'), 'ours');
    const second = await again(aborted.workspace, hopeless());
    expect(second.state()).toMatchObject({ status: 'aborted' });
    expect(second.file('notes.txt')).toBe('ours');
    expect(existsSync(join(second.workspace, 'src'))).toBe(false);
    expect(second.file('.tallystick/build/taken-back/milestone-1/src/app.js.kept')).toContain('// again');
  });

  test('a milestone of the same wave that is built stays when the next one is taken back', async () => {
    const plan = SMALL_WORKSPACE['MASTER_PLAN.md'].replace('- Dependencies: milestone-1', '- Dependencies: none');
    const workspace = folderOf({ ...SMALL_WORKSPACE, 'MASTER_PLAN.md': plan });
    const calls = [...hopeless('milestone-2'), ...milestoneCalls('milestone-1'), ...milestoneCalls('milestone-2')];
    const built = await building({ strict: true, calls }, { args: QUICK, workspace });
    expect(built.state()).toMatchObject({ status: 'aborted', milestones: [{ status: 'completed' }, { status: 'aborted' }] });
    expect(readFileSync(join(workspace, 'src/app.js'), 'utf8')).toBe(FILES['milestone-1'].app);
    expect(existsSync(join(workspace, 'docs/plans/milestone-1.md'))).toBe(true);
    expect(existsSync(join(workspace, 'docs/plans/milestone-2.md'))).toBe(false);
    expect(existsSync(join(workspace, 'test/health.test.js'))).toBe(false);
    expect(built.file('MASTER_PLAN.md')).toContain('- [x] REQ-001');
  });
});

test('a milestone that failed in a check: fixes by people since then are no violation', async () => {
  const workspace = folderOf(FIRST_WORKSPACE);
  const failing = { agent: 'build-qa', do: [{ exit: 1 }] };
  const failed = await again(workspace, [failing]);
  expect(failed.state()).toMatchObject({ status: 'failed', milestones: [{ failure: { step: 'qa' } }] });
  writeFileSync(join(workspace, 'src/app.js'), `${FILES['milestone-1'].app}// by hand\n`);
  const resumed = await again(workspace, [], [...QUICK, '--resume']);
  expect(course(resumed).filter((each) => each.includes('evidence'))).toEqual([]);
  expect(resumed.code).toBe(0);
});
