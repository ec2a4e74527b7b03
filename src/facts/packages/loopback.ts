import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import { listOf, orNull } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

const COUNT: Expression = {
  kind: 'object',
  members: [{ kind: 'property', name: 'count', value: { kind: 'scalar', type: 'integer' }, at: { line: 1, column: 1 } }],
};

const ANY: Expression = { kind: 'map', values: { kind: 'unknown', why: 'declared `any`' } };

/** Base classes without data of their own, and the results of statements on many rows. */
function type(_: Resolver, { path, from }: ExternalTarget): Lazy | undefined {
  const site = { file: from ?? '' };
  if (/^(?:Entity|Model|ValueObject)$/.test(path.join())) return { expression: { kind: 'object', members: [] }, site };
  if (path.join() === 'AnyObject') return { expression: ANY, site };
  return path.join() === 'Count' ? { expression: COUNT, site } : undefined;
}

/** The result of a repository's method: `class Books extends DefaultCrudRepository<Book, …>`. */
function call(_: Resolver, { path, on }: ExternalTarget, { site }: Lazy): Lazy | undefined {
  const entity = /CrudRepository$/.test(on?.path.at(-1) ?? '') ? on?.arguments[0] : undefined;
  if (entity === undefined) return undefined;
  switch (path.at(-1)) {
    case 'find':
    case 'createAll':
      return listOf(entity);
    case 'findById':
    case 'create':
    case 'save':
      return entity;
    case 'findOne':
      return orNull(entity);
    case 'count':
    case 'updateAll':
    case 'deleteAll':
      return { expression: COUNT, site };
    default:
      return undefined;
  }
}

/** https://loopback.io/doc/en/lb4/Repository.html */
export const loopback: KnownPackage = {
  title: 'LoopBack 4',
  resolves: [
    'models that extend `Entity`, repositories that extend `DefaultCrudRepository`: `find` and its kin, `create`, `count`',
  ],
  specifiers: /^@loopback\/repository$/,
  call,
  type,
};
