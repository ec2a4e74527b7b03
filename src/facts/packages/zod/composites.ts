import type { Expression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals } from '../../shapes/members.js';
import { compose, mapOf, unknownOf } from '../../values/compose.js';
import { describedBy } from '../../values/external.js';
import type { Resolver } from '../../values/target.js';
import { enumOf, literalsOf } from '../literal-values.js';
import { wrapping } from '../schema-forms.js';
import { listIn, type SchemaStep } from '../schema-step.js';

/** The data of a builder with other schemas as arguments: lists, unions, wrappers. */
export function composite(resolver: Resolver, step: SchemaStep): Lazy | undefined {
  const [first, second] = step.values;
  if (first === undefined) return undefined;
  return wrapping(resolver, step.name, describedBy(first)) ?? combining(resolver, step, first, second);
}

function combining(resolver: Resolver, step: SchemaStep, first: Lazy, second: Lazy | undefined): Lazy | undefined {
  switch (step.name) {
    case 'literal':
      return literalsOf(resolver, first) ?? unknownOf(step.file, 'the value of its literal is not known');
    case 'enum':
    case 'nativeEnum':
      return enumOf(resolver, first) ?? unknownOf(step.file, 'the values of its enum are not known');
    case 'record':
    case 'partialRecord':
    case 'looseRecord':
      return second === undefined ? mapOf(describedBy(first)) : recordOf(resolver, describedBy(first), describedBy(second));
    case 'tuple':
      return tupleOf(resolver, step.file, first);
    case 'union':
    case 'xor':
      return anyOf(resolver, step.file, first);
    case 'discriminatedUnion':
      return second && anyOf(resolver, step.file, second);
    case 'intersection':
      return second && both(step.file, first, second);
    case 'lazy':
      return describedBy({ expression: { kind: 'returns', of: first.expression }, site: first.site });
    case 'preprocess':
    case 'pipe':
    case 'pipeline':
      return second && describedBy(second);
    default:
      return undefined;
  }
}

/** A record whose keys are a few literals may lack some of them: zod 3 asks for none, zod 4 for all. */
function recordOf(resolver: Resolver, keys: Lazy, values: Lazy): Lazy {
  if (literals(resolver, keys) === undefined) return mapOf(values);
  return compose(values.site.file, (put) => {
    const whole: Expression = { kind: 'operator', operator: 'record', of: put(values), keys: put(keys) };
    return { kind: 'operator', operator: 'partial', of: whole, keys: { kind: 'absent' } };
  });
}

/** The intersection of two schemas. */
export function both(file: string, first: Lazy, second: Lazy): Lazy {
  return compose(file, (put) => ({ kind: 'intersection', parts: [put(describedBy(first)), put(describedBy(second))] }));
}

function tupleOf(resolver: Resolver, file: string, list: Lazy): Lazy {
  const items = listIn(resolver, list);
  if (items === undefined) return unknownOf(file, 'the items of its tuple are not known');
  return compose(file, (put) => ({ kind: 'tuple', items: items.map((item) => put(describedBy(item))) }));
}

/** One of several schemas. */
function anyOf(resolver: Resolver, file: string, list: Lazy): Lazy {
  const items = listIn(resolver, list);
  if (items === undefined) return unknownOf(file, 'the options of its union are not known');
  return compose(file, (put) => ({ kind: 'union', options: items.map((item): Expression => put(describedBy(item))) }));
}
