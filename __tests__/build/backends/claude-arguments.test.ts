import fc from 'fast-check';
import { type ClaudeCall, claudeArguments, isAgentName } from '../../../src/build/backends/claude-arguments.js';

const CALL: ClaudeCall = { agent: 'build-developer', permissionMode: 'acceptEdits' };
/** What stands behind a flag; undefined: the flag is not there. */
function argumentOf(flag: string, call: Partial<ClaudeCall>, prompt = 'Begin.'): string | undefined {
  const { args } = claudeArguments({ ...CALL, ...call }, prompt);
  const at = args.indexOf(flag);
  return at === -1 ? undefined : args[at + 1];
}

describe('a call of claude', () => {
  test('names its agent, and has the message alone as its prompt', () => {
    expect(claudeArguments(CALL, 'Read the tests.\nBegin.').args).toEqual([
      ...['--agent', 'build-developer', '--permission-mode', 'acceptEdits'],
      ...['--output-format', 'stream-json', '--verbose', '-p', 'Read the tests.\nBegin.'],
    ]);
  });

  test('without an agent has no flag for it', () => {
    expect(argumentOf('--agent', { agent: '' })).toBeUndefined();
  });

  test('may have another model than the definition says, bounds, and tools that need no permission', () => {
    expect(argumentOf('--model', { model: 'opus' })).toBe('opus');
    expect(argumentOf('--max-turns', { maxTurns: 25 })).toBe('25');
    expect(argumentOf('--max-budget-usd', { maxCostUsd: 2.5 })).toBe('2.5');
    expect(argumentOf('--allowedTools', { allowedTools: ['Read', 'Bash'] })).toBe('Read,Bash');
    expect(argumentOf('--permission-mode', { permissionMode: 'bypassPermissions' })).toBe('bypassPermissions');
    for (const flag of ['--model', '--max-turns', '--max-budget-usd', '--allowedTools'])
      expect(argumentOf(flag, {})).toBeUndefined();
    expect(argumentOf('--allowedTools', { allowedTools: [] })).toBeUndefined();
  });

  test('knows the servers of its own configuration and no others', () => {
    const { args } = claudeArguments({ ...CALL, mcpConfig: '/w/.tallystick/mcp.json' }, 'Begin.');
    expect(args).toEqual(expect.arrayContaining(['--mcp-config', '/w/.tallystick/mcp.json', '--strict-mcp-config']));
  });

  test('continues no session', () => {
    fc.assert(
      fc.property(fc.string(), (prompt) => {
        const { args } = claudeArguments(CALL, prompt);
        expect(args.filter((each) => ['--resume', '-r', '--continue', '-c', '--session-id'].includes(each))).toEqual([]);
      }),
    );
  });

  test('takes any message for its prompt, never for a flag', () => {
    for (const prompt of ['', '--dangerously-skip-permissions', '-p', 'ünï “cödé” 🏗', 'a "quote" $HOME `x` \\n', 'a\0b']) {
      const { args, input } = claudeArguments(CALL, prompt);
      const last = args.at(-1) ?? '';
      expect(args.at(-2)).toBe('-p');
      expect(last.startsWith('-')).toBe(false);
      expect(last.trim()).toBe(prompt.replaceAll('\0', '').trim());
      expect(input).toBeUndefined();
    }
  });

  test('is given a message that no argument can hold on its input', () => {
    const long = 'x'.repeat(200_000);
    const { args, input } = claudeArguments(CALL, long);
    expect([args.at(-1), input]).toEqual(['-p', long]);
  });
});

test.each([
  ['build-analyst', true],
  ['a', true],
  ['Agent_2', true],
  ['', false],
  ['../up', false],
  ['a/b', false],
  ['a\\b', false],
  ['..', false],
  ['a.md', false],
  ['-p', false],
  ['a b', false],
  ['a\n', false],
  ['x'.repeat(101), false],
])('%j is the name of an agent: %p', (name, isOne) => {
  expect(isAgentName(name)).toBe(isOne);
});
