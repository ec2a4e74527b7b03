import { foldModel, modelNamed } from '../model/model-names.js';
import { readSource } from './read-source.js';

/** Which models' definitions are looked for. */
export interface ModelSearch {
  /** As contracts write them. */
  readonly names: readonly string[];
  /** What a type's name may add. */
  readonly suffixes: readonly string[];
}

/** What types are declared by, in all languages that are read; names in comments lead to nothing. */
const DECLARED = /\b(?:class|interface|type|enum|struct|record|object)\s+(?:class\s+|struct\s+)?([\p{L}_$][\p{L}\p{N}_$]*)/gu;

/** More definitions of what contracts share than this are not looked at. */
const MAX_TYPES = 2_000;

/** The types of some sources that are named after one of the models. */
export function declaredModels(
  repository: string,
  paths: readonly string[],
  { names, suffixes }: ModelSearch,
): readonly { readonly file: string; readonly name: string }[] {
  const models = new Set(names.map(foldModel));
  const found: { file: string; name: string }[] = [];
  for (const file of paths) {
    readSource(repository, file, (text) => {
      const declared = new Set([...text.matchAll(DECLARED)].flatMap(([, name]) => name ?? []));
      for (const name of declared) if (modelNamed(name, models, suffixes) !== undefined) found.push({ file, name });
      return false;
    });
    if (found.length >= MAX_TYPES) break;
  }
  return found;
}
