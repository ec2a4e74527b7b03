import type { Expression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals, membersOf, membersOfTarget, namedMembers } from '../../shapes/members.js';
import { compose, listOf, orNull, type Part, unknownOf } from '../../values/compose.js';
import type { ExternalTarget, Resolver } from '../../values/target.js';
import { documentAt, documentLazy } from './documents.js';
import { createdDocument, MODEL_TYPES, schemaOfModel } from './models.js';
import { pathsOf } from './paths.js';
import { populated } from './populate.js';
import { documentOf, type Query, type QueryStep } from './query.js';
import { schemaOf } from './schema.js';
import { selectionOf } from './selection.js';

const ONE_OR_NONE =
  /^(?:findOne|findById|findOneAnd(?:Update|Delete|Remove|Replace)|findById(?:AndUpdate|AndDelete|AndRemove|AndReplace))$/;
const WRITES = /AndUpdate$|AndReplace$/;
/** Steps that change which documents the query finds, or how, but not their form. */
const NEUTRAL =
  /^(?:exec|sort|limit|skip|where|equals|gt|gte|lt|lte|in|nin|ne|all|and|or|nor|size|exists|elemMatch|regex|within|near|session|collation|hint|read|comment|maxTimeMS|batchSize|allowDiskUse|readConcern|writeConcern|w|j|wtimeout|setQuery|merge|toConstructor|clone|cache|paginate|find|findOne|setUpdate|sanitizeProjection|slice)$/;

/** The result of awaiting a chain of calls on a model; undefined: unknown. */
export function resultOf(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const steps: QueryStep[] = [];
  let at: ExternalTarget | undefined = of;
  const { file } = of.call?.site ?? { file: '' };
  while (at !== undefined) {
    const schema = schemaOfModel(resolver, at);
    if (schema !== undefined) return schemaOf(resolver, schema) && queried(resolver, file, schema, steps);
    if (at.path.at(-1) === 'HydratedDocument' || isMade(at)) return ofDocument(resolver, file, at, steps);
    const { path, call }: ExternalTarget = at;
    if (path.at(-1) !== '()' || call?.expression.kind !== 'returns') return undefined;
    const { site } = call;
    steps.unshift({
      name: path.at(-2) ?? '',
      values: (call.expression.values ?? []).map((expression) => ({ expression, site })),
    });
    at = at.on;
  }
  return undefined;
}

/** `new User({ ... })`. */
export function isMade({ path, call }: ExternalTarget): boolean {
  const isModel =
    path.at(-1) === '()' ? /^(?:model|getModelForClass)$/.test(path.at(-2) ?? '') : MODEL_TYPES.test(path.at(-1) ?? '');
  return isModel && call?.expression.kind === 'instance';
}

/** The document of `new User({ ... })`. */
export function madeBy(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const { call } = of;
  if (!isMade(of) || call?.expression.kind !== 'instance') return undefined;
  const model = resolver.resolve(resolver, { expression: call.expression.of, site: call.site }, 'shape');
  const schema = model.kind === 'external' ? schemaOfModel(resolver, model) : undefined;
  const [written] = call.expression.values ?? [];
  return schema && createdDocument(resolver, call.site.file, schema, written && { expression: written, site: call.site });
}

/** `await user.save()` and `await user.populate('author')` return the document. */
function ofDocument(resolver: Resolver, file: string, of: ExternalTarget, steps: readonly QueryStep[]): Lazy | undefined {
  const document = isMade(of) ? undefined : documentAt(resolver, of);
  const made = madeBy(resolver, of);
  const [schema] = of.arguments;
  const [first, ...rest] = steps;
  if (first === undefined) return undefined;
  if (first.name === 'save' && rest.length === 0) return made ?? documentFrom(of, file);
  if (first.name !== 'populate' || document === undefined || schema === undefined) return undefined;
  const query: Query = { resolver, file, schema, lean: false, selection: { kind: 'all', shown: [] }, loaded: [] };
  const all = steps.every(({ name }) => name === 'populate' || name === 'execPopulate' || name === 'exec');
  if (!all) return undefined;
  const loaded = steps.reduce((before, step) => (step.name === 'populate' ? populated(before, step) : before), query);
  return documentLazy(file, schema, [...document.parts, ...loaded.loaded], document.shown);
}

function documentFrom({ arguments: given, changes }: ExternalTarget, file: string): Lazy | undefined {
  if (given.length < 3) return undefined;
  return compose(file, (put): Expression => {
    const of: Expression = {
      kind: 'member',
      of: { kind: 'module', specifier: 'mongoose' },
      name: 'HydratedDocument',
      arguments: given.map(put),
    };
    if (changes === undefined) return of;
    return {
      kind: 'object',
      members: [
        { kind: 'spread', value: of, own: true },
        { kind: 'spread', value: put(changes) },
      ],
    };
  });
}

