import { BREAKER_CHOICES } from '../../builder/agent-report/breaker.js';
import type { Limits } from '../../builder/decide.js';
import type { BuildOptions } from '../../builder/effects/site.js';
import { UserError } from '../../model/user-error.js';

/** Options of a build besides its settings. */
export interface BuildSettings {
  /** Resume the build that was stopped here. */
  readonly resume: boolean;
  readonly limits: Limits;
  readonly onBreaker: BuildOptions['onBreaker'];
  readonly ask?: BuildOptions['ask'];
  /** Given by a trusted person. */
  readonly testCommand?: string | undefined;
  readonly rerunEvidence: boolean;
  /** Name or alias of a model for all agents. */
  readonly model?: string | undefined;
  /** As typed; absent: single agents need no permission, teams use the settings. */
  readonly permissionMode?: string | undefined;
  /** As requested; absent: that of the environment. */
  readonly language?: string | undefined;
  readonly skillsDir: string;
  /** Name of the built service in contracts and engines; absent: the name of its folder. */
  readonly service?: string | undefined;
}

/** The defaults. */
export const DEFAULT_OPTIONS = {
  skillsDir: '.claude/skills',
  rerunEvidence: true,
  onBreaker: 'abort',
} as const satisfies Partial<BuildSettings>;

/** @throws UserError for an unknown choice; `name` is the option or input */
export function breakerChoice(text: string, name: string): BuildOptions['onBreaker'] {
  const choice = BREAKER_CHOICES.find((each) => each === text);
  if (choice !== undefined) return choice;
  throw new UserError(`${name} is one of ${BREAKER_CHOICES.join(', ')}, not ${text}.`);
}

/** Reads a limit. UserError: not a number above 0; `name` is the option or input. */
function amount(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}(?:\.\d{1,4})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new UserError(`${name} must be a number above 0, not ${text}.`);
}

/** Reads limits: money, turns, minutes. */
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
