import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { notesFor, storeAborted, storeNotes } from '../../../src/builder/agent-report/memory.js';
import { expectQuick } from '../../processor-time.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';

afterEach(removeFolders);

const notes = (learnings: readonly string[], patterns: readonly string[] = [], verification: readonly string[] = []) => [
  { learnings: [...learnings], patterns: [...patterns], verification: [...verification] },
];
const file = (folder: string, name: string): string => readFileSync(join(folder, '.tallystick/memory', name), 'utf8');

// Shows 002-MEMORY_NOTES by builder/agent-report/memory.ts
test('notes stand where spec 002 says', () => {
  const folder = folderOf({});
  storeNotes(folder, notes(['the port is fixed'], ['dates are texts'], ['12 tests pass']));
  expect(file(folder, 'activeContext.md')).toBe('## Learnings\n\n- the port is fixed\n');
  expect(file(folder, 'patterns.md')).toBe('## Common Gotchas\n\n- dates are texts\n');
  expect(file(folder, 'progress.md')).toBe('## Verification\n\n- 12 tests pass\n');
});

test('more notes are added, none twice, and what people wrote stays', () => {
  const folder = folderOf({
    '.tallystick/memory/activeContext.md': '# Context\n\n## Learnings\n\n- mine\n\n## Next\n\nGo on.\n',
  });
  storeNotes(folder, notes(['one', 'mine', 'one']));
  storeNotes(folder, notes(['two']));
  expect(file(folder, 'activeContext.md')).toBe('# Context\n\n## Learnings\n\n- mine\n- one\n- two\n\n## Next\n\nGo on.\n');
});

test('later agents are given them: all what was learnt, those that check what was verified as well', () => {
  const folder = folderOf({});
  expect(notesFor(folder, true)).toBe('');
  storeNotes(folder, notes(['the port is fixed'], ['dates are texts'], ['12 tests pass']));
  expect(notesFor(folder, false)).toBe('Learnings:\n- the port is fixed\nCommon Gotchas:\n- dates are texts');
  expect(notesFor(folder, true)).toContain('Verification:\n- 12 tests pass');
});

test('what agents wrote into the files themselves is given as short lines, without tokens, and not for ever', () => {
  const many = Array.from({ length: 300 }, (_, index) => `- note ${index}`).join('\n');
  const evil = `- ${'x'.repeat(2_000)}\n- key ghp_abcdefghijklmnop1234\nno note\n`;
  const folder = folderOf({ '.tallystick/memory/activeContext.md': `## Learnings\n\n${many}\n${evil}## Other\n- not ours\n` });
  const given = notesFor(folder, false);
  expect(given).toContain('- note 299');
  expect(given).not.toMatch(/- note 5\b|ghp_|no note|not ours/);
  expect(given.length).toBeLessThan(1_500);
});

test('no notes write nothing', () => {
  const folder = folderOf({});
  storeNotes(folder, notes([], [], []));
  storeNotes(folder, notes(['  ']));
  expect(existsSync(join(folder, '.tallystick/memory/patterns.md'))).toBe(false);
});

test('a note stays one line of its list, whatever it holds', () => {
  const folder = folderOf({});
  storeNotes(folder, notes([`a\n## Common Gotchas\n- b \u001b[31m\u202e ${'x'.repeat(900)}`]));
  const [heading, , note = '', ...rest] = file(folder, 'activeContext.md').split('\n');
  expect([heading, rest]).toEqual(['## Learnings', ['']]);
  expect(note).toContain('- a ## Common Gotchas - b \\u001b[31m\\u202e xxx');
  expect(note.length).toBeLessThan(520);
});

test('the oldest notes go when there are too many', () => {
  const folder = folderOf({});
  storeNotes(folder, notes(Array.from({ length: 250 }, (_, index) => `note ${index}`)));
  const lines = file(folder, 'activeContext.md').trim().split('\n').slice(2);
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([200, '- note 50', '- note 249']);
});