/** The result of the first call after the further ones. */
function queried(resolver: Resolver, file: string, schema: Lazy, [first, ...rest]: readonly QueryStep[]): Lazy | undefined {
  if (first === undefined) return undefined;
  const start: Query = { resolver, file, schema, lean: false, selection: { kind: 'all', shown: [] }, loaded: [] };
  if (first.name === 'create' || first.name === 'insertMany') return rest.length === 0 ? created(start, first) : undefined;
  const counts = first.name === 'find' ? rest.find(({ name }) => /^count(?:Documents)?$/.test(name)) : undefined;
  if (/^(?:count|countDocuments|estimatedDocumentCount)$/.test(first.name) || counts !== undefined)
    return { expression: { kind: 'scalar', type: 'integer' }, site: { file } };
  const isMany = first.name === 'find';
  if (!isMany && !ONE_OR_NONE.test(first.name)) return undefined;
  const given = optionsOf(first);
  let query: Query | undefined =
    given.projection === undefined ? start : { ...start, selection: selectionOf(resolver, given.projection, start.selection) };
  if (given.options !== undefined) query = withOptions(query, given.options);
  let fails = given.options !== undefined && WRITES.test(first.name) && isInserting(resolver, given.options);
  if (fails && query !== undefined) query = { ...query, loaded: unset(query, first) };
  // `lean` counts wherever it is in the chain
  const isLean = ({ name }: QueryStep): boolean => name === 'lean';
  for (const step of [...rest.filter(isLean), ...rest.filter((one) => !isLean(one))]) {
    if (query === undefined) return undefined;
    if (step.name === 'orFail') fails = true;
    else query = stepped(query, step);
  }
  if (query === undefined) return undefined;
  const one = documentOf(query);
  if (isMany) return rest.some(({ name }) => name === 'findOne') ? orNull(one) : listOf(one);
  return fails ? one : orNull(one);
}

/** The arguments of a method for the projection and the options. */
function optionsOf({ name, values }: QueryStep): { readonly projection?: Lazy | undefined; readonly options?: Lazy | undefined } {
  if (/^find(?:One|ById)?$/.test(name)) return { projection: values[1], options: values[2] };
  return WRITES.test(name) ? { options: values[2] } : { options: values[1] };
}

/** `{ upsert: true, new: true }`: if none is found, it inserts one and returns it. */
function isInserting(resolver: Resolver, given: Lazy): boolean {
  const options = membersOf(resolver, given)?.named;
  const isSet = (name: string, requested: unknown): boolean => {
    const value = options?.get(name)?.value;
    return value !== undefined && literals(resolver, value)?.every((one) => one === requested) === true;
  };
  return isSet('upsert', true) && (isSet('new', true) || isSet('returnDocument', 'after') || isSet('returnOriginal', false));
}

/** An upsert does not validate: of required paths, those that neither its filter nor its update sets may be absent. */
function unset({ resolver, file, schema }: Query, { values: [filter, update] }: QueryStep): readonly Part[] {
  const read = schemaOf(resolver, schema);
  if (read === undefined) return [];
  const set = new Set([filter, update].flatMap((one) => (one === undefined ? [] : namesSet(resolver, one))));
  const value = unknownOf(file, 'an upsert inserts what its filter and its update set, and checks nothing');
  return pathsOf(read).paths.flatMap(({ name, at, demanded, optional, aside }): Part[] =>
    demanded === true && !optional && !aside && name !== '_id' && !set.has(name) ? [{ name, value, at }] : [],
  );
}

/** The names in a filter or an update, also within its operators: `{ $set: { name }, $inc: { count: 1 } }`. */
function namesSet(resolver: Resolver, given: Lazy): readonly string[] {
  const members = namedMembers(resolver, given);
  return members.flatMap(({ name, value, optional }): readonly string[] => {
    if (optional || /^\$(?:unset|pull|pullAll|pop|rename|or|and|nor)$/.test(name)) return [];
    return name.startsWith('$') ? namesSet(resolver, value) : [name.split('.')[0] ?? name];
  });
}

/** `{ lean: true, select: 'name', populate: 'author' }`; undefined: some are unknown. */
function withOptions(query: Query, given: Lazy): Query | undefined {
  const { resolver } = query;
  const members = membersOfTarget(resolver, resolver.resolve(resolver, given, 'value'));
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return undefined;
  let at: Query | undefined = query;
  for (const { name, value, optional } of members.named.values()) {
    if (at === undefined || optional || /^(?:rawResult|includeResultMetadata|passRawResult)$/.test(name)) return undefined;
    if (name === 'lean' || name === 'populate') at = stepped(at, { name, values: [value] });
    else if (/^(?:select|projection|fields)$/.test(name)) at = stepped(at, { name: 'select', values: [value] });
  }
  return at;
}

function stepped(query: Query, step: QueryStep): Query | undefined {
  const [given] = step.values;
  switch (step.name) {
    case 'lean': {
      if (given === undefined) return { ...query, lean: true };
      const flag = literals(query.resolver, given)?.[0];
      const members = flag === undefined ? membersOf(query.resolver, given) : undefined;
      if (members?.named.size === 0 && members.open === undefined) return { ...query, lean: true };
      return typeof flag === 'boolean' ? { ...query, lean: flag } : undefined;
    }
    case 'select':
    case 'projection':
      return given === undefined ? query : { ...query, selection: selectionOf(query.resolver, given, query.selection) };
    case 'populate':
      return populated(query, step);
    default:
      return NEUTRAL.test(step.name) ? query : undefined;
  }
}

function created(query: Query, { name, values }: QueryStep): Lazy | undefined {
  const { resolver, file, schema } = query;
  const [first, second] = values;
  const one = createdDocument(resolver, file, schema, first);
  if (one === undefined || first === undefined) return undefined;
  if (name === 'insertMany') return second === undefined ? listOf(one) : undefined;
  const target = resolver.resolve(resolver, first, 'shape');
  const isList = target.kind === 'plain' && (target.expression.kind === 'tuple' || target.expression.kind === 'array');
  return isList ? listOf(one) : one;
}
