import { getInput, setSecret } from '@actions/core';
import type { z } from 'zod';
import { UserError } from '../model/user-error.js';
import { type Inputs, inputSchema } from './input-schema.js';
import { secretsOf } from './input-secrets.js';
import { modeMistakes } from './mode-rules.js';

export { type Inputs, inputSchema } from './input-schema.js';

/**
 * Reads the inputs with `read` (name -> text, empty when not given). Throws one UserError that names everything wrong with them.
 */
export function parseInputs(read: (name: string) => string): Inputs {
  const given = givenInputs(read);
  const parsed = inputSchema.safeParse(given);
  const wrong = parsed.success ? modeMistakes(parsed.data) : mistakes(parsed.error, given);
  if (parsed.success && wrong.length === 0) return parsed.data;
  throw new UserError(`${wrong.join('. ')}.`.replaceAll('?.', '?'), {
    hint: 'Correct the `with:` of the step; the inputs are described in action.yml.',
  });
}

function givenInputs(read: (name: string) => string): Readonly<Record<string, string>> {
  const names = Object.keys(inputSchema.shape);
  // A runner passes an input that is not given as empty text.
  return Object.fromEntries(names.map((name) => [name, read(name)] as const).filter(([, value]) => value !== ''));
}

/** The inputs with defaults in place of those that are wrong: enough to say on GitHub that some are. */
export function usableInputs(read: (name: string) => string = getInput): Inputs {
  const given = givenInputs(read);
  const wrong = new Set(inputSchema.safeParse(given).error?.issues.map(({ path }) => String(path[0])));
  return inputSchema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));
}

/** The inputs of this step. From here on the runner blots out their secrets wherever they would be shown. */
export function readInputs(): Inputs {
  const inputs = parseInputs((name) => getInput(name));
  // Elsewhere than on a runner the command would show what it is to hide.
  if (process.env.GITHUB_ACTIONS === 'true') for (const secret of secretsOf(inputs, process.env)) setSecret(secret);
  return inputs;
}

function mistakes(error: z.ZodError, given: Readonly<Record<string, string>>): readonly string[] {
  return error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `Input ${name} is ${JSON.stringify((given[name] ?? '').slice(0, 100))}: it ${issue.message}`;
  });
}
