import type { Lazy } from '../../program.js';
import { membersOf } from '../../shapes/members.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../../values/target.js';
import { documentAt, type MongooseDocument, plainOf } from './documents.js';
import { isMade, madeBy, resultOf } from './queries.js';

/** The document behind a value, with the value itself. */
function documentIn(
  resolver: Resolver,
  of: ExternalTarget,
): { readonly document: MongooseDocument; readonly self: Lazy } | undefined {
  const made = madeBy(resolver, of);
  if (made !== undefined) {
    const target = resolver.resolve(resolver, made, 'shape');
    const document =
      target.kind === 'external' ? documentAt(resolver, { ...target, ...(of.changes && { changes: of.changes }) }) : undefined;
    return document && { document, self: made };
  }
  if (of.path.at(-1) !== 'HydratedDocument') return undefined;
  const document = documentAt(resolver, of);
  return document && { document, self: selfOf(of) };
}

/** The document as an expression again, for its own functions. */
function selfOf(of: ExternalTarget): Lazy {
  const types = new Map(of.arguments.map((one, index) => [`|${index}`, one]));
  const given = of.arguments.map((_, index) => ({ kind: 'name', name: `|${index}` }) as const);
  return {
    expression: { kind: 'member', of: { kind: 'module', specifier: 'mongoose' }, name: 'HydratedDocument', arguments: given },
    site: { file: of.arguments[0]?.site.file ?? '', types },
  };
}

/** `user.toObject()`, `user.toJSON()`. */
function call(resolver: Resolver, of: ExternalTarget, given: Lazy): Lazy | undefined {
  const name = of.path.at(-1);
  if ((name !== 'toObject' && name !== 'toJSON') || of.on === undefined) return undefined;
  const { expression } = given;
  const read = documentIn(resolver, of.on);
  if (read === undefined || expression.kind !== 'returns' || (expression.values ?? []).length > 0) return undefined;
  return plainOf(read.document, name, read.self);
}

/** The JSON of a document: its `toJSON`. The linker does not follow class-transformer on documents. */
function data(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  if (resolver.serializer !== 'off') return undefined;
  const read = documentIn(resolver, of);
  return read && plainOf(read.document, 'toJSON', read.self);
}

/** A member of a document, according to its schema. */
function type(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const name = of.path.at(-1) ?? '';
  if (/^(?:ObjectId|ObjectID|UUID)$/.test(name))
    return { expression: { kind: 'scalar', type: 'string' }, site: { file: of.from ?? '' } };
  if (of.on === undefined || name === '()' || !(of.on.path.at(-1) === 'HydratedDocument' || isMade(of.on))) return undefined;
  const read = documentIn(resolver, of.on);
  if (read === undefined) return undefined;
  const plain = plainOf({ ...read.document, shown: read.document.shown }, 'lean', read.self);
  const members = membersOf(resolver, plain)?.named;
  // a path named `id` replaces the default text `id`
  const member = members?.get(name) ?? (name === 'id' ? members?.get('_id') : undefined);
  if (member === undefined) return undefined;
  if (!member.optional) return member.value;
  return {
    expression: { kind: 'union', options: [member.value.expression, { kind: 'absent' }] },
    site: member.value.site,
  };
}

/** https://mongoosejs.com: schemas, models, results of queries, and the JSON of documents. */
export const mongoose: KnownPackage = {
  title: 'mongoose, with `@nestjs/mongoose` and typegoose',
  specifiers: /^(?:mongoose|@nestjs\/mongoose|@typegoose\/typegoose|nestjs-typegoose|@m8a\/nestjs-typegoose)$/,
  call,
  outcome: resultOf,
  data,
  type,
  alters: /^(?:Schema|createForClass)$/,
};
