import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentId } from '../../../src/builder/agent-names.js';
import { type CheckedReply, checkReply } from '../../../src/builder/agent-report/check-reply.js';
import { takeSnapshot } from '../../../src/builder/agent-report/snapshot.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';
import { saying } from './sample.js';

afterEach(removeFolders);

const posix = process.platform === 'win32' ? describe.skip : describe;

async function check(
  reporter: AgentId,
  claims: Readonly<Record<string, unknown>>,
  written: Readonly<Record<string, string>> = {},
  more: Partial<CheckedReply> = {},
) {
  const workspace = folderOf({ 'package.json': '{}', 'pass.js': '', 'fail.js': 'process.exit(1)' });
  const before = await takeSnapshot(workspace);
  writeFiles(workspace, written);
  const checked = await checkReply({
    reporter,
    output: saying(reporter, claims),
    previousRetries: 0,
    openRemFixes: 0,
    before,
    rerun: true,
    workspace,
    env: process.env,
    timeoutSeconds: 30,
    ...more,
  });
  return { ...checked, workspace };
}

posix('an agent that', () => {
  const built = { FILES_MODIFIED: ['src/a.ts'], EVIDENCE_COMMANDS: ['node pass.js => exit 1', 'node pass.js => exit 0'] };

  test('did what it says: the work goes on', async () => {
    const checked = await check('builder', built, { 'src/a.ts': '' });
    expect(checked).toMatchObject({ next: 'proceed', positive: true, warnings: [], changes: { created: ['src/a.ts'] } });
    expect(checked.evidence.map(({ outcome }) => outcome)).toEqual(['earlier', 'kept']);
  });

  test('claims a file that is not there: it has to show it, and nothing is run', async () => {
    const checked = await check('builder', { ...built, EVIDENCE_COMMANDS: ['mkdir ran => exit 0'] });
    expect(checked).toMatchObject({ next: 'rem-evidence', evidence: [] });
    expect(checked.reasons).toEqual(['FILES_MODIFIED names src/a.ts, which is not there']);
    expect(existsSync(join(checked.workspace, 'ran'))).toBe(false);
  });

  test('names a command that writes: nobody has looked at what it wrote, and it counts among the changes', async () => {
    const write = `node -e "fs.writeFileSync('late.js', '')"`;
    const EVIDENCE_COMMANDS = ['node pass.js => exit 1', `${write} => exit 0`];
    const checked = await check('builder', { ...built, EVIDENCE_COMMANDS }, { 'src/a.ts': '' });
    expect(checked).toMatchObject({
      next: 'rem-evidence',
      reasons: ['EVIDENCE_COMMANDS changed late.js: evidence only looks'],
      changes: { created: ['late.js', 'src/a.ts'] },
    });
  });

  test('names a command whose tool leaves a cache: that is its output, and no change', async () => {
    const EVIDENCE_COMMANDS = [`node -e "fs.mkdirSync('coverage'); fs.writeFileSync('coverage/a.json', '')" => exit 0`];
    expect(await check('verifier', { EVIDENCE_COMMANDS })).toMatchObject({ next: 'proceed', reasons: [] });
  });

  test('claims a test that fails: it has to show it', async () => {
    const checked = await check('verifier', { EVIDENCE_COMMANDS: ['node fail.js => exit 0'] });
    expect(checked.next).toBe('rem-evidence');
    expect(checked.reasons).toEqual(['`node fail.js`: exit 0 is claimed, we saw exit 1']);
  });

  test('shows only what failed before its work shows nothing of it', async () => {
    const checked = await check('builder', { ...built, EVIDENCE_COMMANDS: ['node pass.js => exit 1'] }, { 'src/a.ts': '' });
    expect(checked.reasons).toEqual(['no command of EVIDENCE_COMMANDS shows how it is now']);
  });

  test('blocks: no command of it is run', async () => {
    const claims = { STATUS: 'FAIL', BLOCKING: true, REMEDIATION_REASON: 'no', EVIDENCE_COMMANDS: ['node fail.js => exit 0'] };
    expect(await check('verifier', claims)).toMatchObject({ next: 'rem-fix', evidence: [] });
  });

  test('changed files though it only reads', async () => {
    const checked = await check('hunter', { EVIDENCE_COMMANDS: ['node pass.js => exit 0'] }, { 'src/a.ts': '' });
    expect(checked).toMatchObject({
      next: 'rem-evidence',
      reasons: ['hunter only reads, but src/a.ts changed: it has to be as it was'],
    });
  });

  test('says nothing that can be read: what it changed is known all the same', async () => {
    const checked = await check('builder', {}, { 'src/a.ts': '' }, { output: 'Done.' });
    expect(checked).toMatchObject({ next: 'rem-evidence', nonCompliant: true, changes: { created: ['src/a.ts'] } });
  });

  test('names commands that are not repeated: that is reported', async () => {
    const checked = await check('verifier', { EVIDENCE_COMMANDS: ['node fail.js => exit 0'] }, {}, { rerun: false });
    expect(checked).toMatchObject({ next: 'proceed', warnings: ['`node fail.js`: commands of agents are not run again here'] });
  });

  test('hands on missing files: that is reported', async () => {
    const payload = { agent: 'build-hunter', taskId: '1', status: 'success', artifacts: [{ path: 'a.md' }], next_actions: [] };
    const output = `\`\`\`json\n${JSON.stringify(payload)}\n\`\`\`\n${saying('hunter', { EVIDENCE_COMMANDS: ['node pass.js => exit 0'] })}`;
    expect(await check('hunter', {}, {}, { output })).toMatchObject({
      next: 'proceed',
      warnings: ['what it hands on: a.md is not there'],
      handoff: { ok: false },
    });
  });

  test('works beside files of ours', async () => {
    const checked = await check(
      'hunter',
      { EVIDENCE_COMMANDS: ['node pass.js => exit 0'] },
      { '.claude/settings.local.json': '' },
      {
        leaveOut: ['.claude/settings.local.json'],
      },
    );
    expect(checked.next).toBe('proceed');
  });
});
