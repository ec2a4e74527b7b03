import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { claudeEnvironment } from '../../../src/builder/backends/environment.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const workspace = folderOf({});
const variables = (env: Record<string, string>) => claudeEnvironment(env, workspace).variables;

test('only what is listed is passed: switches, addresses and proxies, no secret (SEC-001)', () => {
  const passed = variables({
    ...{ HOME: '/home/a', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://proxy', https_proxy: 'http://proxy' },
    ...{ CLAUDE_CODE_MAX_OUTPUT_TOKENS: '9', CLAUDE_CODE_USE_X: '1' },
    ...{ ANTHROPIC_API_KEY: 'k', CLAUDE_CODE_OAUTH_TOKEN: 't', CLAUDE_CODE_CLIENT_KEY_PASSPHRASE: 'p' },
    ...{ GITHUB_TOKEN: 'g', ACTIONS_RUNTIME_TOKEN: 'r', NODE_OPTIONS: '--require x', AWS_SECRET_ACCESS_KEY: 's', OTHER: 'o' },
  });
  expect(passed).toEqual({
    ...{ HOME: '/home/a', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://proxy', https_proxy: 'http://proxy' },
    ...{ CLAUDE_CODE_MAX_OUTPUT_TOKENS: '9', CLAUDE_CODE_USE_X: '1' },
    ...{ DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
  });
});

test('an agent does not take itself for a part of the session that this program runs in', () => {
  const session = {
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_CODE_SSE_PORT: '1',
    CLAUDE_CODE_SESSION_ID: 'a',
    CLAUDE_CODE_TASK_LIST_ID: 'b',
  };
  expect(Object.keys(variables(session))).toEqual(['DISABLE_AUTOUPDATER', 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC']);
});

test.each([
  [{ ANTHROPIC_API_KEY: 'key', CLAUDE_CODE_OAUTH_TOKEN: 'token', ANTHROPIC_AUTH_TOKEN: 'auth' }, 'ANTHROPIC_AUTH_TOKEN', 'auth'],
  [{ ANTHROPIC_API_KEY: 'key', CLAUDE_CODE_OAUTH_TOKEN: 'token' }, 'ANTHROPIC_API_KEY', 'key'],
  [{ CLAUDE_CODE_OAUTH_TOKEN: 'token', ANTHROPIC_API_KEY: '' }, 'CLAUDE_CODE_OAUTH_TOKEN', 'token'],
])('one secret is needed, and it stands apart: %j', (env, name, value) => {
  expect(claudeEnvironment(env, workspace).secret).toMatchObject({ name, value });
});

test('none is needed where it is signed in by a file', () => {
  expect(claudeEnvironment({}, workspace).secret).toBeUndefined();
});

test('folders of the workspace are taken off PATH: what agents write there is no program of the machine', () => {
  const path = [workspace, join(workspace, 'node_modules/.bin'), '/usr/bin', 'relative', '/bin'].join(delimiter);
  expect(variables({ PATH: path }).PATH).toBe(['/usr/bin', '/bin'].join(delimiter));
});

test('what a backend sets counts more than what it was given', () => {
  const set = { CLAUDE_CODE_SUBAGENT_MODEL: 'opus' };
  expect(claudeEnvironment({ CLAUDE_CODE_SUBAGENT_MODEL: 'haiku' }, workspace, set).variables).toMatchObject(set);
});
