import type { Expression } from '../../../../facts/expression.js';
import { type ClassDefinition, classHere, lookup, type Scope } from '../scope.js';
import { lastName, type Node, plainText } from '../syntax/syntax.js';
import { isTrue } from './field-types.js';

/** The content of a serializer's `class Meta` (https://www.django-rest-framework.org/api-guide/serializers/#modelserializer). */
export interface Meta {
  readonly model?: Node;
  /** The scope of the name in `model`. */
  readonly scope: Scope;
  /** Names with their offsets; `all`: `'__all__'`; `unread`: not known from this file. */
  readonly fields?: readonly Named[] | 'all' | 'unread';
  readonly exclude?: readonly Named[] | 'unread';
  /** Lists of other files that exclude further names. */
  readonly excludedElsewhere: readonly Expression[];
  /** What serializers of other files send, whose fields it lists too. */
  readonly sentElsewhere: readonly Expression[];
  /** Fields that are write-only through `extra_kwargs`. */
  readonly writeOnly: ReadonlySet<string>;
  /** How deep relations are nested; NaN: not known. */
  readonly depth: number;
  /** A part of it is in another file. */
  readonly elsewhere: boolean;
}

export interface Named {
  readonly name: string;
  readonly start: number;
}

const MAX_BASES = 10;

/** The `Meta` of a class, its own or inherited from a class of the same file; undefined: none in this file. */
export function metaOf(definition: ClassDefinition, depth = 0): Meta | undefined {
  if (depth > MAX_BASES || metas.has(definition)) return metas.get(definition);
  // preliminary: classes may name each other as bases
  metas.set(definition, undefined);
  const meta = findMeta(definition, depth);
  metas.set(definition, meta);
  return meta;
}

const metas = new WeakMap<ClassDefinition, Meta | undefined>();

