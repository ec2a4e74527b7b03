import type { Phase } from '../agent-names.js';
import { type Language, languageOf } from './language.js';
import { type Notice, type Texts, texts } from './message-texts.js';

/** The message at a phase's beginning (REQ-BAP-009). Other steps (a hunt, a fix) use the common text; unknown languages English. */
export function phaseMessage(phase: string, language: string): string {
  const { phases, other } = textsOf(language);
  const named = phase === 'review' ? 'reviewer' : phase;
  return isPhase(named, phases) ? phases[named] : other.replaceAll('{step}', () => phase);
}

/**
 * Another message with its blanks filled in: `{phase}`, `{attempt}`, `{most}`, `{reason}`, `{count}`, `{milestones}`. The
 * values come from plans and agents: callers must escape them.
 */
export function notice(which: Notice, language: string, values: Readonly<Record<string, string | number>> = {}): string {
  return textsOf(language)[which].replace(/\{([a-z]{1,20})\}/g, (blank, name: string) =>
    String(Object.hasOwn(values, name) ? values[name] : blank),
  );
}

function textsOf(language: string): Texts {
  const known: Language = languageOf(language);
  return texts[known];
}

function isPhase(phase: string, phases: Texts['phases']): phase is Phase {
  return Object.hasOwn(phases, phase);
}
