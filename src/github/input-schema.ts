import { z } from 'zod';
import { buildInputs } from './build-inputs.js';
import { scanInputs } from './scan-inputs.js';

/** Every input of the Action, as the runner passes it and as the program uses it. `action.yml` repeats it; a test compares them. */
export const inputSchema = z.object({ ...scanInputs, ...buildInputs });

export type Inputs = z.output<typeof inputSchema>;
