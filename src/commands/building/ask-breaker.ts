import { BREAKER_CHOICES } from '../../builder/agent-report/breaker.js';
import { plain } from '../../reports/escape.js';
import type { Io } from '../command.js';
import type { BuildSettings } from './wishes.js';

/** Invalid answers that are accepted before the build is aborted. */
const MOST_QUESTIONS = 3;

const MEANINGS = [
  '  research  look for the cause, then fix it (recommended)',
  '  fix       try once more',
  '  skip      continue with the open findings (not advised)',
  '  abort     undo the changes of this milestone, and end',
].join('\n');

/** Asks the user at the terminal how to continue after three unsuccessful fixes (circuit breaker); undefined: no terminal. */
export function breakerQuestion({ ask }: Pick<Io, 'ask'>): BuildSettings['ask'] {
  if (ask === undefined) return undefined;
  return async (milestone, open, isConflict) => {
    const lines = open.map((reason) => `  - ${plain(reason.split('\n')[0] ?? '')}`);
    const why = isConflict ? 'Reviewers contradict each other' : 'Three fixes did not help';
    let question = `\n${why} in ${plain(milestone)}. Still open:\n${lines.join('\n')}\n${MEANINGS}\nWhat now? `;
    for (let count = 0; count < MOST_QUESTIONS; count++) {
      const answer = (await ask(question)).trim().toLowerCase();
      const choice = BREAKER_CHOICES.find((each) => each === answer);
      if (choice !== undefined) return choice;
      question = `One of ${BREAKER_CHOICES.join(', ')}: `;
    }
    return 'abort';
  };
}
