import { BREAKER_CHOICES } from '../../builder/agent-report/breaker.js';
import type { Limits } from '../../builder/decide.js';
import type { BuildOptions } from '../../builder/effects/site.js';
import { UserError } from '../../model/user-error.js';

/** What a door was told about a build, besides its settings. */
export interface BuildWishes {
  /** Goes on with the build that was stopped here. */
  readonly resume: boolean;
  readonly limits: Limits;
  readonly onBreaker: BuildOptions['onBreaker'];
  readonly ask?: BuildOptions['ask'];
  /** Given by a trusted person. */
  readonly testCommand?: string | undefined;
  readonly rerunEvidence: boolean;
  /** Name or alias of a model for all agents. */
  readonly model?: string | undefined;
  /** As it was typed; absent: agents are not asked for permission, and those of a team as the settings have it. */
  readonly permissionMode?: string | undefined;
  /** As it was asked for; absent: that of the environment. */
  readonly language?: string | undefined;
  readonly skillsDir: string;
  /** As contracts and engines call what is built; absent: the name of its folder. */
  readonly service?: string | undefined;
}

/** What nobody who said nothing else wants. */
export const USUAL_WISHES = {
  skillsDir: '.claude/skills',
  rerunEvidence: true,
  onBreaker: 'abort',
} as const satisfies Partial<BuildWishes>;

/** @throws UserError when it is none of them; `name` is how the choice is given */
export function breakerChoice(text: string, name: string): BuildWishes['onBreaker'] {
  const choice = BREAKER_CHOICES.find((each) => each === text);
  if (choice !== undefined) return choice;
  throw new UserError(`${name} is one of ${BREAKER_CHOICES.join(', ')}, not ${text}.`);
}

/** A bound as somebody wrote it. UserError: no number above 0; `name` is how it is given. */
function amount(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}(?:\.\d{1,4})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new UserError(`${name} must be a number above 0, not ${text}.`);
}

/** Bounds as they were written: money, turns, minutes. */
export function limitsOf(
  written: { readonly [Bound in 'cost' | 'turns' | 'minutes']: string | undefined },
  prefix: string,
): Limits {
  const minutes = amount(written.minutes, `${prefix}max-minutes`);
  return {
    cost: amount(written.cost, `${prefix}max-cost`),
    turns: amount(written.turns, `${prefix}max-turns`),
    seconds: minutes === undefined ? undefined : minutes * 60,
  };
}
