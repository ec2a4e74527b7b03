import { z } from 'zod';
import { configSchema } from './schema.js';

/** The JSON Schema of `.tallystick.yml`, for editors; committed as `schema/tallystick.schema.json`. */
export function configJsonSchema(): unknown {
  const generated = z.toJSONSchema(configSchema, { io: 'input' });
  return { ...generated, title: '.tallystick.yml', description: 'Configuration of Tallystick, at the root of the repository.' };
}
