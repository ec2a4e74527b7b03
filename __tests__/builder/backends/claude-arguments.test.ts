import { describe, expect, test } from '@jest/globals';
import { claudeArguments, isAgentName } from '../../../src/builder/backends/claude-arguments.js';
import { permissionsOf } from '../../../src/builder/backends/permissions.js';

const END = ['--strict-mcp-config', '--output-format', 'stream-json', '--verbose', '-p', 'Check it.'];
const args = (call: object): readonly string[] =>
  claudeArguments({ agent: 'build-qa', permissionMode: 'acceptEdits', ...call }, 'Check it.').args;

describe('Arguments (REQ-BAP-004)', () => {
  // Shows TEST-BAP-004a by builder/backends/claude-arguments.ts; TEST-BAP-004f by builder/backends/claude-arguments.ts
  test('no agent, no flag', () => {
    expect(args({ agent: '' })).toEqual(['--permission-mode', 'acceptEdits', ...END]);
  });

  // Shows REQ-BAP-003; REQ-BAP-004 by builder/backends/claude-arguments.ts; REQ-BAP-006; TEST-BAP-003e
  // Shows TEST-BAP-003f by builder/backends/claude-arguments.ts; TEST-BAP-004b by builder/backends/claude-arguments.ts
  // Shows TEST-BAP-004g by builder/backends/claude-arguments.ts
  test('an agent is named, and only the message is the prompt', () => {
    expect(args({})).toEqual(['--agent', 'build-qa', '--permission-mode', 'acceptEdits', ...END]);
  });

  // Shows REQ-BAP-003; REQ-BAP-004; TEST-BAP-004c by builder/backends/claude-arguments.ts
  // Shows TEST-BAP-004e by builder/backends/claude-arguments.ts
  test('model, turns and cost are bounded by flags', () => {
    expect(args({ model: 'opus', maxTurns: 25, maxCostUsd: 1.5 })).toEqual(
      expect.arrayContaining(['--model', 'opus', '--max-turns', '25', '--max-budget-usd', '1.5']),
    );
    expect(args({ model: '', maxTurns: undefined }).join(' ')).not.toMatch(/--model|--max/);
  });

  // Shows TEST-BAP-004i by builder/backends/claude-arguments.ts; TEST-BAP-004j
  test('tools that need no permission are one list; none is no flag', () => {
    expect(args({ allowedTools: ['Read', 'Bash(npm test)'] })).toEqual(
      expect.arrayContaining(['--allowedTools', 'Read,Bash(npm test)']),
    );
    expect(args({ allowedTools: [] })).not.toContain('--allowedTools');
  });

  test('servers of a file, and no others: none that the workspace names', () => {
    expect(args({})).toContain('--strict-mcp-config');
    expect(args({})).not.toContain('--mcp-config');
    expect(args({ mcpConfig: 'mcp.json' })).toEqual(expect.arrayContaining(['--mcp-config', 'mcp.json', '--strict-mcp-config']));
  });

  // Shows TEST-BAP-003g; TEST-BAP-003h; TEST-BAP-003k
  test.each(['--dangerously-skip-permissions', '-p', '- [ ] REQ-001'])(
    'a prompt that begins like a flag is none: %s',
    (prompt) => {
      expect(claudeArguments({ agent: '', permissionMode: 'plan' }, prompt).args.at(-1)).toBe(`\n${prompt}`);
    },
  );

  test('what no argument can hold goes over the input', () => {
    const long = 'x'.repeat(200_000);
    const { args: given, input } = claudeArguments({ agent: '', permissionMode: 'plan' }, long);
    expect([given.at(-1), input]).toEqual(['-p', long]);
    expect(claudeArguments({ agent: '', permissionMode: 'plan' }, 'a\0b').args.at(-1)).toBe('ab');
  });
});

test.each([
  ['build-analyst', true],
  ['', false],
  ['../build-qa', false],
  ['a/b', false],
  ['a\\b', false],
  ['.', false],
  ['--model', false],
  ['a b', false],
  ['a'.repeat(200), false],
  // Shows TEST-BAP-004h by builder/backends/claude-arguments.ts
])('%j is a name of a definition: %s', (name, is) => {
  expect(isAgentName(name)).toBe(is);
});

describe('Permissions', () => {
  const toolsOf = () => ['Read', 'Bash'];

  // Shows TEST-BAP-004d by builder/backends/permissions.ts
  test('who is not root may bypass them', () => {
    expect(permissionsOf('build-qa', { permissionMode: 'bypassPermissions', toolsOf, userId: 1_000 })).toEqual({
      permissionMode: 'bypassPermissions',
    });
  });

  // Shows TEST-BAP-004d
  test('root may not: edits are accepted, and the tools of the definition allowed', () => {
    expect(permissionsOf('build-qa', { permissionMode: 'bypassPermissions', toolsOf, userId: 0 })).toEqual({
      permissionMode: 'acceptEdits',
      allowedTools: ['Read', 'Bash'],
    });
  });

  // Shows TEST-BAP-004j by builder/backends/permissions.ts builder/backends/claude-arguments.ts
  test('who only plans is allowed nothing more', () => {
    expect(permissionsOf('build-qa', { permissionMode: 'plan', toolsOf, userId: 1_000 })).toEqual({
      permissionMode: 'plan',
      allowedTools: [],
    });
  });
});
