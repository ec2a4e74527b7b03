import type { Lazy } from '../program.js';
import { literals } from '../shapes/members.js';
import { listOf, operate } from '../values/compose.js';
import { isListed } from '../values/elements.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

/** Functions that return some elements of a list, or all of them in another order. */
const OF_ELEMENTS = /^(?:sortBy|orderBy|uniq|uniqBy|uniqWith|shuffle|take|takeRight|drop|dropRight|filter|reject)$/i;
const COPIES = /^clone(?:Deep)?$/i;

/** Functions that return a scalar for any argument. */
const SCALARS: readonly (readonly [RegExp, 'number' | 'integer' | 'string' | 'boolean'])[] = [
  [/^(?:sum|sumBy|mean|meanBy|random|round|ceil|floor|clamp|toNumber)$/i, 'number'],
  [/^(?:size|toInteger|findIndex|indexOf)$/i, 'integer'],
  [
    /^(?:camelCase|kebabCase|snakeCase|startCase|capitalize|upperFirst|lowerFirst|trim|truncate|padStart|padEnd|join|toString)$/i,
    'string',
  ],
  [/^(?:is[A-Z]\w*|has|includes|some|every)$/, 'boolean'],
];

/** `_.pick`, `pick`, the default export of `lodash/pick` and of `lodash.pick`. */
function functionOf({ specifier, path }: ExternalTarget): string | undefined {
  const own = /^lodash(?:-es)?\/(\w+)(?:\.js)?$|^lodash\.(\w+)$/.exec(specifier);
  const [name, ...more] = path[0] === 'default' ? path.slice(1) : path;
  if (own !== null) return name === undefined ? (own[1] ?? own[2]) : undefined;
  return more.length === 0 ? name : undefined;
}

function call(resolver: Resolver, of: ExternalTarget, given: Lazy): Lazy | undefined {
  const { expression, site } = given;
  // packages of a single function have lower-case names: `lodash.clonedeep`
  const name = functionOf(of);
  if (expression.kind !== 'returns' || expression.more !== undefined || name === undefined) return undefined;
  const [first, ...others] = (expression.values ?? []).map((value): Lazy => ({ expression: value, site }));
  const scalar = SCALARS.find(([names]) => names.test(name))?.[1];
  if (scalar !== undefined) return { expression: { kind: 'scalar', type: scalar }, site };
  if (first === undefined) return undefined;
  if (name === 'pick' || name === 'omit') {
    const keys = namesIn(resolver, others);
    return keys && operate(name, first, keys);
  }
  if (COPIES.test(name)) return first;
  return OF_ELEMENTS.test(name) && isListed(resolver.resolve(resolver, first, 'shape'))
    ? listOf({ expression: { kind: 'element', of: first.expression }, site })
    : undefined;
}

/** Names of members, one by one or in lists; undefined: some are unknown, or are paths. */
function namesIn(resolver: Resolver, given: readonly Lazy[]): readonly string[] | undefined {
  const names: string[] = [];
  for (const one of given) {
    for (const name of literals(resolver, one) ?? [null]) {
      if (typeof name !== 'string' || /[.[]/.test(name)) return undefined;
      names.push(name);
    }
  }
  return names.length > 0 ? names : undefined;
}

/** https://lodash.com/docs: the results of its functions. */
export const lodash: KnownPackage = {
  title: 'lodash',
  specifiers: /^lodash(?:-es)?(?:$|\/(?!fp))|^lodash\.\w+$/,
  call,
};
