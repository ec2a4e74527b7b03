import type { Lazy } from '../program.js';
import type { ExternalTarget, Resolver } from '../values/target.js';

/** The last step that makes a schema value: a builder of the package, or a method of another schema. */
export interface SchemaStep {
  /** `object`, `iso.datetime`; for a method `optional`. */
  readonly name: string;
  /** The schema on which the method is called; absent: a builder. */
  readonly on?: Lazy;
  readonly values: readonly Lazy[];
  /** A list of further arguments after `values`: `...names`. */
  readonly more?: Lazy;
  /** Members read from the result: `['shape', 'email']`. */
  readonly rest: readonly string[];
  /** The file of the call. */
  readonly file: string;
}

/** Names of the package's own object when imported as a whole. */
const WHOLE = new Set(['z', 'zod', 'default', 'v', 't', 'Type', 'Joi', 'joi', 'yup', 'S']);

/** The step that made a schema value; undefined: no resolved call made it. */
export function stepOf({ path, call }: ExternalTarget): SchemaStep | undefined {
  const end = path.lastIndexOf('()');
  if (end < 1 || call?.expression.kind !== 'returns') return undefined;
  const { site } = call;
  const { of, values, more } = call.expression;
  const common = {
    values: (values ?? []).map((expression): Lazy => ({ expression, site })),
    ...(more !== undefined && { more: { expression: more, site } }),
    rest: path.slice(end + 1),
    file: site.file,
  };
  const before = path.slice(0, end);
  const name = before.at(-1) ?? '';
  if (!before.includes('()')) {
    const own = before.length > 1 && WHOLE.has(before[0] ?? '') ? before.slice(1) : before;
    return { name: own.join('.'), ...common };
  }
  if (of.kind !== 'member' || of.name !== name) return undefined;
  return { name, on: { expression: of.of, site }, ...common };
}

/** Longer chains of calls are hostile. */
const MAX_STEPS = 300;

/** The calls that made a schema value, from its builder to the last method; undefined: one of them is unresolved. */
export function stepsOf(resolver: Resolver, of: ExternalTarget): readonly SchemaStep[] | undefined {
  const steps: SchemaStep[] = [];
  let at: ExternalTarget | undefined = of;
  while (at !== undefined && steps.length < MAX_STEPS) {
    const step = stepOf(at);
    if (step === undefined) return undefined;
    steps.unshift(step);
    const on = step.on && resolver.resolve(resolver, step.on, 'value');
    if (on !== undefined && on.kind !== 'external') return undefined;
    at = on;
  }
  return at === undefined ? steps : undefined;
}

/** The elements of a list literal; undefined: it is none, or some are unknown. */
export function listIn(resolver: Resolver, list: Lazy): readonly Lazy[] | undefined {
  const target = resolver.resolve(resolver, list, 'value');
  if (target.kind !== 'plain' || target.expression.kind !== 'tuple') return undefined;
  const { site } = target;
  const items = target.expression.items.map((item) =>
    item.kind === 'spread' ? listIn(resolver, { expression: item.value, site }) : [{ expression: item, site }],
  );
  return items.every((item) => item !== undefined) ? items.flat() : undefined;
}

/** All arguments of a call; undefined: some are unknown. */
export function argumentsOf(resolver: Resolver, { values, more }: SchemaStep): readonly Lazy[] | undefined {
  const further = more === undefined ? [] : listIn(resolver, more);
  return further && [...values, ...further];
}
