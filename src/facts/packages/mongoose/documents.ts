import type { Expression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals, membersOf, membersOfTarget, namedMembers } from '../../shapes/members.js';
import { compose, objectOf, operate, type Part, unknownOf } from '../../values/compose.js';
import type { ExternalTarget, Resolver } from '../../values/target.js';
import { asksVirtuals, automatic, type Form, idPart, isFalse, isOff, isStrict, placeOf, versionKey } from './automatic.js';
import { dataStored, pathsOf, pathsOfDefinition } from './paths.js';
import { type MongooseSchema, schemaOf } from './schema.js';
import type { Stored, StoredPath } from './stored.js';

/** Subdocuments nested deeper than this are cyclic or hostile. */
const MAX_DEPTH = 8;

/** A document from a query or from `new Model()`. */
export interface MongooseDocument {
  readonly schema: MongooseSchema;
  /** Members that differ from the schema: populated, not selected, set. */
  readonly parts: readonly Part[];
  /** Selected paths that the schema excludes by default (`select: false`). */
  readonly shown: readonly string[];
}

/** `HydratedDocument<schema, parts, shown>`: a document as a value with methods. */
export function documentLazy(file: string, schema: Lazy, parts: readonly Part[], shown: readonly string[]): Lazy {
  return compose(file, (put) => ({
    kind: 'member',
    of: { kind: 'module', specifier: 'mongoose' },
    name: 'HydratedDocument',
    arguments: [
      put(schema),
      put(objectOf(file, parts)),
      { kind: 'tuple', items: shown.map((value): Expression => ({ kind: 'literal', value })) },
    ],
  }));
}

/** The document that `documentLazy` encoded, with members set on it since; undefined: it is another type of that name. */
export function documentAt(resolver: Resolver, of: ExternalTarget): MongooseDocument | undefined {
  const [schemaGiven, partsGiven, shownGiven] = of.arguments;
  if (schemaGiven === undefined || partsGiven === undefined || shownGiven === undefined) return undefined;
  const schema = schemaOf(resolver, schemaGiven);
  const shown = literals(resolver, shownGiven);
  if (schema === undefined || shown === undefined) return undefined;
  const parts = partsIn(resolver, partsGiven);
  const loaded = of.changes === undefined ? [] : loadedIn(schema, of.changes);
  return { schema, parts: [...parts, ...loaded], shown: shown.map(String) };
}

function partsIn(resolver: Resolver, given: Lazy): readonly Part[] {
  return namedMembers(resolver, given).map(({ name, value, at, optional }) => ({
    name,
    value,
    at,
    ...(optional && { optional: true }),
  }));
}

/** mongoose casts a set member to its schema type; documents loaded in place of references are unknown. */
function loadedIn(schema: MongooseSchema, changes: Lazy): readonly Part[] {
  const members = membersOf(schema.resolver, changes);
  const names = [...(members?.named.keys() ?? [])].flatMap((name) => /^populate\(([^.)]*)/.exec(name)?.[1] ?? []);
  const at = { file: schema.file, line: placeOf(schema) };
  const references = pathsOf(schema).paths.filter(({ holds }) => refersIn(holds) || holds.kind !== 'value');
  const all = names.flatMap((name) => (name === '*' ? references.map((one) => one.name) : [name]));
  return all.map((name) => ({ name, value: unknownOf(schema.file, 'it is loaded in place of a reference'), at }));
}

/** A document in one of its forms. */
export function plainOf(document: MongooseDocument, form: Form, self: Lazy): Lazy {
  const { schema } = document;
  const { file, resolver } = schema;
  if (form === 'toJSON' && schema.toJSON !== undefined) return calledOn(resolver, schema.toJSON, self);
  const why = form === 'lean' ? undefined : schema.unsure;
  const stored = storedOf(document, form, 0, self);
  const options = form === 'lean' ? undefined : schema.option(form);
  const object = why === undefined ? stored : loosened(file, stored, why);
  if (options === undefined) return object;
  const given = membersOfTarget(resolver, resolver.resolve(resolver, options, 'value'));
  if (given === undefined || given.open !== undefined || given.rest !== undefined)
    return loosened(file, object, `not all of its schema's ${form} is known`);
  const flatten = given.named.get('depopulate') ?? given.named.get('getters');
  const transform = given.named.get('transform')?.value;
  const shown = flatten === undefined ? object : loosened(file, object, `what \`${flatten.name}\` of its schema makes of it`);
  return transform === undefined ? shown : transformed(resolver, file, transform, shown, self);
}

const loosened = (file: string, of: Lazy, why: string): Lazy =>
  compose(file, (put) => ({
    kind: 'object',
    members: [
      { kind: 'spread', value: put(of) },
      { kind: 'spread', value: { kind: 'unknown', why } },
    ],
  }));

/** The result of a function that is called on a document, its `this`. */
function calledOn(resolver: Resolver, method: Lazy, self: Lazy): Lazy {
  const target = resolver.resolve(resolver, method, 'value');
  if (target.kind !== 'callable') return unknownOf(method.site.file, 'what a method of its schema gives is not known');
  const { callable, file } = target;
  const passed = new Map([[`${callable.name}:this:0`, self]]);
  return operate('awaited', { expression: callable.inferred ?? { kind: 'absent' }, site: { file, passed } });
}

