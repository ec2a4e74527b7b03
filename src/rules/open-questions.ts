import type { FactSheet } from '../facts/fact-sheet.js';
import { type Ask, askKey, questionsOf } from '../facts/questions.js';
import type { JudgeInput } from './judge.js';

/**
 * What inference may be asked of the routes whose promises could not be fully compared. What no contract promises is not asked for,
 * and neither is what is known well enough.
 */
export function openQuestions({ paired, codebase, rules }: JudgeInput): readonly Ask[] {
  const asks = new Map<string, Ask>();
  for (const pairing of paired.pairings) {
    const isOpen = rules.some((rule) => isUnknown(() => rule.check(pairing, { types: codebase.types }).unknown.length > 0));
    if (!isOpen) continue;
    for (const route of pairing.actuals) for (const ask of questionsOf(route)) asks.set(askKey(ask), ask);
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
function isUnknown(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
