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
