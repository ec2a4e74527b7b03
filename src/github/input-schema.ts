import { z } from 'zod';
import { buildInputs } from './build-inputs.js';
import { oldInputs, type REPLACED } from './old-inputs.js';
import { type Published, scanInputs } from './scan-inputs.js';

/** Each input of the actions, as the runner passes it. Each `action.yml` describes those of its action; a test compares them. */
export const inputSchema = z.object({ ...scanInputs, ...buildInputs, ...oldInputs });

/** The inputs as given, including those of earlier versions. */
export type GivenInputs = z.output<typeof inputSchema>;

/** The inputs as the program uses them. */
export interface Inputs extends Omit<GivenInputs, 'publish' | (typeof REPLACED)[number]> {
  /** Where results are published. */
  readonly publish: readonly Published[];
  /** What the author of the workflow should change, a sentence each. */
  readonly warnings: readonly string[];
}
