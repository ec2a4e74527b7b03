import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { generateClaudeMd } from '../../../src/builder/workspace/claude-md.js';
import { openGuard } from '../../../src/builder/workspace/guarded-files.js';
import { prepareWorkspace, type WorkspaceRequest } from '../../../src/builder/workspace/write-workspace.js';
import { configSchema } from '../../../src/config/schema.js';
import { readHandoff } from '../../../src/mcp/handoff.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

const engine = { contract_engine: { enabled: true } };
const instructions: WorkspaceRequest['instructions'] = {
  role: 'code-writer',
  service_name: 'books',
  contracts: [],
  dependencies: [],
  mcp_servers: {},
  quality_standards: '',
  convergence_config: {},
  tech_stack: '',
  codebase_context: '',
};

function prepared(files: Readonly<Record<string, string>>, given: Partial<WorkspaceRequest> = {}) {
  const workspace = folderOf(files);
  const notes: string[] = [];
  const guard = openGuard(workspace);
  const request: WorkspaceRequest = {
    workspace,
    config: configSchema.parse({}),
    mode: 'agent_teams',
    instructions,
    requirements: 'REQUIREMENTS.md',
    milestones: [],
    onNote: (note) => notes.push(note),
    ...given,
  };
  prepareWorkspace(guard, request);
  return { workspace, guard, notes, request };
}
const seen = (folder: string) => readdirSync(folder).filter((name) => name !== '.tallystick');

afterAll(removeFolders);

describe('the workspace of a team', () => {
  // Shows REQ-014 by builder/workspace/write-workspace.ts; TEST-010 by builder/workspace/write-workspace.ts
  test('has settings with hooks, their scripts, and instructions', () => {
    const { workspace, guard } = prepared({});
    expect(readdirSync(join(workspace, '.claude')).sort()).toEqual(['CLAUDE.md', 'hooks', 'settings.local.json']);
    const { hooks } = JSON.parse(readFileSync(join(workspace, '.claude/settings.local.json'), 'utf8')) as { hooks: object };
    expect(Object.keys(hooks)).toContain('Stop');
    const scripts = readdirSync(join(workspace, '.claude/hooks/tallystick'));
    expect(scripts).toEqual(['handoff.mjs', 'quality-gate.mjs', 'teammate-idle-check.mjs', 'track-file-change.mjs']);
    if (process.platform !== 'win32')
      for (const name of scripts) expect(lstatSync(join(workspace, '.claude/hooks/tallystick', name)).mode & 0o777).toBe(0o755);
    guard.restore();
    expect(seen(workspace)).toEqual([]);
  });

  // Shows REQ-056 by builder/workspace/write-workspace.ts
  test('keeps what the user has there, to the letter, once the build is over', () => {
    const files = {
      '.claude/settings.local.json': '{ "model": "opus" }',
      '.claude/CLAUDE.md': '# Mine',
      '.claude/hooks/quality-gate.mjs': '// mine',
    };
    const { workspace, guard } = prepared(files);
    expect(readFileSync(join(workspace, '.claude/settings.local.json'), 'utf8')).toContain('"model": "opus"');
    expect(readFileSync(join(workspace, '.claude/CLAUDE.md'), 'utf8').startsWith('# Mine\n\n<!-- AGENT-TEAMS-START -->')).toBe(
      true,
    );
    guard.restore();
    for (const [path, content] of Object.entries(files)) expect(readFileSync(join(workspace, path), 'utf8')).toBe(content);
    expect(readdirSync(join(workspace, '.claude/hooks'))).toEqual(['quality-gate.mjs']);
  });

  test('keeps permissions that were given meanwhile', () => {
    const { workspace, guard } = prepared({});
    const file = join(workspace, '.claude/settings.local.json');
    const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...settings, permissions: { allow: ['Bash(npm test)'] } }));
    guard.restore();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { allow: ['Bash(npm test)'] } });
  });

  test('has broken settings again as they were, and they are told of', () => {
    const { workspace, guard, notes } = prepared({ '.claude/settings.local.json': '{ "model": ' });
    expect(notes).toEqual([expect.stringContaining('is no JSON object')]);
    guard.restore();
    expect(readFileSync(join(workspace, '.claude/settings.local.json'), 'utf8')).toBe('{ "model": ');
  });

  // Shows WIRE-010 by builder/workspace/write-workspace.ts
  test('is prepared again for the next milestone', () => {
    const { workspace, guard, request } = prepared({ '.claude/CLAUDE.md': '# Mine\n' });
    prepareWorkspace(guard, { ...request, milestones: ['milestone-2'], instructions: { ...instructions, role: 'architect' } });
    expect(readFileSync(join(workspace, '.claude/hooks/tallystick/quality-gate.mjs'), 'utf8')).toContain('"milestone-2"');
    expect(readFileSync(join(workspace, '.claude/CLAUDE.md'), 'utf8').match(/AGENT-TEAMS-START/g)).toHaveLength(1);
    guard.restore();
    expect(readFileSync(join(workspace, '.claude/CLAUDE.md'), 'utf8')).toBe('# Mine\n');
  });

  test("knows TaskMaster's files as they were", () => {
    const { workspace, guard } = prepared({ '.taskmaster/tasks/tasks.json': '{"tasks":[]}' });
    expect(readFileSync(join(workspace, '.tallystick/build/task-files/0'), 'utf8')).toBe('{"tasks":[]}');
    expect(existsSync(join(workspace, '.tallystick/build/task-files/1'))).toBe(false);
    expect(existsSync(join(workspace, '.claude/hooks/tallystick/protect-storage.mjs'))).toBe(true);
    guard.restore();
    expect(seen(workspace)).toEqual(['.taskmaster']);
  });

  test('does not look at tasks where that is off', () => {
    const { workspace, guard } = prepared({}, { config: configSchema.parse({ agent_teams: { task_completed_hook: false } }) });
    expect(readFileSync(join(workspace, '.claude/settings.local.json'), 'utf8')).not.toContain('TaskCompleted');
    guard.restore();
  });

  // Shows TEST-086 by builder/workspace/write-workspace.ts
  test('tells of the tools of the engines exactly when they are on', () => {
    const mcp_servers = { 'contract-engine': { command: 'tallystick' } };
    const on = prepared({}, { config: configSchema.parse(engine), instructions: { ...instructions, mcp_servers } });
    expect(readFileSync(join(on.workspace, '.claude/CLAUDE.md'), 'utf8')).toContain('### Contract Engine');
    on.guard.restore();
    const off = prepared({});
    expect(readFileSync(join(off.workspace, '.claude/CLAUDE.md'), 'utf8')).not.toContain('### Contract Engine');
    off.guard.restore();
  });
});

// Shows WIRE-002 by builder/workspace/write-workspace.ts; REQ-085 by builder/workspace/write-workspace.ts
test('where no team is at work, nothing is written', () => {
  const { workspace, guard } = prepared({ 'src/app.ts': '' }, { mode: 'cli' });
  expect(seen(workspace)).toEqual(['src']);
  guard.restore();
});

test('the hand-off that agents are shown is one that the hook takes', () => {
  const [, example = ''] = /```json\n([\s\S]*?)\n```/.exec(generateClaudeMd(instructions)) ?? [];
  expect(readHandoff(example)).toMatchObject({ ok: true });
});
