import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import type { Resolver } from '../target.js';
import { membersGiven, type Query } from './prisma-rows.js';

/**
 * The columns of the row that a query gives which surely are not null, whatever the schema allows: those that it is found by, or
 * that are written, with a value that is not null.
 */
export function presentIn(query: Query, method: string, options: Lazy | undefined): ReadonlySet<string> {
  const [where, written, created] = ['where', 'data', 'create'].map((name) => namesOf(query, options, name));
  if (/^create/.test(method)) return written?.sure ?? NONE;
  if (where === undefined) return NONE;
  const changes = method === 'upsert' ? namesOf(query, options, 'update') : /^update/.test(method) ? written : undefined;
  const after = new Set([...where.sure].filter((name) => !isChanged(changes, name)).concat([...(changes?.sure ?? [])]));
  return method === 'upsert' ? new Set([...after].filter((name) => created?.sure.has(name))) : after;
}

const NONE: ReadonlySet<string> = new Set();

/** Names that an argument gives a value, and those whose value is surely not null. */
interface Names {
  readonly all: ReadonlySet<string>;
  readonly sure: ReadonlySet<string>;
  /** It may give others a value. */
  readonly open: boolean;
}

function isChanged(changes: Names | undefined, name: string): boolean {
  return changes !== undefined && (changes.open || changes.all.has(name));
}

function namesOf(query: Query, options: Lazy | undefined, name: string): Names | undefined {
  const given = options && membersGiven(query, options)?.named.get(name);
  const members = given && membersGiven(query, given.value);
  if (given === undefined) return undefined;
  const named = members === undefined || given.optional ? [] : [...members.named.values()];
  const sure = named.filter((one) => !one.optional && isThere(query.resolver, one.value));
  return {
    all: new Set(named.map((one) => one.name)),
    sure: new Set(sure.map((one) => one.name)),
    open: members === undefined || given.optional || members.open !== undefined || members.rest !== undefined,
  };
}

const VALUES: ReadonlySet<Expression['kind']> = new Set(['literal', 'scalar', 'text']);

/** A value that is no filter (`{ not: null }`), and neither null nor undefined. */
function isThere(resolver: Resolver, value: Lazy): boolean {
  const target = resolver.resolve(resolver, value, 'shape');
  if (target.kind !== 'plain' || !VALUES.has(target.expression.kind)) return false;
  const { expression } = target;
  return (
    !(expression.kind === 'literal' && expression.value === null) && !(expression.kind === 'scalar' && expression.type === 'null')
  );
}
