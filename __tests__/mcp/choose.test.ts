import { describe, expect, test } from '@jest/globals';
import { resolve } from '../../src/config/resolve.js';
import type { PartialConfig } from '../../src/config/schema.js';
import { chooseEngine, commandTrust } from '../../src/mcp/choose.js';

const COMMAND: PartialConfig = { contract_engine: { enabled: true, mcp_command: 'engine', mcp_args: ['serve'] } };

function chosen(
  file: PartialConfig,
  { env = {}, isAllowed = false }: { env?: Record<string, string>; isAllowed?: boolean } = {},
) {
  const written = { name: '.tallystick.yml', values: file, locate: () => ({ file: '.tallystick.yml', line: 3 }) };
  const request = {
    resolved: resolve({ file: written }),
    commands: commandTrust(isAllowed, env),
    env,
    repository: '/repository',
  };
  return chooseEngine('contract-engine', request);
}

describe('which engine answers', () => {
  test('none unless it is enabled', () => {
    expect(chosen({})).toEqual({ kind: 'off' });
  });

  test('the embedded one without a command of the user, whatever the default says', () => {
    expect(chosen({ contract_engine: { enabled: true } }, { isAllowed: true })).toEqual({ kind: 'embedded' });
  });

  test('the embedded one where only the repository names a command, with the reason', () => {
    expect(chosen(COMMAND)).toEqual({
      kind: 'embedded',
      why: 'The command that .tallystick.yml:3 names for contract-engine was not started: it is only started with --allow-commands.',
    });
  });

  test('the command of the configuration with --allow-commands', () => {
    expect(chosen(COMMAND, { isAllowed: true })).toMatchObject({
      kind: 'server',
      namedBy: '.tallystick.yml:3',
      server: { address: { command: 'engine', args: ['serve'] } },
    });
  });

  test.each(['pull_request', 'pull_request_target', 'workflow_run', 'merge_group'])(
    'not on %s, even with --allow-commands',
    (event) => {
      const choice = chosen(COMMAND, { isAllowed: true, env: { GITHUB_EVENT_NAME: event } });
      expect(choice).toMatchObject({ kind: 'embedded', why: expect.stringContaining("may be the change's own") });
    },
  );
});