function findMeta(definition: ClassDefinition, depth: number): Meta | undefined {
  const own = definition.inner.find(({ name }) => name === 'Meta');
  if (own !== undefined) return readMeta(definition, own, depth);
  for (const base of basesHere(definition)) {
    const inherited = metaOf(base, depth + 1);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

function basesHere({ arguments: given, outside }: ClassDefinition): readonly ClassDefinition[] {
  return given.flatMap(({ name, value }) => (name === undefined ? (classHere(outside, value) ?? []) : []));
}

function readMeta(definition: ClassDefinition, meta: ClassDefinition, depth: number): Meta {
  // `class Meta(Base.Meta)`
  const parents = meta.arguments.map(({ value }) =>
    value.kind === 'attribute' && value.name === 'Meta' ? classHere(definition.outside, value.of) : undefined,
  );
  const [parent] = parents.flatMap((one) => (one === undefined ? [] : (metaOf(one, depth + 1) ?? [])));
  const isElsewhere = parent?.elsewhere ?? meta.arguments.some(({ value }) => lastName(value) !== 'object');
  const value = (name: string): Node | undefined => meta.fields.find((field) => field.name === name)?.value;
  const fields = value('fields');
  const exclude = value('exclude');
  const read = (node: Node | undefined, key: 'fields' | 'exclude', elsewhere?: Expression[]): Meta['fields'] =>
    node === undefined ? inheritedList(parent, key) : (namesIn({ definition, key, elsewhere }, node, depth) ?? 'unread');
  const model = value('model');
  const sentElsewhere: Expression[] = [];
  // those are fields of another model
  const read_ = read(fields, 'fields', model === undefined ? sentElsewhere : undefined);
  const excludedElsewhere: Expression[] = [...(exclude === undefined ? (parent?.excludedElsewhere ?? []) : [])];
  const excluded = read(exclude, 'exclude', excludedElsewhere);
  const extra = value('extra_kwargs');
  const nested = value('depth');
  return {
    ...(model === undefined ? (parent?.model === undefined ? {} : { model: parent.model }) : { model }),
    scope: model === undefined && parent !== undefined ? parent.scope : definition.outside,
    ...(read_ === undefined ? {} : { fields: read_ }),
    ...(excluded === undefined ? {} : { exclude: excluded === 'all' ? 'unread' : excluded }),
    writeOnly: new Set([...(parent?.writeOnly ?? []), ...writeOnlyIn(extra)]),
    depth: nested === undefined ? (parent?.depth ?? 0) : nested.kind === 'number' ? nested.value : Number.NaN,
    elsewhere: isElsewhere,
    excludedElsewhere,
    sentElsewhere,
  };
}

/** The list of a parent, unless it continues one of another file. */
const inheritedList = (parent: Meta | undefined, key: 'fields' | 'exclude'): Meta['fields'] =>
  key === 'fields' && parent !== undefined && parent.sentElsewhere.length > 0 ? 'unread' : parent?.[key];

interface Listing {
  readonly definition: ClassDefinition;
  readonly key: 'fields' | 'exclude';
  /** Collects lists of other files, for `fields` what they make serializers send; absent: such lists are unresolved. */
  readonly elsewhere: Expression[] | undefined;
}

/** `('id', 'name')`, `'__all__'`, `Base.Meta.fields + ['more']`, `[*COMMON, 'x']`; undefined: another expression. */
function namesIn(listing: Listing, node: Node, depth: number): readonly Named[] | 'all' | undefined {
  const { definition, key, elsewhere } = listing;
  if (depth > MAX_BASES) return undefined;
  const text = plainText(node);
  if (text !== undefined) return text === '__all__' ? 'all' : undefined;
  const inner = (of: Node): readonly Named[] | 'all' | undefined => namesIn(listing, of, depth + 1);
  if (node.kind === 'list' || node.kind === 'tuple') {
    const parts = node.items.map((item) => {
      if (item.kind === 'star') return inner(item.of);
      const name = plainText(item);
      return name === undefined ? undefined : [{ name, start: item.start }];
    });
    return joined(parts);
  }
  if (node.kind === 'operation' && node.operator === '+') return joined([inner(node.left), inner(node.right)]);
  if (node.kind === 'call' && /^(?:tuple|list)$/.test(lastName(node.of) ?? '') && node.arguments[0] !== undefined)
    return inner(node.arguments[0].value);
  if (node.kind === 'attribute' && node.of.kind === 'attribute' && node.of.name === 'Meta') {
    const { of } = node.of;
    const base = classHere(definition.outside, of);
    const meta = base === undefined ? undefined : metaOf(base, depth + 1);
    const continues = (meta?.sentElsewhere.length ?? 0) > 0;
    if (key === 'fields' && of.kind === 'name' && (continues || isImported(definition, of.name))) {
      elsewhere?.push({ kind: 'member', of: { kind: 'name', name: of.name }, name: '|sent' });
      return elsewhere && [];
    }
    const found = meta?.[key];
    const others = key === 'exclude' ? (meta?.excludedElsewhere ?? []) : [];
    if (elsewhere !== undefined && elsewhere.length + others.length > MOST_NAMES) return undefined;
    elsewhere?.push(...others);
    return found === 'unread' ? undefined : found;
  }
  if (node.kind === 'name') {
    const binding = lookup(definition.outside, node.name)?.binding;
    if (binding?.kind === 'import' && elsewhere !== undefined && key === 'exclude') {
      elsewhere.push({ kind: 'name', name: node.name, space: 'value' });
      return [];
    }
    const [stored] =
      binding?.kind === 'variable' && binding.values.length === 1 && binding.added.length === 0 ? binding.values : [];
    return stored === undefined ? undefined : inner(stored);
  }
  return undefined;
}

const isImported = ({ outside }: ClassDefinition, name: string): boolean => lookup(outside, name)?.binding.kind === 'import';

/** Longer lists are not read: `fields = Base.Meta.fields + Base.Meta.fields` doubles with each class. */
const MOST_NAMES = 1000;

function joined(parts: readonly (readonly Named[] | 'all' | undefined)[]): readonly Named[] | undefined {
  const all: Named[] = [];
  for (const part of parts) {
    if (part === undefined || part === 'all') return undefined;
    if (all.length + part.length > MOST_NAMES) return undefined;
    all.push(...part);
  }
  return all;
}

/** `{'password': {'write_only': True}}`. */
function writeOnlyIn(extra: Node | undefined): readonly string[] {
  if (extra?.kind !== 'dict') return [];
  return extra.entries.flatMap(({ key, value }) => {
    const isWriteOnly =
      (value.kind === 'dict' && value.entries.some((one) => plainText(one.key) === 'write_only' && isTrue(one.value))) ||
      (value.kind === 'call' && value.arguments.some((one) => one.name === 'write_only' && isTrue(one.value)));
    return isWriteOnly ? (plainText(key) ?? []) : [];
  });
}
