import { z } from 'zod';
import { nearest } from '../model/nearest.js';

/** Why a tool refuses its arguments; for a mistyped name with the parameter that may be meant. */
export function badInput(tool: string, error: z.ZodError, input: z.ZodObject): string {
  const known = Object.keys(input.shape);
  const mistyped = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
  const hints = mistyped.map((key) => {
    const meant = nearest(key, known);
    return meant === undefined ? `Known parameters: ${known.join(', ')}.` : `Did you mean ${meant}?`;
  });
  return [`${tool} cannot take this: ${z.prettifyError(error)}`, ...new Set(hints)].join('\n');
}

/** Why arguments are refused that their tool would ignore: names that are known but for a mistake. */
export function mistyped(tool: string, given: Readonly<Record<string, unknown>>, input: z.ZodObject): string | undefined {
  const [left, unknown] = [
    Object.keys(input.shape).filter((name) => !Object.hasOwn(given, name)),
    Object.keys(given).filter((name) => !Object.hasOwn(input.shape, name)),
  ];
  const meant = unknown.slice(0, MOST_NAMED).flatMap((name) => {
    const known = nearest(name, left);
    return known === undefined ? [] : [`${tool} takes no ${name.slice(0, 100)}. Did you mean ${known}?`];
  });
  return meant.length === 0 ? undefined : meant.join('\n');
}

const MOST_NAMED = 10;
