import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { putAgentFiles } from '../../../src/builder/workspace/agent-files.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { guardAgentFiles } from './guards.js';

const agents = [
  { name: 'build-analyst', content: '---\nname: build-analyst\n---\nLook.\n' },
  { name: 'build-qa', content: '---\nname: build-qa\n---\nTry.\n' },
];
const qa = '.claude/agents/build-qa.md';

afterAll(removeFolders);

describe('agents are there for the time of a build', () => {
  // Shows TEST-BAP-001a by builder/workspace/agent-files.ts; TEST-BAP-001b by builder/workspace/agent-files.ts
  test('every agent is written, with its contents', () => {
    const folder = folderOf({});
    const guard = guardAgentFiles(folder, agents);
    for (const { name, content } of agents) expect(readFileSync(join(folder, `.claude/agents/${name}.md`), 'utf8')).toBe(content);
    expect(guard.paths()).toEqual(['.claude/agents/build-analyst.md', qa]);
    guard.restore();
  });

  // Shows TEST-BAP-001c by builder/workspace/guarded-files.ts; TEST-BAP-001d by builder/workspace/guarded-files.ts
  test('folders that were not there are gone afterwards', () => {
    const folder = folderOf({});
    guardAgentFiles(folder, agents).restore();
    expect(existsSync(join(folder, '.claude'))).toBe(false);
  });

  test('files of the user beside them stay, and their folder with them', () => {
    const folder = folderOf({ '.claude/agents/mine.md': 'mine', '.claude/settings.json': '{}' });
    guardAgentFiles(folder, agents).restore();
    expect(readdirSync(join(folder, '.claude/agents'))).toEqual(['mine.md']);
    expect(readFileSync(join(folder, '.claude/settings.json'), 'utf8')).toBe('{}');
  });

  // Shows TEST-BAP-001e by builder/workspace/guarded-files.ts
  test("a user's agent of the same name is as it was: contents, mode and time", () => {
    const folder = folderOf({ [qa]: 'my own' });
    chmodSync(join(folder, qa), 0o640);
    utimesSync(join(folder, qa), 1_000_000_000, 1_000_000_000);
    const guard = guardAgentFiles(folder, agents);
    expect(readFileSync(join(folder, qa), 'utf8')).toContain('Try.');
    guard.restore();
    expect(readFileSync(join(folder, qa), 'utf8')).toBe('my own');
    expect(statSync(join(folder, qa)).mtimeMs).toBe(1_000_000_000_000);
    if (process.platform !== 'win32') expect(statSync(join(folder, qa)).mode & 0o777).toBe(0o640);
  });

  // Shows TEST-BAP-001f by builder/workspace/guarded-files.ts
  test('written twice, what counts as before is what was there at first', () => {
    const folder = folderOf({ [qa]: 'my own' });
    const guard = guardAgentFiles(folder, agents);
    putAgentFiles(guard, [{ name: 'build-qa', content: 'another text' }]);
    expect(readFileSync(join(folder, qa), 'utf8')).toBe('another text');
    guard.restore();
    expect(readFileSync(join(folder, qa), 'utf8')).toBe('my own');
  });

  // Shows TEST-BAP-001g by builder/workspace/guarded-files.ts
  test('to restore twice does nothing the second time', () => {
    const folder = folderOf({});
    const guard = guardAgentFiles(folder, agents);
    guard.restore();
    mkdirSync(join(folder, '.claude/agents'), { recursive: true });
    writeFileSync(join(folder, qa), 'new');
    guard.restore();
    expect(readFileSync(join(folder, qa), 'utf8')).toBe('new');
  });
});

describe('what is refused', () => {
  test.each(['../evil', 'a/b', '.', '', 'a\\b', 'Build', 'x'.repeat(80), 'nul\0'])('the name %j', (name) => {
    const folder = folderOf({});
    expect(() => guardAgentFiles(folder, [...agents, { name, content: '' }])).toThrow('is no name of an agent');
    expect(existsSync(join(folder, '.claude'))).toBe(false);
  });

  test.each(['.claude', '.claude/agents', qa])('a link at %s', (path) => {
    const elsewhere = folderOf({ 'agents/build-qa.md': 'not ours', 'build-qa.md': 'not ours' });
    const folder = folderOf(path === '.claude' ? {} : { '.claude/settings.json': '{}' });
    if (path === qa) mkdirSync(join(folder, '.claude/agents'));
    symlinkSync(path === qa ? join(elsewhere, 'build-qa.md') : elsewhere, join(folder, path));
    expect(() => guardAgentFiles(folder, agents)).toThrow(/is no (folder|plain file)\./);
    expect(readFileSync(join(elsewhere, 'build-qa.md'), 'utf8')).toBe('not ours');
    expect(readdirSync(join(elsewhere, 'agents'))).toEqual(['build-qa.md']);
    expect(lstatSync(join(folder, path)).isSymbolicLink()).toBe(true);
  });

  test('a second guard while there is one', () => {
    const folder = folderOf({});
    const guard = guardAgentFiles(folder, agents);
    expect(() => guardAgentFiles(folder, agents)).toThrow('Another build is at work');
    guard.restore();
    guardAgentFiles(folder, agents).restore();
  });
});
