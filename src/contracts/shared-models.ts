import { fitChannel } from '../model/channel.js';
import type { Model } from './contract.js';
import { entries, locate, type Place, valueAt } from './place.js';
import type { Schemas } from './schema/schemas.js';

/** Whether a named schema of a document is a shared model: by configuration, or by the author's mark. */
export function sharedModels(
  container: Place | undefined,
  isShared: (name: string) => boolean,
  schemas: Schemas,
): readonly Model[] {
  return entries(container)
    .filter(([name, schema]) => isMarked(schema) || isShared(name))
    .map(([name, schema]) => ({ name, shape: schemas.shape(schema), at: locate(schema) }));
}

/** `x-shared: true`, or its long form. */
function isMarked(schema: Place): boolean {
  return valueAt(schema, 'x-shared') === true || valueAt(schema, 'x-shared-model') === true;
}

/** Whether a name is in a list whose names may contain `*` for any letters. */
export function isAmong(names: readonly string[]): (name: string) => boolean {
  const patterns = names.map((name) => name.replaceAll('*', '{}'));
  return (name) => patterns.some((pattern) => ['same', 'instance'].includes(fitChannel(pattern, name) ?? ''));
}
