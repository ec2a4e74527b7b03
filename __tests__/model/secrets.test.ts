import { describe, expect, test } from '@jest/globals';
import { isSecretName, masked, secretsOf } from '../../src/model/secrets.js';

describe('a name speaks of a secret', () => {
  test.each([
    ...['GITHUB_TOKEN', 'ANTHROPIC_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'DB_PASSWORD', 'DB_PWD', 'PGPASSWORD_FILE_KEY', 'apiKey'],
    ...['Authorization', 'Cookie', 'X-Api-Key', 'accessToken', 'GOOGLE_CREDENTIALS', 'npm_config__auth', 'SECRETS'],
  ])('%s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each(['PATH', 'HOME', 'PWD', 'OLDPWD', 'DATABASE_PATH', 'KEYBOARD', 'MONKEY', 'AUTHOR', 'TOKENIZER', 'TOOL_TIMEOUT_MS'])(
    '%s does not',
    (name) => {
      expect(isSecretName(name)).toBe(false);
    },
  );
});

describe('a text', () => {
  test('holds none of the secrets of the environment any more', () => {
    const secrets = secretsOf({ API_KEY: 'abcdef-1', LONGER_TOKEN: 'abcdef-1-and-more', HOME: '/home/user' });

    expect(masked('abcdef-1-and-more, abcdef-1, /home/user', secrets)).toBe('***, ***, /home/user');
  });

  test('shows nobody who is let in at an address', () => {
    expect(masked('postgres://shop:hunter2@db:5432/x, http://a/b@c', [])).toBe('postgres://***@db:5432/x, http://a/b@c');
  });

  test('is not taken apart by secrets so short that they are everywhere', () => {
    expect(masked('on and on', secretsOf({ A_TOKEN: 'on', EMPTY_KEY: '' }))).toBe('on and on');
  });
});
