import type { Lazy } from '../../program.js';
import { type Part, unknownOf } from '../../values/compose.js';
import type { Resolver } from '../../values/target.js';
import { documentLazy, plainOf } from './documents.js';
import { schemaOf } from './schema.js';
import { type Selection, selected } from './selection.js';

/** One call of a chain: `find(filter)`, `sort('-createdAt')`. */
export interface QueryStep {
  readonly name: string;
  readonly values: readonly Lazy[];
}

/** A query after the steps so far. */
export interface Query {
  readonly resolver: Resolver;
  readonly file: string;
  readonly schema: Lazy;
  readonly lean: boolean;
  readonly selection: Selection;
  /** The documents loaded in place of references, by path. */
  readonly loaded: readonly Part[];
}

/** One document in the result of the query. */
export function documentOf(query: Query): Lazy {
  const { resolver, file, schema, selection, loaded, lean } = query;
  const read = schemaOf(resolver, schema);
  const chosen = read && selected(read, selection);
  if (read === undefined || chosen === undefined) return unknownOf(file, 'what the query selects is not known');
  const parts = [...chosen.parts, ...loaded];
  const document = documentLazy(file, schema, parts, chosen.shown);
  return lean ? plainOf({ schema: read, parts, shown: chosen.shown }, 'lean', document) : document;
}