test('no secret is remembered', () => {
  const folder = folderOf({});
  storeNotes(folder, notes(['the key is canary-1234']), ['canary-1234']);
  expect(file(folder, 'activeContext.md')).toContain('the key is ***');
});

// Shows 002-ABORT-PERSIST by builder/agent-report/memory.ts
test('an aborted build records the reason and the abandoned tasks', () => {
  const folder = folderOf({});
  storeAborted(folder, { reason: 'the token is still logged', remaining: ['milestone-2/developer'] });
  expect(file(folder, 'activeContext.md')).toContain('Reason: the token is still logged');
  expect(file(folder, 'progress.md')).toBe('## Tasks\n\n- milestone-2/developer (deleted)\n');
});

(process.platform === 'win32' ? test.skip : test)('nothing is written through a link', () => {
  const elsewhere = folderOf({});
  const folder = folderOf({});
  writeFiles(folder, { '.tallystick/x': '' });
  symlinkSync(elsewhere, join(folder, '.tallystick/memory'));
  expect(() => storeNotes(folder, notes(['one']))).toThrow('is no folder');
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('tokens of others are masked by how they begin, and words that only look like them stay', () => {
  const workspace = folderOf({});
  const token = `ghp_${'a1'.repeat(18)}`;
  storeNotes(workspace, [
    { learnings: [`use ${token} and sk-ant-api03-${'b2'.repeat(20)}`, 'npm_config is set'], patterns: [], verification: [] },
  ]);
  const stored = readFileSync(join(workspace, '.tallystick/memory/activeContext.md'), 'utf8');
  expect(stored).toContain('- use *** and ***\n- npm_config is set');
});

const JWT = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${'c3'.repeat(20)}`;
const KEY = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${'Ab1+'.repeat(16)}\n-----END RSA PRIVATE KEY-----`;

test.each([
  [`key AIza${'Sy-1'.repeat(9)} here`, '- key *** here'],
  [`key ASIA${'A1B2'.repeat(4)} here`, '- key *** here'],
  [`a ${JWT} b`, '- a *** b'],
  [`Authorization: Bearer ${'x1.y_'.repeat(6)} is sent`, '- Authorization: Bearer *** is sent'],
  [`pay sk_live_${'a1'.repeat(12)} and sk_test_${'b2'.repeat(12)}`, '- pay *** and ***'],
  [`model hf_${'aB'.repeat(17)}.`, '- model ***.'],
  [`${KEY} was in the file`, '- *** was in the file'],
  [`-----BEGIN PRIVATE KEY-----\\n${'Ab1+'.repeat(16)}\\n${'Cd2/'.repeat(16)} cut`, '- *** cut'],
  // Twins: words that only look like tokens.
  ['hf_transfer and hf_hub_download of ASIA-PACIFIC', '- hf_transfer and hf_hub_download of ASIA-PACIFIC'],
  ['sk_test_helper, eyJson.parse, AIzawa', '- sk_test_helper, eyJson.parse, AIzawa'],
  ['Bearer authentication-is-required', '- Bearer authentication-is-required'],
  [
    'the line -----BEGIN PRIVATE KEY----- must not stand in logs',
    '- the line -----BEGIN PRIVATE KEY----- must not stand in logs',
  ],
])('other kinds of tokens and keys are masked, and words stay: %j', (note, stored) => {
  const folder = folderOf({});
  storeNotes(folder, notes([note]));
  expect(file(folder, 'activeContext.md')).toBe(`## Learnings\n\n${stored}\n`);
});

test('notes that begin like tokens again and again take no time', async () => {
  const folder = folderOf({});
  const long = notes(
    ['eyJ-', 'Bearer ', '-----BEGIN KEY-----', '-----BEGIN KEY-----\n-', 'sk_live_', 'eyJaaaaaaaa.'].map((each) =>
      each.repeat(20_000),
    ),
  );
  await expectQuick(3_000, () => storeNotes(folder, long));
});
