import type { CodeMessage, CodeRoute } from '../facts/codebase.js';
import type { FactSheet } from '../facts/fact-sheet.js';
import { type Ask, askKey, questionsOf } from '../facts/questions.js';
import type { JudgeInput } from './judge.js';
import type { Verdict } from './rule.js';

/**
 * What inference may be asked of the routes and events whose promises could not be fully compared. What no contract promises is not asked for,
 * and neither is what is known well enough.
 */
export function openQuestions({ paired, codebase, rules }: JudgeInput): readonly Ask[] {
  const asks = new Map<string, Ask>();
  const context = { types: codebase.types };
  const ask = (actual: CodeRoute | CodeMessage): void => {
    for (const one of questionsOf(actual)) asks.set(askKey(one), one);
  };
  for (const rule of rules) {
    if (rule.about === 'endpoint') {
      for (const pairing of paired.pairings) if (isOpen(() => rule.check(pairing, context))) pairing.actuals.forEach(ask);
    } else if (rule.about === 'event') {
      for (const pairing of paired.events) {
        if (isOpen(() => rule.check(pairing, context))) for (const { message } of pairing.actuals) ask(message);
      }
    }
  }
  return [...asks.values()];
}

/** How many promised routes inference knew something of. */
export function inferredRoutes({ paired }: JudgeInput, { answers = {} }: FactSheet): number {
  const isKnown = (ask: Ask): boolean => {
    const key = askKey(ask);
    return Object.hasOwn(answers, key) && answers[key]?.kind !== 'unknown';
  };
  return [...paired.documented].filter((route) => questionsOf(route).some(isKnown)).length;
}

/** A rule that crashes is named when it judges. */
function isOpen(check: () => Verdict): boolean {
  try {
    return check().unknown.length > 0;
  } catch {
    return false;
  }
}
