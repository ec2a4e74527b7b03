import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type EvidenceOptions, readEvidence, runEvidence } from '../../../src/builder/agent-report/evidence.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterEach(removeFolders);

const posix = process.platform === 'win32' ? describe.skip : describe;
const options = (more: Partial<EvidenceOptions> = {}): EvidenceOptions => ({
  workspace: folderOf({ 'pass.js': '', 'fail.js': 'process.exit(1)' }),
  env: process.env,
  timeoutSeconds: 30,
  ...more,
});
const outcomes = async (entries: readonly string[], more: Partial<EvidenceOptions> = {}) =>
  (await runEvidence(entries, options(more))).map(({ outcome, exit }) => (exit === undefined ? outcome : `${outcome} ${exit}`));

posix('commands are run again', () => {
  // Shows 002-EVIDENCE_COMMANDS by builder/agent-report/evidence.ts
  test('and give what is claimed, or not', async () => {
    expect(await outcomes(['node pass.js => exit 0', 'node fail.js => exit 1', 'node fail.js => exit 0'])).toEqual([
      'kept 0',
      'earlier',
      'differs 1',
    ]);
  });

  test('a lie is reported with both exit codes and the output', async () => {
    const [result] = await runEvidence(['node -e "console.log(42); process.exit(2)" => exit 0'], options());
    expect(result).toMatchObject({ outcome: 'differs', claimed: 0, exit: 2, output: '42\n' });
    expect(result?.why).toContain('exit 0 is claimed, we saw exit 2');
  });

  test('of a command that is claimed twice the last word counts: what was before the work cannot be seen again', async () => {
    expect(await outcomes(['node pass.js => exit 1', 'node pass.js => exit 0'])).toEqual(['earlier', 'kept 0']);
  });

  test('for agents that change code, failures are from before', async () => {
    expect(await outcomes(['node pass.js --red => exit 1', 'node pass.js => exit 0'], { failuresAreEarlier: true })).toEqual([
      'earlier',
      'kept 0',
    ]);
  });

  test('the same claim is run once', async () => {
    const workspace = folderOf({ 'once.cjs': "require('fs').mkdirSync('made')" });
    expect(await outcomes(['node once.cjs => exit 0', 'node once.cjs => exit 0'], { workspace })).toEqual(['kept 0', 'kept 0']);
  });

  test('one after the other', async () => {
    const workspace = folderOf({});
    expect(await outcomes(['mkdir a => exit 0', 'mkdir a/b => exit 0', 'test -d a/b => exit 0'], { workspace })).toEqual([
      'kept 0',
      'kept 0',
      'kept 0',
    ]);
  });

  test('a command that does not end shows nothing', async () => {
    expect(await outcomes(['tail -f /dev/null => exit 0'], { timeoutSeconds: 0.2 })).toEqual(['timeout']);
  });

  test('what takes too long together is not run to the end', async () => {
    const entries = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `tail -f /dev/null # ${name} => exit 0`);
    const all = await outcomes(entries, { timeoutSeconds: 0.2 });
    // Ending one takes a while too.
    const ran = all.filter((outcome) => outcome === 'timeout').length;
    expect([ran > 0, ran <= 4]).toEqual([true, true]);
    expect(all.slice(ran)).toEqual(Array.from({ length: 6 - ran }, () => 'not-run'));
  });

  test('too many commands are not run', async () => {
    const all = await outcomes(
      Array.from({ length: 22 }, (_, index) => `exit_${index}() { return 0; }; exit_${index} => exit 0`),
    );
    expect([all.filter((each) => each === 'kept 0').length, all.slice(20)]).toEqual([20, ['not-run', 'not-run']]);
  });

  test('a missing command is reported as missing', async () => {
    const [result] = await runEvidence(['no-such-program --check => exit 0'], options());
    expect(result).toMatchObject({ outcome: 'unusable', exit: 127 });
    expect(result?.why).toContain('there is no such command');
  });

  test('a pipe that shows how a program ended ends like it', async () => {
    expect(await outcomes(['node fail.js | tail -5 => exit 0', 'node pass.js | tail -5 => exit 0'])).toEqual([
      'differs 1',
      'kept 0',
    ]);
    expect(await outcomes(['node -e "for(let i=0;i<1e5;i++)console.log(i)" | head -1 => exit 0'])).toEqual(['kept 0']);
    expect(await outcomes(['grep nothing pass.js | wc -l => exit 0'])).toEqual(['kept 0']);
  });

  test('what a command itself started it may end', async () => {
    expect(await outcomes(['tail -f /dev/null & sleep 0.01 && kill $! => exit 0'])).toEqual(['kept 0']);
  });

  test('no secret reaches them', async () => {
    const env = { ...process.env, NPM_TOKEN: 'canary-token' };
    const [result] = await runEvidence(['env => exit 0'], options({ env }));
    expect(result).toMatchObject({ outcome: 'kept' });
    expect(result?.output).not.toContain('canary');
  });

  test('what changes something is not done once more', async () => {
    const workspace = folderOf({ 'a.txt': '' });
    expect(await outcomes(['rm a.txt => exit 0', 'true && rm a.txt => exit 0'], { workspace })).toEqual(['unusable', 'unusable']);
    expect(existsSync(join(workspace, 'a.txt'))).toBe(true);
  });
});

describe('what an entry says', () => {
  const stated = (entry: string) => readEvidence([entry]).map(({ outcome, command, claimed }) => [outcome, command, claimed])[0];

  test.each([
    ['npm test => exit 0', 'npm test', 0],
    ['`npm test` => exit 0', 'npm test', 0],
    ['npm test=>exit 0', 'npm test', 0],
    ['pytest -q => exit code 1 (2 failed)', 'pytest -q', 1],
    ['go test ./... => exit 0', 'go test ./...', 0],
    ['node -e "a => b" => exit 0', 'node -e "a => b"', 0],
    ['npm test; exit $? => exit 0', 'npm test; exit $?', 0],
    ['npm test && echo done => exit 0', 'npm test && echo done', 0],
    ['ls docs/plans/a.md => Exit 0', 'ls docs/plans/a.md', 0],
  ])('%s', (entry, command, claimed) => {
    expect(stated(entry)).toEqual(['not-run', command, claimed]);
  });

  test.each([
    ['npm test'],
    ['=> exit 0'],
    ['npm test => passed'],
    ['npm test => exit'],
    ['grep -rE ... => exit 0'],
    ['npm test <file> => exit 0'],
    ['npm test … => exit 0'],
    ['true => exit 0'],
    ['echo "all tests passed" => exit 0'],
    ['exit 0 => exit 0'],
    ['git commit -m done => exit 0'],
    ['npm test && git push => exit 0'],
    ['npm test || true => exit 0'],
    ['npm test; echo done => exit 0'],
    ['npm test; exit 0 => exit 0'],
    ['kill 123 => exit 0'],
    ['pkill node && npm test => exit 0'],
  ])('%s shows nothing', (entry) => {
    expect(stated(entry)?.[0]).toBe('unusable');
  });
});
