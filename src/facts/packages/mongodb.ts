import type { Lazy } from '../program.js';
import { literals, membersOf } from '../shapes/members.js';
import { compose, listOf, objectOf, operate, orNull, unknownOf } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { stepOf, stepsOf } from './query-steps.js';

/** Methods of a cursor that do not change the found documents. */
const NEUTRAL = /^(?:find|sort|limit|skip|batchSize|maxTimeMS|hint|collation|comment|project)$/;

const KEEPS: ReadonlySet<unknown> = new Set([1, true]);
const LEAVES: ReadonlySet<unknown> = new Set([0, false]);

/** The documents of a collection: of its declared type, as they were written, with `_id`. */
function call(resolver: Resolver, of: ExternalTarget, made: Lazy): Lazy | undefined {
  const method = of.path.at(-1) ?? '';
  const { file } = made.site;
  if (method === 'findOne') {
    const found = documentsOf(resolver, of.on, stepOf(method, made).values[1], file);
    return found && orNull(found);
  }
  if (method !== 'toArray' || of.on === undefined) return undefined;
  const steps = stepsOf(of.on);
  const find = steps.find(({ name }) => name === 'find');
  const chain = find === undefined ? [] : steps.slice(steps.indexOf(find));
  if (find === undefined || !chain.every(({ name }) => NEUTRAL.test(name))) return undefined;
  const project = chain.find(({ name }) => name === 'project');
  const options = project === undefined ? find.values[1] : objectWith(file, project.values[0]);
  const found = documentsOf(resolver, of.on, options, file);
  return found && listOf(found);
}

function objectWith(file: string, projection: Lazy | undefined): Lazy | undefined {
  return projection && objectOf(file, [{ name: 'projection', value: projection, at: { file, line: 1 } }]);
}

/** A document after its projection. */
function documentsOf(
  resolver: Resolver,
  from: ExternalTarget | undefined,
  options: Lazy | undefined,
  file: string,
): Lazy | undefined {
  const type = typeOf(from);
  if (type === undefined) return undefined;
  const own = membersOf(resolver, type)?.named.get('_id');
  // a found document has an `_id`, even if its type makes that optional for inserts
  const value: Lazy = own?.value ?? { expression: { kind: 'scalar', type: 'string' }, site: { file } };
  const id = objectOf(file, [{ name: '_id', value, at: { file, line: 1 } }]);
  const whole = compose(file, (put) => ({
    kind: 'object',
    members: (own === undefined ? [id, type] : [type, id]).map((one) => ({ kind: 'spread', value: put(one) })),
  }));
  const given = options === undefined ? undefined : membersOf(resolver, options);
  if (options !== undefined && (given === undefined || given.open !== undefined))
    return unknownOf(file, 'what a query selects is not known');
  const projection = given?.named.get('projection')?.value;
  return projection === undefined ? whole : projected(resolver, whole, projection, file);
}

function projected(resolver: Resolver, whole: Lazy, projection: Lazy, file: string): Lazy {
  const members = membersOf(resolver, projection);
  const asked = [...(members?.named ?? [])].map(([name, { value }]) => ({ name, value: literals(resolver, value)?.[0] }));
  const isKnown = asked.every(({ name, value }) => !name.includes('.') && (KEEPS.has(value) || LEAVES.has(value)));
  if (!isKnown || members?.open !== undefined) return unknownOf(file, 'what a query selects is not known');
  const retained = asked.filter(({ value }) => KEEPS.has(value)).map(({ name }) => name);
  const left = asked.filter(({ value }) => LEAVES.has(value)).map(({ name }) => name);
  if (retained.length === 0) return operate('omit', whole, left);
  return operate('pick', whole, left.includes('_id') ? retained : [...new Set(['_id', ...retained])]);
}

/** The document type of a collection: `db.collection<Book>('books')`, or `Collection<Book>`. */
function typeOf(from: ExternalTarget | undefined): Lazy | undefined {
  for (let at = from; at !== undefined; at = at.on) {
    if (at.path.at(-1) === 'Collection') return at.arguments[0];
    if (at.path.at(-1) === '()' && at.path.at(-2) === 'collection' && at.call !== undefined)
      return stepOf('collection', at.call).types[0];
  }
  return undefined;
}

/** JSON writes an id as text. */
function type(_: Resolver, of: ExternalTarget): Lazy | undefined {
  if (of.path.at(-1) !== 'ObjectId') return undefined;
  return { expression: { kind: 'scalar', type: 'string' }, site: { file: of.from ?? '' } };
}

/** https://www.mongodb.com/docs/drivers/node/current/typescript/ */
export const mongodb: KnownPackage = {
  title: 'the driver of MongoDB',
  specifiers: /^mongodb$/,
  call,
  type,
};
