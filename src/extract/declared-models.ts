import type { DeclaredModels } from '../facts/fact-sheet.js';
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

/** What stands before a class that a database stores: JPA, Spring Data, TypeORM, MikroORM, Mongoose, Entity Framework. */
const STORED = /(?:@(?:Entity|Document|Table|MappedSuperclass|Embeddable|Schema)|\[Table)\b/;
/** What stands in one: SQLAlchemy, Django. */
const MAPPED = /^[^\n]*\(\s*(?:models\.Model|db\.Model)\b|\b__tablename__\b/;
/** A set of Entity Framework. */
const SETS = /\bDbSet<\s*([\p{L}_][\p{L}\p{N}_]*)\s*>/gu;
/** Annotations that are looked at before a declaration, and lines behind it, in characters. */
const BEFORE = 600;
const BEHIND = 1_500;

/** Whether the text around a declaration says that its values are stored. */
function isStored(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - BEFORE), at);
  const behind = text.slice(at, at + BEHIND);
  const end = behind.indexOf('\nclass ');
  return STORED.test(before.slice(before.lastIndexOf('\n}') + 1)) || MAPPED.test(end < 0 ? behind : behind.slice(0, end));
}

/** The types of some sources that are named after one of the models. */
export function declaredModels(
  repository: string,
  paths: readonly string[],
  { names, suffixes }: ModelSearch,
): Pick<DeclaredModels, 'types' | 'tables'> {
  const models = new Set(names.map(foldModel));
  const types: { file: string; name: string }[] = [];
  const tables: string[] = [];
  for (const file of paths) {
    readSource(repository, file, (text) => {
      const declared = new Map([...text.matchAll(DECLARED)].map(({ 1: name = '', index }) => [name, index]));
      for (const [name, at] of declared) {
        if (modelNamed(name, models, suffixes) === undefined) continue;
        types.push({ file, name });
        if (isStored(text, at)) tables.push(`${file}#${name}`);
      }
      if (file.endsWith('.cs')) for (const [, name = ''] of text.matchAll(SETS)) tables.push(`.cs#${name}`);
      return false;
    });
    if (types.length >= MAX_TYPES) break;
  }
  return { types, tables };
}
