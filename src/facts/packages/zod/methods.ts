import type { ScalarExpression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals } from '../../shapes/members.js';
import { compose, operate, orNull, without } from '../../values/compose.js';
import { describedBy } from '../../values/external.js';
import type { Resolver } from '../../values/target.js';
import { oneOfValues } from '../literal-values.js';
import { text, wrapping } from '../schema-forms.js';
import { type SchemaStep, stepOf } from '../schema-step.js';
import { both } from './composites.js';

/** Formats of texts, as builders (`z.email()`, `z.iso.date()`) and as methods (`z.string().email()`). */
export const FORMATS: ReadonlyMap<string, string> = new Map([
  ...['email', 'uuid', 'date', 'time', 'duration', 'ipv4', 'ipv6', 'hostname'].map((name) => [name, name] as const),
  ...['guid', 'uuidv4', 'uuidv6', 'uuidv7'].map((name) => [name, 'uuid'] as const),
  ['url', 'uri'],
  ['httpUrl', 'uri'],
  ['datetime', 'date-time'],
  ['base64', 'byte'],
]);

/** Methods that do not affect the form of a value. */
const NEUTRAL =
  /^(?:min|max|length|nonempty|size|gt|gte|lt|lte|positive|negative|nonnegative|nonpositive|multipleOf|step|finite|regex|includes|startsWith|endsWith|trim|toLowerCase|toUpperCase|normalize|slugify|lowercase|uppercase|emoji|nanoid|cuid|cuid2|ulid|xid|ksuid|jwt|base64url|cidr|cidrv4|cidrv6|ip|e164|describe|openapi|meta|register|refine|superRefine|check|overwrite|brand|readonly|catch|promise|strict|strip|with|clone)$/;

/** Applies a method to the data that a schema describes; undefined: unknown. */
export function changed(resolver: Resolver, step: SchemaStep, on: Lazy): Lazy | undefined {
  const of = describedBy(on);
  const { name } = step;
  if (NEUTRAL.test(name)) return of;
  const [first] = step.values;
  const scalar = FORMATS.has(name) || name === 'int' || name === 'safe' ? scalarOf(resolver, of) : undefined;
  if (scalar !== undefined) return { expression: refined(scalar, name), site: of.site };
  if (name === 'keyof') return operate('keyof', of);
  return wrapping(resolver, name, of) ?? (first && combined(resolver, step, of, first)) ?? inside(resolver, step, on, of);
}

function scalarOf(resolver: Resolver, of: Lazy): ScalarExpression | undefined {
  const target = resolver.resolve(resolver, of, 'shape');
  return target.kind === 'plain' && target.expression.kind === 'scalar' ? target.expression : undefined;
}

function refined(scalar: ScalarExpression, name: string): ScalarExpression {
  if (scalar.type === 'number') return name === 'int' ? { kind: 'scalar', type: 'integer' } : scalar;
  const format = FORMATS.get(name);
  return scalar.type === 'string' && format !== undefined ? text(format) : scalar;
}

function combined(resolver: Resolver, step: SchemaStep, of: Lazy, first: Lazy): Lazy | undefined {
  switch (step.name) {
    case 'or':
      return compose(step.file, (put) => ({ kind: 'union', options: [put(of), put(describedBy(first))] }));
    case 'and':
      return step.on && both(step.file, step.on, first);
    case 'pipe':
      return describedBy(first);
    case 'transform':
      return compose(step.file, (put) => ({
        kind: 'operator',
        operator: 'awaited',
        of: { kind: 'returns', of: put(first), values: [put(of)] },
      }));
    case 'extract':
    case 'exclude': {
      const all = literals(resolver, of);
      const named = literals(resolver, first);
      if (all === undefined || named === undefined) return undefined;
      return oneOfValues(
        step.file,
        all.filter((value) => named.includes(value) === (step.name === 'extract')),
      );
    }
    default:
      return undefined;
  }
}

/** The schema inside a wrapper, which is the last step of its schema. */
function inside(resolver: Resolver, step: SchemaStep, on: Lazy, of: Lazy): Lazy | undefined {
  if (!/^(?:unwrap|removeDefault|removeCatch|innerType|sourceType)$/.test(step.name)) return undefined;
  const target = resolver.resolve(resolver, on, 'value');
  const wrapper = target.kind === 'external' ? stepOf(target) : undefined;
  if (wrapper === undefined || wrapper.rest.length > 0) return undefined;
  const inner = wrapper.on ?? wrapper.values[0];
  if (/^(?:optional|nullable|array|readonly|brand|promise|nonoptional|default|catch|refine|superRefine)$/.test(wrapper.name))
    return inner && describedBy(inner);
  return wrapper.name === 'nullish' ? orNull(without(resolver, without(resolver, of, 'absent'), 'null')) : undefined;
}
