import type { Phase } from '../agent-names.js';
import { type Language, languageOf } from './language.js';
import { type Texts, texts } from './message-texts.js';

/** The message at a phase's beginning (REQ-BAP-009). Other steps (a hunt, a fix) use the common text; unknown languages English. */
export function phaseMessage(phase: string, language: string): string {
  const { phases, other } = textsOf(language);
  const named = phase === 'review' ? 'reviewer' : phase;
  return isPhase(named, phases) ? phases[named] : other.replaceAll('{step}', () => phase);
}

/** What is said when a build was interrupted. */
export function interruptedMessage(language: string): string {
  return textsOf(language).interrupted;
}

function textsOf(language: string): Texts {
  const known: Language = languageOf(language);
  return texts[known];
}

function isPhase(phase: string, phases: Texts['phases']): phase is Phase {
  return Object.hasOwn(phases, phase);
}
