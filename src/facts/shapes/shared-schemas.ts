import type { Lazy, Program, Site } from '../program.js';
import { describedBy } from '../values/external.js';
import type { Resolver } from '../values/target.js';
import { unbound } from '../values/type-parameters.js';
import { literals, membersOf } from './members.js';

/** A schema that other schemas refer to. */
interface Shared {
  readonly schema: Lazy;
  /** The data that it describes, by the name of its declaration. */
  readonly data: Lazy;
}
const known = new WeakMap<Program, ReadonlyMap<string, Shared | 'several'>>();

/**
 * The schema that `$ref: 'user#'` or `user#/properties/address` refers to; undefined: the code added none with that `$id`, or
 * several (https://fastify.dev/docs/latest/Reference/Validation-and-Serialization/#adding-a-shared-schema).
 */
export function sharedSchema(resolver: Resolver, reference: string): Shared | undefined {
  const hash = reference.indexOf('#');
  const id = hash < 0 ? reference : reference.slice(0, hash);
  const schemas = known.get(resolver.program) ?? added(resolver);
  known.set(resolver.program, schemas);
  const found = schemas.get(id);
  if (found === undefined || found === 'several') return undefined;
  const inner =
    hash < 0
      ? []
      : reference
          .slice(hash + 1)
          .split('/')
          .filter((part) => part !== '');
  let at: Lazy | undefined = found.schema;
  for (const name of inner) at = at && membersOf(resolver, at)?.named.get(name)?.value;
  return inner.length === 0 ? found : at && { schema: at, data: describedBy(at) };
}

/** Data that `{ $ref: 'user#' }` describes, by the name of the schema: linking detects recursion through it by that name. */
export function referenced(resolver: Resolver, lazy: Lazy): Lazy | undefined {
  const { expression, site } = unbound(lazy);
  if (expression.kind !== 'operator' || expression.operator !== 'described') return undefined;
  const schema = unbound({ expression: expression.of, site }).expression;
  const [only, more] = schema.kind === 'object' ? schema.members : [];
  if (only?.kind !== 'property' || only.name !== '$ref' || more !== undefined || only.value.kind !== 'literal') return undefined;
  return sharedSchema(resolver, String(only.value.value))?.data;
}

function added(resolver: Resolver): ReadonlyMap<string, Shared | 'several'> {
  const schemas = new Map<string, Shared | 'several'>();
  for (const { facts } of resolver.program.files.values()) {
    for (const fact of facts.facts) {
      if (fact.kind !== 'shared') continue;
      const site: Site = { file: facts.path };
      const schema: Lazy = { expression: fact.schema, site };
      const given = membersOf(resolver, schema)?.named.get('$id')?.value;
      const [id] = (given && literals(resolver, given)) ?? [];
      if (typeof id !== 'string') continue;
      const name = id.replace(/#$/, '');
      const data: Lazy = { expression: { kind: 'name', name: fact.declared }, site };
      schemas.set(name, schemas.has(name) ? 'several' : { schema, data });
    }
  }
  return schemas;
}
