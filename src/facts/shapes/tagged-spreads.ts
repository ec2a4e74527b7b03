import type { EnumValue } from '../../model/shape.js';
import type { ObjectExpression } from '../expression.js';
import type { Lazy, Site } from '../program.js';
import type { Resolver } from '../values/target.js';

/** Most forms, and deepest level of nested choices, that are distinguished. */
const MOST_FORMS = 20;
const MAX_DEPTH = 10;
/** Name that binds the form of a spread choice. */
const FORM = '|form';

/**
 * The forms of an object with a spread choice that a tag distinguishes: `{ a, ...(c ? { kind: 'x', b } : { kind: 'y' }) }` is no
 * object with an optional `b`. Undefined: it has one form.
 */
export function formsOfSpread(resolver: Resolver, { members }: ObjectExpression, site: Site): readonly Lazy[] | undefined {
  for (const spread of members) {
    if (spread.kind !== 'spread' || spread.own === true) continue;
    const forms = choices(resolver, { expression: spread.value, site }, 0);
    if (forms === undefined || forms.length < 2 || !areTagged(resolver, forms)) continue;
    const replaced = members.map((one) => (one === spread ? { ...one, value: { kind: 'name', name: FORM } as const } : one));
    return forms.map((form): Lazy => {
      return {
        expression: { kind: 'object', members: replaced },
        site: { ...site, types: new Map([...(site.types ?? []), [FORM, form]]) },
      };
    });
  }
  return undefined;
}

/** All options of a choice, nested choices flattened, without functions that only throw. */
function choices(resolver: Resolver, lazy: Lazy, depth: number): readonly Lazy[] | undefined {
  const target = resolver.resolve(resolver, lazy, 'shape');
  if (target.kind !== 'choice') return [lazy];
  if (depth > MAX_DEPTH || target.options.length > MOST_FORMS) return undefined;
  const inner = target.options.map((option) => choices(resolver, option, depth + 1));
  const all = inner.flatMap((one) => one ?? []);
  return inner.includes(undefined) || all.length > MOST_FORMS ? undefined : all;
}

/** Whether some member has a different constant in each form. */
function areTagged(resolver: Resolver, forms: readonly Lazy[]): boolean {
  const [first, ...others] = forms.map((form) => constantsOf(resolver, form));
  return [...(first ?? [])].some(([name, value]) => {
    const values = [value, ...others.map((one) => one.get(name))];
    return !values.includes(undefined) && new Set(values).size === values.length;
  });
}

function constantsOf(resolver: Resolver, form: Lazy): ReadonlyMap<string, EnumValue> {
  const found = new Map<string, EnumValue>();
  for (const [name, member] of resolver.membersOf(resolver, form)?.named ?? []) {
    const target = member.optional ? undefined : resolver.resolve(resolver, member.value, 'shape');
    if (target?.kind === 'plain' && target.expression.kind === 'literal') found.set(name, target.expression.value);
  }
  return found;
}
