import { isNull } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals, membersOf } from '../../shapes/members.js';
import type { Part } from '../../values/compose.js';
import { unknownOf } from '../../values/compose.js';
import type { Resolver } from '../../values/target.js';
import { pathsOf } from './paths.js';
import type { MongooseSchema } from './schema.js';

/** The paths that a query reads (https://mongoosejs.com/docs/api/query.html#Query.prototype.select()). */
export type Selection =
  | { readonly kind: 'all'; readonly shown: readonly string[] }
  /** `parts`: names of paths that are read only partly. */
  | {
      readonly kind: 'only' | 'without';
      readonly names: readonly string[];
      readonly parts: readonly string[];
      readonly shown: readonly string[];
    }
  | { readonly kind: 'unknown' };

/** `'name -password +secret'`, `['name']`, `{ name: 1 }`, in addition to earlier selections. */
export function selectionOf(resolver: Resolver, given: Lazy, before: Selection): Selection {
  if (before.kind === 'unknown') return before;
  const target = resolver.resolve(resolver, given, 'value');
  if (target.kind === 'plain' && (target.expression.kind === 'absent' || isNull(target.expression))) return before;
  const words =
    literals(resolver, given)?.flatMap((text) => String(text).split(/\s+/).filter(Boolean)) ?? flagged(resolver, given);
  return words === undefined ? { kind: 'unknown' } : words.reduce<Selection>(withWord, before);
}

function withWord(before: Selection, word: string): Selection {
  if (before.kind === 'unknown') return before;
  const sign = /^[-+]/.exec(word)?.[0];
  const path = sign === undefined ? word : word.slice(1);
  const [name = path, ...within] = path.split('.');
  if (sign === '+') return { ...before, shown: [...before.shown, name] };
  const kind = sign === '-' ? 'without' : 'only';
  // a selection of paths may exclude the id
  if (before.kind !== 'all' && before.kind !== kind && path !== '_id' && !(kind === 'only' && before.names.join() === '_id'))
    return { kind: 'unknown' };
  const start = before.kind === 'all' ? ({ kind, names: [], parts: [], shown: before.shown } as const) : before;
  if (start.kind !== kind && path === '_id') return { ...start, parts: [...start.parts, '-_id'] };
  if (start.kind !== kind) return { kind, names: [name], parts: ['-_id'], shown: start.shown };
  return within.length > 0 ? { ...start, parts: [...start.parts, name] } : { ...start, names: [...start.names, name] };
}

/** `{ name: 1, password: 0 }` as words; undefined: some are unknown. */
function flagged(resolver: Resolver, given: Lazy): readonly string[] | undefined {
  const members = membersOf(resolver, given);
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return undefined;
  const words: string[] = [];
  for (const { name, value, optional } of members.named.values()) {
    const flag = literals(resolver, value)?.[0];
    if (optional || flag === undefined) return undefined;
    if (flag === 1 || flag === true) words.push(name);
    else if (flag === 0 || flag === false) words.push(`-${name}`);
    else if (typeof flag !== 'string' || !flag.startsWith('+')) return undefined;
    else words.push(`+${name}`);
  }
  return words;
}

/** A schema after the selection; undefined: unknown. */
export function selected(
  schema: MongooseSchema,
  selection: Selection,
): { readonly parts: readonly Part[]; readonly shown: readonly string[] } | undefined {
  if (selection.kind === 'unknown') return undefined;
  const { kind, shown } = selection;
  if (kind === 'all') return { parts: [], shown };
  const { names, parts: inner } = selection;
  const at = { file: schema.file, line: 1 };
  const gone = (name: string): Part => ({ name, value: { expression: { kind: 'absent' }, site: { file: schema.file } }, at });
  const some = (name: string): Part => ({ name, value: unknownOf(schema.file, 'only some of it is selected'), at });
  const partial = inner.filter((name) => name !== '-_id');
  const { paths } = pathsOf(schema);
  if (kind === 'without') return { parts: [...names.map(gone), ...partial.map(some)], shown };
  const all = [...paths.map(({ name }) => name), 'createdAt', 'updatedAt', '__v'];
  const retained = new Set([...names, ...partial, ...shown, '_id']);
  if (inner.includes('-_id')) retained.delete('_id');
  const left = [...new Set([...all, '_id'])].filter((name) => !retained.has(name));
  const asked = paths.flatMap(({ name, aside }) => (aside && names.includes(name) ? [name] : []));
  return { parts: [...left.map(gone), ...partial.map(some)], shown: [...shown, ...asked] };
}