/** The result of a schema's `transform(document, plain)`: its return value, or else the changed plain form. */
function transformed(resolver: Resolver, file: string, transform: Lazy, plain: Lazy, self: Lazy): Lazy {
  const target = resolver.resolve(resolver, transform, 'value');
  if (target.kind !== 'callable') return loosened(file, plain, 'what its schema transforms it to is not known');
  const { callable } = target;
  const passed = new Map([...(target.site.passed ?? []), [`${callable.name}:0`, self], [`${callable.name}:1`, plain]]);
  const site = { file: target.file, passed };
  const left = callable.changes?.find(({ index }) => index === 1)?.value;
  const changed: Lazy = left === undefined ? plain : { expression: left, site };
  const result = callable.inferred;
  if (result === undefined || result.kind === 'absent' || isPlain(result, callable.name)) return changed;
  if (result.kind === 'union') return loosened(file, changed, 'its schema transforms it in several ways');
  return { expression: result, site };
}

const isPlain = (result: Expression, callable: string): boolean =>
  result.kind === 'parameter' && result.callable === callable && result.index === 1;

/**
 * The stored paths of a document (`self`: no subdocument), with its id, version and times; virtuals if its schema enables them.
 */
function storedOf(document: MongooseDocument, form: Form, depth: number, self?: Lazy): Lazy {
  const { schema, parts, shown } = document;
  const { file } = schema;
  const { paths, open } = pathsOf(schema);
  const own = paths.filter(({ name, aside }) => !aside || shown.includes(name));
  const inside = (stored: Stored): Lazy => currentOf(schema, stored, form, depth);
  const fields = own
    .filter(({ name, holds }) => !(name === '_id' && holds.kind === 'value' && isFalse(schema, '_id')))
    .map((path) => fieldOf(schema, path, dataStored(path.holds, file, inside)));
  const all = new Map(
    [...automatic(schema, paths, self !== undefined), ...fields, ...virtualsOf(document, form, self)].map((one) => [
      one.name,
      one,
    ]),
  );
  for (const part of parts) {
    const before = all.get(part.name);
    all.set(part.name, before?.optional === true ? { ...part, optional: true } : part);
  }
  if (form !== 'lean' && isOff(schema, form, 'versionKey')) all.delete(versionKey(schema) ?? '__v');
  const why = open ?? schema.more ?? (isStrict(schema) ? undefined : 'its schema stores other keys as well');
  return objectOf(file, [...all.values()], why === undefined ? {} : { first: unknownOf(file, why) });
}

function fieldOf(schema: MongooseSchema, path: StoredPath, value: Lazy): Part {
  const isLoaded = schema.hooked && path.holds.kind !== 'value' && refersIn(path.holds);
  return {
    name: path.name,
    value: isLoaded ? unknownOf(schema.file, 'a reference that a hook may load') : value,
    at: path.at,
    ...(path.name !== '_id' && path.optional && { optional: true }),
  };
}

function refersIn(stored: Stored): boolean {
  return stored.kind === 'reference' || ((stored.kind === 'list' || stored.kind === 'map') && refersIn(stored.of));
}

/** The value of a subdocument or nested object. */
function currentOf(schema: MongooseSchema, stored: Stored, form: Form, depth: number): Lazy {
  const { resolver, file } = schema;
  if (depth > MAX_DEPTH) return unknownOf(file, 'it is nested too deeply');
  if (stored.kind === 'schema') {
    const inner = schemaOf(resolver, stored.schema);
    if (inner === undefined) return unknownOf(file, 'the schema of its path is not known');
    return subdocument(inner, form, depth + 1);
  }
  if (stored.kind !== 'nested') return dataStored(stored, file, (one) => currentOf(schema, one, form, depth));
  const { paths, open } = pathsOfDefinition(resolver, stored.definition);
  const inside = (one: Stored): Lazy => currentOf(schema, one, form, depth + 1);
  const parts = paths.map((path) => fieldOf(schema, path, dataStored(path.holds, file, inside)));
  const id: Part[] = stored.apart && !paths.some(({ name }) => name === '_id') ? [idPart(schema)] : [];
  const why = open ?? (stored.apart && form !== 'lean' ? virtualsBelow(schema, form) : undefined);
  return objectOf(file, [...id, ...parts], why === undefined ? {} : { first: unknownOf(file, why) });
}

/** If only the outer document enables virtuals, versions of mongoose differ in whether subdocuments show theirs. */
function virtualsBelow(schema: MongooseSchema, form: 'toJSON' | 'toObject'): string | undefined {
  return asksVirtuals(schema, form) ? 'virtuals of a subdocument' : undefined;
}

function subdocument(schema: MongooseSchema, form: Form, depth: number): Lazy {
  const document: MongooseDocument = { schema, parts: [], shown: pathsOf(schema).paths.map(({ name }) => name) };
  const changes = schema.toJSON ?? (form === 'lean' ? undefined : schema.option(form));
  const plain = storedOf(document, form, depth);
  if (form === 'lean') return plain;
  const why = schema.unsure ?? (changes === undefined ? undefined : 'what its own schema makes of a subdocument');
  return why === undefined ? plain : loosened(schema.file, plain, why);
}

/** Virtuals that `toJSON: { virtuals: true }` enables: `id`, and the results of their getters. */
function virtualsOf({ schema }: MongooseDocument, form: Form, self: Lazy | undefined): readonly Part[] {
  if (form === 'lean' || !asksVirtuals(schema, form)) return [];
  const { file } = schema;
  const at = { file, line: placeOf(schema) };
  const isHidden = isFalse(schema, 'id') || isFalse(schema, '_id') || pathsOf(schema).paths.some(({ name }) => name === 'id');
  const id = isHidden ? [] : [{ ...idPart(schema), name: 'id' }];
  const own = [...schema.virtuals].map(([name, { getter }]): Part => {
    if (getter === undefined) return { name, value: unknownOf(file, 'a virtual that a query may load'), at, optional: true };
    const value = self === undefined ? unknownOf(file, 'a virtual of a subdocument') : calledOn(schema.resolver, getter, self);
    return { name, value, at };
  });
  return [...id, ...own];
}
