import { warning as annotateWarning, getInput, setSecret } from '@actions/core';
import type { z } from 'zod';
import { PROJECT } from '../model/tool.js';
import { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import { type GivenInputs, type Inputs, inputSchema } from './input-schema.js';
import { secretsOf } from './input-secrets.js';
import { translated } from './old-inputs.js';
import { hasOwnAction, modeMistakes, publishesOf } from './surface.js';

export type { Inputs } from './input-schema.js';

/** Reads an input by its name; empty if it is not given. */
type Read = (name: string) => string;

/**
 * Reads the inputs. Throws one UserError that lists all mistakes.
 *
 * @param action the mode of the running action; absent: the main one, which has an input for it
 */
export function parseInputs(read: Read, action?: string): Inputs {
  const given = givenInputs(read, action);
  const parsed = inputSchema.safeParse(given);
  if (!parsed.success) throw refused(mistakes(parsed.error, given));
  const inputs = inNewWords(parsed.data, action);
  const moved =
    action !== undefined && read('mode') !== '' ? [`Input mode has no use in the action ${action}: leave it out`] : [];
  const wrong = [...moved, ...modeMistakes(parsed.data), ...inputs.mistakes];
  if (wrong.length > 0) throw refused(wrong);
  return inputs;
}

function refused(mistakes: readonly string[]): UserError {
  return new UserError(`${[...new Set(mistakes)].join('. ')}.`.replaceAll('?.', '?'), {
    hint: 'Correct the `with:` of the step; the inputs are described in action.yml.',
  });
}

function givenInputs(read: Read, action: string | undefined): Readonly<Record<string, string>> {
  const names = Object.keys(inputSchema.shape);
  // A runner passes an absent input as an empty text.
  const given = names.map((name) => [name, read(name)] as const).filter(([, value]) => value !== '');
  return Object.fromEntries([...given, ...(action === undefined ? [] : [['mode', action] as const])]);
}

/** The inputs, with those of earlier versions translated. */
function inNewWords(given: GivenInputs, action: string | undefined): Inputs & { readonly mistakes: readonly string[] } {
  const usual = publishesOf(given.mode);
  const { publish = usual, budget, warnings, mistakes } = translated(given, given, usual);
  const { mode } = given;
  const moved =
    action === undefined && hasOwnAction(mode)
      ? [
          `The input \`mode: ${mode}\` is deprecated and stops working in the next minor version: use the action ${PROJECT}/${mode} without it.`,
        ]
      : [];
  return { ...given, publish: publish.filter((name) => name !== 'none'), budget, warnings: [...moved, ...warnings], mistakes };
}

/** The inputs with defaults in place of invalid ones: enough to report the mistakes on GitHub. */
export function usableInputs(action?: string, read: Read = getInput): Inputs {
  const given = givenInputs(read, action);
  const wrong = new Set(inputSchema.safeParse(given).error?.issues.map(({ path }) => String(path[0])));
  const usable = inputSchema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));
  return inNewWords(usable, action);
}

/** The inputs of this step. From here on the runner masks their secrets in all output. */
export function readInputs(action?: string): Inputs {
  const inputs = parseInputs((name) => getInput(name), action);
  // Outside a runner the command would print the secret.
  if (process.env.GITHUB_ACTIONS === 'true') for (const secret of secretsOf(inputs, process.env)) setSecret(secret);
  if (inputs.warnings.length > 0) annotateWarning(inputs.warnings.map(plain).join('\n'), { title: 'Tallystick' });
  return inputs;
}

function mistakes(error: z.ZodError, given: Readonly<Record<string, string>>): readonly string[] {
  return error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `Input ${name} is ${JSON.stringify((given[name] ?? '').slice(0, 100))}: it ${issue.message}`;
  });
}
