import { describe, expect, test } from '@jest/globals';
import { failure, failureOf, sentenceOf, TABLE } from '../../../src/builder/backends/claude-errors.js';

/** As `claude` 2.1.329 and the API say it. */
const STATED: readonly (readonly [cause: string, final: boolean, text: string])[] = [
  ['max-turns', false, 'Reached maximum number of turns (25)'],
  ['budget', true, 'Reached maximum budget ($0.001)'],
  ['context-too-long', true, 'Prompt is too long · the request is ~250000 tokens (limit 200000)'],
  ['signed-out', true, 'Not logged in · Please run /login'],
  ['credit', true, 'Credit balance is too low'],
  ['root-refused', true, '--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons'],
  ['unknown-agent', true, "--agent 'nobody' not found. Available agents: claude, Explore"],
  ['unknown-model', true, "There's an issue with the selected model (x). It may not exist or you may not have access to it."],
  ['old-version', true, "error: unknown option '--agent'"],
  ['old-version', true, "error: option '--permission-mode <mode>' argument 'x' is invalid. Allowed choices are acceptEdits."],
  ['invalid-key', true, 'Failed to authenticate. API Error: 403 no'],
  ['invalid-key', true, 'Invalid API key · Fix external API key'],
  ['rate-limit', false, 'API Error: 429 This would exceed your rate limit'],
  ['overloaded', false, 'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
  ['network', false, 'API Error: Unable to connect to API (ECONNREFUSED)'],
  ['failed', false, 'Something else'],
];

test.each(STATED)('%s (final: %s): %s', (cause, final, text) => {
  expect(failureOf({ text })).toMatchObject({ cause, final });
});

test('each row of the table has a text here, and an advice of one sentence or two', () => {
  const seen = new Set(STATED.map(([cause]) => cause));
  for (const { cause, advice } of TABLE) {
    expect(seen).toContain(cause);
    expect(advice).toMatch(/^[A-Z].*\.$|`$/s);
  }
});

describe('What tells most', () => {
  test.each([
    [{ text: 'x', words: ['error_max_turns', 'max_turns'] }, 'max-turns'],
    [{ text: 'x', words: ['error_max_budget_usd', 'budget_exhausted'] }, 'budget'],
    [{ text: '', words: ['rate_limit'], status: 429 }, 'rate-limit'],
    [{ text: '', words: ['authentication_failed'], status: 401 }, 'invalid-key'],
    [{ text: 'API Error', status: 529 }, 'overloaded'],
    [{ text: 'API Error', status: 401 }, 'invalid-key'],
    [{ text: 'Credit balance is too low', words: ['success', 'api_error'], status: 400 }, 'credit'],
  ])('%j is %s', (signs, cause) => {
    expect(failureOf(signs).cause).toBe(cause);
  });

  test('a long answer is not searched through, nor passed on', () => {
    const text = `${'a '.repeat(100_000)}rate limit`;
    expect(failureOf({ text }).cause).toBe('failed');
    expect(failureOf({ text }).message.length).toBeLessThanOrEqual(500);
  });

  test('for people it is one line, with what to do', () => {
    expect(sentenceOf(failureOf({ text: 'Not logged in ·\n Please run /login.' }))).toBe(
      'signed-out: Not logged in · Please run /login. Set ANTHROPIC_API_KEY or CLAUDE_CODE_OAUTH_TOKEN, or sign in with `claude` once.',
    );
    expect(sentenceOf(failure('interrupted'))).toBe('interrupted. Continue with `--resume`.');
  });
});
