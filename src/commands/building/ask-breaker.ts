import { BREAKER_CHOICES } from '../../builder/agent-report/breaker.js';
import { plain } from '../../reports/escape.js';
import type { Io } from '../command.js';
import type { BuildWishes } from './wishes.js';

/** Answers that are none of the choices, before it is taken for an abort. */
const MOST_QUESTIONS = 3;

const MEANINGS = [
  '  research  look for the cause, then fix it (recommended)',
  '  fix       try once more',
  '  skip      go on with what is open (not advised)',
  '  abort     take back what this milestone wrote, and end',
].join('\n');

/** Asks whoever sits at the terminal what to do when three fixes did not help (seed 002, circuit breaker); undefined: nobody does. */
export function asking({ ask }: Pick<Io, 'ask'>): BuildWishes['ask'] {
  if (ask === undefined) return undefined;
  return async (milestone, open) => {
    const lines = open.map((reason) => `  - ${plain(reason.split('\n')[0] ?? '')}`);
    let question = `\nThree fixes did not help in ${plain(milestone)}. Still open:\n${lines.join('\n')}\n${MEANINGS}\nWhat now? `;
    for (let count = 0; count < MOST_QUESTIONS; count++) {
      const answer = (await ask(question)).trim().toLowerCase();
      const choice = BREAKER_CHOICES.find((each) => each === answer);
      if (choice !== undefined) return choice;
      question = `One of ${BREAKER_CHOICES.join(', ')}: `;
    }
    return 'abort';
  };
}
