import type { Phase } from '../agent-names.js';
import { type Language, languageOf } from './language.js';
import { type Notice, type Texts, texts } from './message-texts.js';

/**
 * What people are told when a phase begins (seed 003, REQ-BAP-009). Steps that are no phase (a hunt, a repair) get a text of their
 * own name; languages that are none of ours, English.
 */
export function phaseMessage(phase: string, language: string): string {
  const { phases, other } = textsOf(language);
  return isPhase(phase, phases) ? phases[phase] : other.replaceAll('{step}', () => phase);
}

/**
 * Another message, with its blanks filled in: `{phase}`, `{attempt}`, `{most}`, `{reason}`, `{count}`, `{milestones}`. What is filled
 * in comes from plans and agents: whoever prints it has to escape it.
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
