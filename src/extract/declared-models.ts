import type { DeclaredModels } from '../facts/fact-sheet.js';
import { foldModel, modelNamed } from '../model/model-names.js';
import { readSource } from './read-source.js';

/** Which models' definitions the scan looks for. */
export interface ModelSearch {
  /** As contracts spell them. */
  readonly names: readonly string[];
  /** Suffixes that the name of a type may add. */
  readonly suffixes: readonly string[];
}

/** Keywords that declare types, in all languages that are read; a name in a comment has no effect. */
const DECLARED = /\b(?:class|interface|type|enum|struct|record|object)\s+(?:class\s+|struct\s+)?([\p{L}_$][\p{L}\p{N}_$]*)/gu;

/** The limit of definitions that are read. */
const MAX_TYPES = 2_000;

/** Marks before a class that a database stores: JPA, Spring Data, TypeORM, MikroORM, Mongoose, Entity Framework. */
const STORED = /(?:@(?:Entity|Document|Table|MappedSuperclass|Embeddable|Schema)|\[Table)\b/;
/** Marks inside such a class: SQLAlchemy, Django. */
const MAPPED = /^[^\n]*\(\s*(?:models\.Model|db\.Model)\b|\b__tablename__\b/;
/** A set of Entity Framework. */
const SETS = /\bDbSet<\s*([\p{L}_][\p{L}\p{N}_]*)\s*>/gu;
/** Distances in characters: how far annotations before a declaration, and lines behind it, are searched. */
const BEFORE = 600;
const BEHIND = 1_500;

/** Whether the text around a declaration shows that a database stores its values. */
function isStored(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - BEFORE), at);
  const behind = text.slice(at, at + BEHIND);
  const end = behind.indexOf('\nclass ');
  return STORED.test(before.slice(before.lastIndexOf('\n}') + 1)) || MAPPED.test(end < 0 ? behind : behind.slice(0, end));
}

/** The types in these sources that have the name of one of the models. */
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
