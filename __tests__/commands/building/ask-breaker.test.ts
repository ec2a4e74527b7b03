import { expect, test } from '@jest/globals';
import { breakerQuestion } from '../../../src/commands/building/ask-breaker.js';

/** A terminal at which these answers are typed; what it was asked. */
function terminal(...answers: readonly string[]) {
  const questions: string[] = [];
  const ask = async (question: string): Promise<string> => {
    questions.push(question);
    return answers[questions.length - 1] ?? '';
  };
  return { questions, choose: breakerQuestion({ ask }) };
}

test('a user at a terminal sees the open findings, and chooses', async () => {
  const { questions, choose } = terminal('skip\n');
  expect(await choose?.('milestone-1', ['a secret is logged\nin app.ts', '\u001b[31mred'])).toBe('skip');
  expect(questions).toHaveLength(1);
  expect(questions[0]).toContain('Three fixes did not help in milestone-1. Still open:\n  - a secret is logged\n');
  expect(questions[0]).not.toContain('\u001b');
});

test('an answer that is no choice is asked for again; the third ends the build', async () => {
  expect(await terminal('yes', 'research').choose?.('milestone-1', [])).toBe('research');
  const { questions, choose } = terminal('', 'x', 'y');
  expect(await choose?.('milestone-1', [])).toBe('abort');
  expect(questions).toHaveLength(3);
});

test('without a terminal nothing is asked', () => {
  expect(breakerQuestion({})).toBeUndefined();
});
