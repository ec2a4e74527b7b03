import type { CodeMessage, CodeRoute } from '../facts/codebase.js';
import type { FactSheet } from '../facts/fact-sheet.js';
import { type Ask, askKey, questionsOf } from '../facts/values/questions.js';
import type { JudgeInput } from './judge.js';
import type { Verdict } from './rule.js';

/**
 * The questions for inference about routes and events that could not be fully compared. It does not ask about routes without a
 * contract operation, nor about what is known well enough.
 */
export function openQuestions({ paired, codebase, rules }: JudgeInput): readonly Ask[] {
  const asks = new Map<string, Ask>();
  const context = { types: codebase.types };
  const ask = (actuals: readonly (CodeRoute | CodeMessage)[], check: () => Verdict): void => {
    // Mostly there are no questions: then no comparison is needed.
    const questions = actuals.flatMap(questionsOf);
    if (questions.length > 0 && isOpen(check)) for (const one of questions) asks.set(askKey(one), one);
  };
  for (const rule of rules) {
    if (rule.about === 'endpoint') {
      for (const pairing of paired.pairings) ask(pairing.actuals, () => rule.check(pairing, context));
    } else if (rule.about === 'event') {
      for (const pairing of paired.events) {
        const messages = pairing.actuals.map(({ message }) => message);
        ask(messages, () => rule.check(pairing, context));
      }
    }
  }
  return [...asks.values()];
}

/** How many documented routes inference could answer something about. */
export function inferredRoutes({ paired }: JudgeInput, { answers = {} }: FactSheet): number {
  const isKnown = (ask: Ask): boolean => {
    const key = askKey(ask);
    return Object.hasOwn(answers, key) && answers[key]?.kind !== 'unknown';
  };
  return [...paired.documented].filter((route) => questionsOf(route).some(isKnown)).length;
}

/** A rule that crashes is reported when it judges. */
function isOpen(check: () => Verdict): boolean {
  try {
    return check().unknown.length > 0;
  } catch {
    return false;
  }
}
