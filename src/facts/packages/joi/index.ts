import type { Lazy } from '../../program.js';
import { membersOf } from '../../shapes/members.js';
import { unknownOf } from '../../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../../values/target.js';
import { safeResult } from '../safe-result.js';
import { DEFAULTS, dataOf, optionsGiven } from './data.js';
import { schemaFrom, schemaMade } from './steps.js';

/** The data that a schema describes. */
function schema(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const made = schemaMade(resolver, of);
  return made && dataOf(resolver, made, DEFAULTS);
}

/** Methods of a schema, or of the package, that return the validated value. */
const CHECKS = /^(?:validate|validateAsync|attempt)$/;

/** The result of `schema.validate(value)` and similar methods. */
function call(resolver: Resolver, of: ExternalTarget, given: Lazy): Lazy | undefined {
  const { expression, site } = given;
  const name = of.path.at(-1) ?? '';
  if (!CHECKS.test(name) || expression.kind !== 'returns' || expression.more !== undefined) return undefined;
  const values = (expression.values ?? []).map((value): Lazy => ({ expression: value, site }));
  const on: Lazy | undefined = expression.of.kind === 'member' ? { expression: expression.of.of, site } : undefined;
  const own = on && name !== 'attempt' ? schemaFrom(resolver, on) : undefined;
  const made = own ?? (values[1] && schemaFrom(resolver, values[1]));
  if (made === undefined) return undefined;
  const options = values.slice(own === undefined ? 2 : 1).find((one) => membersOf(resolver, one) !== undefined);
  const data = dataOf(resolver, made, options === undefined ? DEFAULTS : optionsGiven(resolver, options, DEFAULTS));
  if (name === 'attempt') return data;
  if (name === 'validate') return safeResult(data, { data: 'value', errors: 'error' });
  const members = options && membersOf(resolver, options);
  const isWrapped = ['artifacts', 'warnings', 'debug'].some((one) => members?.named.has(one) === true);
  return isWrapped || members?.open !== undefined ? unknownOf(site.file, 'its options decide what comes with the value') : data;
}

/** https://joi.dev/api, versions 15 to 18: a value after its schema, on the assumption that the code handles errors. */
export const joi: KnownPackage = {
  title: 'joi',
  specifiers: /^(?:joi|@hapi\/joi|celebrate)$/,
  schema,
  call,
};
