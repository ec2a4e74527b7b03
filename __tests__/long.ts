import { test } from '@jest/globals';

/** Whether the long tests run: `npm run test:long` sets it. */
export const long = process.env.TALLYSTICK_LONG === '1';

/**
 * Some rows of a table whose rows are alike and costly, evenly spread, the first one always among them; all of them in the long
 * tests. What a row alone holds stays in a test of its own.
 */
export function sample<Row>(rows: readonly Row[], size: number): readonly Row[] {
  if (long || rows.length <= size) return rows;
  return Array.from({ length: size }, (_, index) => rows[Math.floor((index * rows.length) / size)] as Row);
}

/** A costly test of what cheaper ones hold part by part: it runs among the long tests. */
export const testLong: (name: string, run: () => Promise<void>) => void = long ? test : () => undefined;
