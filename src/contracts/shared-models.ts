import { fitChannel } from '../model/channel.js';
import type { Model } from './contract.js';
import { entries, locate, type Place, valueAt } from './place.js';
import type { Schemas } from './schema/schemas.js';

/** Whether a named schema of a document is a shared model: by the settings, or as its author says. */
export function sharedModels(
  container: Place | undefined,
  isShared: (name: string) => boolean,
  schemas: Schemas,
): readonly Model[] {
  return entries(container)
    .filter(([name, schema]) => isMarked(schema) || isShared(name))
    .map(([name, schema]) => ({ name, shape: schemas.shape(schema), at: locate(schema) }));
}

/** `x-shared: true`, or spelt out. */
function isMarked(schema: Place): boolean {
  return valueAt(schema, 'x-shared') === true || valueAt(schema, 'x-shared-model') === true;
}

/** Whether a name is among some, of which any may have `*` for any letters. */
export function isAmong(names: readonly string[]): (name: string) => boolean {
  const patterns = names.map((name) => name.replaceAll('*', '{}'));
  return (name) => patterns.some((pattern) => ['same', 'instance'].includes(fitChannel(pattern, name) ?? ''));
}
