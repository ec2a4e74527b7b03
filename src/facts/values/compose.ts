import type { Location } from '../../model/location.js';
import type { Expression, ObjectMember, Operator, UnknownExpression } from '../expression.js';
import type { Lazy } from '../program.js';
import { eitherOf } from '../shapes/member-list.js';
import { isNothing } from './elements.js';
import type { Resolver, Target } from './target.js';

/** An expression made of parts that each keep their own site. */
export function compose(file: string, make: (put: (part: Lazy) => Expression) => Expression): Lazy {
  const types = new Map<string, Lazy>();
  const expression = make((part) => {
    const name = `|${types.size}`;
    types.set(name, part);
    return { kind: 'name', name };
  });
  return { expression, site: { file, types } };
}

export const unknownOf = (file: string, why: string): Lazy => ({ expression: { kind: 'unknown', why }, site: { file } });

export const listOf = (items: Lazy): Lazy => ({ expression: { kind: 'array', items: items.expression }, site: items.site });

export const mapOf = (values: Lazy): Lazy => ({ expression: { kind: 'map', values: values.expression }, site: values.site });

export function operate(operator: Operator, of: Lazy, keys?: readonly string[]): Lazy {
  const names = keys?.map((value): Expression => ({ kind: 'literal', value }));
  const chosen = names === undefined ? {} : { keys: { kind: 'union', options: names } as const };
  return { expression: { kind: 'operator', operator, of: of.expression, ...chosen }, site: of.site };
}

export const orNull = (of: Lazy): Lazy => operate('nullable', of);

/** The value, or a null that may never be there. */
export const orInDoubt = ({ expression, site }: Lazy, doubt: UnknownExpression): Lazy => ({
  expression: { kind: 'union', options: [expression, doubt] },
  site,
});

export const orAbsent = (of: Lazy): Lazy => ({
  expression: { kind: 'union', options: [of.expression, { kind: 'absent' }] },
  site: of.site,
});

/** `of.name(...)`, evaluated at the site of `of`. */
export const callOn = (of: Lazy, name: string): Lazy => ({
  expression: { kind: 'returns', of: { kind: 'member', of: of.expression, name } },
  site: of.site,
});

/** A field of an object that is composed of parts. */
export interface Part {
  readonly name: string;
  readonly value: Lazy;
  readonly optional?: boolean;
  /** See {@link Field.defaulted}. */
  readonly defaulted?: boolean;
  /** Why it is unknown whether it is sent, or what its value then is. */
  readonly unsure?: string;
  readonly at: Location;
}

/**
 * An object with these fields; `more`: other parts, spread before them (`first`; `own`: the fields are set on it) or values under
 * other keys.
 */
export function objectOf(
  file: string,
  parts: readonly Part[],
  more: { readonly first?: Lazy | undefined; readonly own?: boolean; readonly rest?: Lazy | undefined } = {},
): Lazy {
  const files = [...new Set(parts.map(({ at }) => at.file))];
  const objects = files.map((one) => fieldsIn(one, parts));
  const [only] = objects;
  if (only !== undefined && objects.length === 1 && more.first === undefined && more.rest === undefined) return only;
  return compose(file, (put) => {
    const members: ObjectMember[] = [...(more.first === undefined ? [] : [more.first]), ...objects].map((one) => ({
      kind: 'spread',
      value: put(one),
      ...(more.own === true && one === more.first && { own: true }),
    }));
    if (more.rest !== undefined) members.push({ kind: 'rest', values: put(more.rest) });
    return { kind: 'object', members };
  });
}

/**
 * Places refer to the file of an expression, so the fields of one file form one object. The code at a field's place is a
 * declaration for a package, not the field's value: with `file` set, no code asks inference about it.
 */
function fieldsIn(file: string, parts: readonly Part[]): Lazy {
  return compose(file, (put) => ({
    kind: 'object',
    members: parts.flatMap((part): ObjectMember[] => {
      if (part.at.file !== file) return [];
      const at = { line: part.at.line, column: part.at.column ?? 1 };
      return [
        {
          kind: 'property',
          name: part.name,
          value: put(part.value),
          ...(part.optional === true && { optional: true }),
          ...(part.defaulted === true && { defaulted: true }),
          ...(part.unsure !== undefined && { unsure: part.unsure }),
          at,
          file,
        },
      ];
    }),
  }));
}

/** Removes the options that are `undefined`, or `null`. */
export function without(resolver: Resolver, of: Lazy, what: 'absent' | 'null'): Lazy {
  const target = resolver.resolve(resolver, of, 'shape');
  if (target.kind !== 'choice') return of;
  return eitherOf(
    target.options.flatMap((option) =>
      isThat(resolver.resolve(resolver, option, 'shape'), what) ? [] : [without(resolver, option, what)],
    ),
  );
}

function isThat(target: Target, what: 'absent' | 'null'): boolean {
  return target.kind === 'plain' && isNothing(target.expression) && (target.expression.kind === 'absent') === (what === 'absent');
}
