import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import type { ExternalTarget, Resolver } from './target.js';

/**
 * A statement on a value of a package. Facts encode statements as a tuple (operator `altered`): a call as that call on nothing
 * (`absent`); set members as an object (`{ 'methods.toJSON': f }`); a union of either with `absent` if it happens only sometimes;
 * `unknown` if the code passes the value to another function.
 */
export interface Alteration {
  /** `schema.virtual('id').get(f)`: `virtual`, then `get`; empty: a member is set, or anything may happen. */
  readonly calls: readonly { readonly name: string; readonly values: readonly Lazy[] }[];
  readonly set?: { readonly name: string; readonly value: Lazy };
  /** It happens only sometimes, or its effect is unknown. */
  readonly unsure: boolean;
}

/** The statements on a value, in the order of the text. */
export function alterationsOf(of: ExternalTarget): readonly Alteration[] {
  const { altered } = of;
  if (altered === undefined || altered.expression.kind !== 'tuple') return [];
  return altered.expression.items.flatMap((item) => (item.kind === 'spread' ? [] : alterationAt(item, altered)));
}

function alterationAt(given: Expression, at: Lazy): readonly Alteration[] {
  const [first] = given.kind === 'union' ? given.options : [];
  const expression = first ?? given;
  const unsure = first !== undefined;
  if (expression.kind === 'object')
    return expression.members.flatMap((member): Alteration[] =>
      member.kind === 'property'
        ? [{ calls: [], set: { name: member.name, value: { expression: member.value, site: at.site } }, unsure }]
        : member.kind === 'method'
          ? [{ calls: [], set: { name: member.name, value: callableOf(member.callable, at) }, unsure }]
          : [],
    );
  const calls = callsIn(expression, at);
  return calls === undefined ? [{ calls: [], unsure: true }] : [{ calls, unsure }];
}

const callableOf = (name: string, { site }: Lazy): Lazy => ({ expression: { kind: 'name', name, space: 'value' }, site });

function callsIn(expression: Expression, { site }: Lazy): Alteration['calls'] | undefined {
  const calls: { name: string; values: readonly Lazy[] }[] = [];
  for (let of = expression; of.kind === 'returns'; ) {
    if (of.of.kind !== 'member') return undefined;
    calls.unshift({ name: of.of.name, values: (of.values ?? []).map((value) => ({ expression: value, site })) });
    of = of.of.of;
    if (of.kind === 'member') return undefined;
  }
  return calls.length === 0 ? undefined : calls;
}

/** The value itself, if it is a function; undefined: it is none, or is unresolved. */
export function functionOf(resolver: Resolver, of: Lazy): Lazy | undefined {
  return resolver.resolve(resolver, of, 'value').kind === 'callable' ? of : undefined;
}
