import { z } from 'zod';
import { stateFile } from './state-file.js';

/** The JSON Schema of `.tallystick/STATE.json`; committed as `schema/state.schema.json`. */
export function stateJsonSchema(): unknown {
  return {
    ...z.toJSONSchema(stateFile),
    title: 'Tallystick build state',
    description: 'How a build stands: `.tallystick/STATE.json`, written anew after every step.',
  };
}
