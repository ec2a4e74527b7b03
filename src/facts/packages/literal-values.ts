import type { EnumValue } from '../../model/shape.js';
import type { Expression } from '../expression.js';
import { literals, membersOf } from '../members.js';
import type { Lazy } from '../program.js';
import type { Resolver } from '../target.js';

/** One of these values. */
export function oneOfValues(file: string, values: readonly EnumValue[]): Lazy {
  const options = values.map((value): Expression => ({ kind: 'literal', value }));
  return { expression: { kind: 'union', options }, site: { file } };
}

/** A literal, or one of a list of them; undefined: not all of them are known. */
export function literalsOf(resolver: Resolver, of: Lazy): Lazy | undefined {
  const values = literals(resolver, of);
  return values === undefined ? undefined : oneOfValues(of.site.file, values);
}

/** One of the values of an enum, of an object of constants, or of a list of constants. */
export function enumOf(resolver: Resolver, of: Lazy): Lazy | undefined {
  const target = resolver.resolve(resolver, of, 'value');
  if (target.kind === 'class' && target.declaration.form === 'enum')
    return { expression: { kind: 'declared', file: target.file, name: target.declaration.name }, site: of.site };
  const listed = literals(resolver, of);
  if (listed !== undefined) return oneOfValues(of.site.file, listed);
  const members = membersOf(resolver, of);
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return undefined;
  const values = [...members.named.values()].map((member) => literals(resolver, member.value));
  return values.every((value) => value !== undefined) ? oneOfValues(of.site.file, values.flat()) : undefined;
}
