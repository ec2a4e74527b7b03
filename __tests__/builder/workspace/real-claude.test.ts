import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { prepareWorkspace } from '../../../src/builder/workspace/write-workspace.js';
import { configSchema } from '../../../src/config/schema.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { guardAgentFiles } from './guards.js';
import { type Conversation, type Stated, scriptedModel } from './scripted-model.js';

/** The command line where the end-to-end script keeps it; it is no dependency, and where it was never fetched these are skipped. */
function cached(): string | undefined {
  const folder = join(homedir(), '.cache', 'tallystick-e2e');
  if (!existsSync(folder)) return undefined;
  const found = readdirSync(folder).filter((name) => name.startsWith('claude-'));
  return found.map((name) => join(folder, name, 'node_modules', '.bin', 'claude')).find((file) => existsSync(file));
}

const claude = process.env.TALLYSTICK_E2E_CLAUDE ?? cached();
const real = claude === undefined ? describe.skip : describe;
const handoff = {
  agent: 'build-qa',
  taskId: '1',
  status: 'success',
  artifacts: [{ path: 'made.txt' }],
  next_actions: [],
};
const KEY = 'canary-of-an-api-key';
const tasks = '.taskmaster/tasks/tasks.json';

/** A lead that makes a task, calls it completed too early, and has an agent that spoils a file and forgets its hand-off. */
function script(workspace: string, heard: string[]): (conversation: Conversation) => Stated {
  const lead: readonly Stated[] = [
    { tool: 'Write', input: { file_path: join(workspace, 'made.txt'), content: 'made' } },
    { tool: 'ToolSearch', input: { query: 'select:TaskCreate,TaskUpdate,TaskList' } },
    { tool: 'TaskCreate', input: { subject: 'REQ-001', description: 'It works.' } },
    { tool: 'TaskUpdate', input: { taskId: '1', status: 'completed' } },
    { tool: 'Agent', input: { description: 'try it', prompt: 'TRY IT', subagent_type: 'build-qa' } },
  ];
  const qa: readonly Stated[] = [
    { tool: 'Bash', input: { command: `echo spoilt > ${tasks}`, description: 'spoil' } },
    { text: 'Tried.' },
  ];
  return ({ text, turns }) => {
    heard.push(text);
    if (text.includes('This check belongs to a build')) {
      return { tool: 'StructuredOutput', input: { ok: false, reason: 'REQ-001 is not met' } };
    }
    const isLead = text.includes('LEAD THEM');
    const last = isLead ? 'Done.' : `Tried.\n\n\`\`\`json\n${JSON.stringify(handoff)}\n\`\`\``;
    return (isLead ? lead : qa)[turns] ?? { text: last };
  };
}

function run(workspace: string, url: string): Promise<number | null> {
  const home = folderOf({});
  const env = {
    ...{ HOME: home, PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`, CLAUDE_CONFIG_DIR: join(home, '.claude') },
    ...{
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    ...{ CLAUDE_CODE_ENABLE_TASKS: '1', CLAUDE_CODE_ENABLE_TODO_TOOLS: '1', CLAUDE_CODE_TASK_LIST_ID: 'list' },
    CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1',
  };
  const args = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Write,Agent', '--max-turns', '20', '-p', 'LEAD THEM'];
  return new Promise((resolve) => {
    const child = spawn(claude ?? '', args, { cwd: workspace, env, stdio: 'ignore', timeout: 60_000, killSignal: 'SIGKILL' });
    child.on('close', resolve);
  });
}

const linesOf = (folder: string, name: string) =>
  readFileSync(join(folder, '.tallystick/build', name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

afterAll(removeFolders);

real('the real command line, in a workspace that is prepared for a team', () => {
  const before = {
    'REQUIREMENTS.md': '- [x] REQ-001: a\n- [ ] REQ-002: b\n',
    [tasks]: '{"tasks":[]}',
    '.claude/CLAUDE.md': 'MINE\n',
  };
  const heard: string[] = [];
  let workspace = '';
  let code: number | null = null;

  beforeAll(async () => {
    workspace = folderOf(before);
    const content = '---\nname: build-qa\ndescription: Tries it.\ntools: Bash, Read\n---\nYou try things.\n';
    const guard = guardAgentFiles(workspace, [{ name: 'build-qa', content }]);
    prepareWorkspace(guard, {
      ...{ workspace, mode: 'agent_teams', config: configSchema.parse({}), requirements: 'REQUIREMENTS.md', milestones: [] },
      instructions: {
        ...{ role: 'wiring-verifier', service_name: 'books', contracts: [], dependencies: [], mcp_servers: {} },
        ...{
          quality_standards: '',
          convergence_config: {},
          tech_stack: '@REQUIREMENTS.md',
          codebase_context: '@REQUIREMENTS.md',
        },
      },
      onNote: () => undefined,
    });
    const model = await scriptedModel(script(workspace, heard));
    code = await run(workspace, model.url);
    model.close();
    guard.restore();
  });

  test('ends, and every agent was told what holds in the workspace', () => {
    expect(code).toBe(0);
    for (const words of ['LEAD THEM', 'TRY IT']) {
      const [first = ''] = heard.filter((text) => text.includes(words));
      expect(first).toContain('# Instructions of this build');
      expect(first).toContain('MINE');
      expect(first).not.toContain('REQ-002: b');
    }
  });

  // Shows REQ-011
  test('asks an agent whether a task is completed, and takes its no for an answer', () => {
    expect(heard.some((text) => text.includes('Agent hook condition was not met: REQ-001 is not met'))).toBe(true);
  });

  // Shows REQ-015; 001-STORAGE-PROTECTION
  test('notes what was written, and puts back what belongs to TaskMaster', () => {
    expect(linesOf(workspace, 'changes.ndjson')).toEqual([expect.objectContaining({ tool: 'Write', file: 'made.txt' })]);
    expect(linesOf(workspace, 'protected.ndjson')).toEqual([expect.objectContaining({ tool: 'Bash', agent_type: 'build-qa' })]);
    expect(heard.some((text) => text.includes('belong to TaskMaster'))).toBe(true);
  });

  // Shows D5
  test('asks an agent for its hand-off, which then stands in the run report', () => {
    expect(heard.some((text) => text.includes('What is wrong: there is none'))).toBe(true);
    expect(linesOf(workspace, 'handoffs.ndjson')).toEqual([
      expect.objectContaining({ agent_type: 'build-qa', valid: true, handoff }),
    ]);
  });

  // Shows REQ-013
  test('does not let the lead end at half of the checklist, but for its second wish', () => {
    const known = heard.filter((text) => text.includes('REQUIREMENTS.md only 0.5 complete (threshold: 0.8)'));
    expect(known).toHaveLength(1);
  });

  test('leaves the workspace as it was, but for its work, and no key in it', () => {
    for (const [path, content] of Object.entries(before)) expect(readFileSync(join(workspace, path), 'utf8')).toBe(content);
    expect(readdirSync(workspace).sort()).toEqual(['.claude', '.tallystick', '.taskmaster', 'REQUIREMENTS.md', 'made.txt']);
    expect(readdirSync(join(workspace, '.claude'))).toEqual(['CLAUDE.md']);
    const files = readdirSync(workspace, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { parentPath, name } of files) expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain(KEY);
  });
});
