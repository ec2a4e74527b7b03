import type { NamingPolicy } from '../../../model/naming-policy.js';
import { simpleName } from './unit.js';

/**
 * The policy of a Jackson naming strategy, by the name of its class or constant.
 * https://fasterxml.github.io/jackson-databind/javadoc/2.17/com/fasterxml/jackson/databind/PropertyNamingStrategies.html
 */
export function strategyOf(name: string): NamingPolicy {
  const key = simpleName(name)
    .replace(/Strategy$/, '')
    .replace(/_/g, '')
    .toLowerCase();
  return Object.hasOwn(STRATEGIES, key) ? (STRATEGIES[key] ?? 'unread') : 'unread';
}

const STRATEGIES: Readonly<Record<string, NamingPolicy>> = {
  snakecase: 'snake',
  camelcasetolowercasewithunderscores: 'snake',
  lowercamelcase: 'camel',
  uppercamelcase: 'pascal',
  pascalcasetocamelcase: 'pascal',
  kebabcase: 'kebab',
  uppersnakecase: 'upper-snake',
};

/** The property of a getter: `getUserName` -> `userName`, `getURL` -> `url`; undefined if it is no getter. */
export function propertyOfGetter(name: string, isBoolean: boolean): string | undefined {
  const rest = name.startsWith('get') ? name.slice(3) : name.startsWith('is') && isBoolean ? name.slice(2) : '';
  if (rest === '' || rest === 'Class') return undefined;
  let upper = 0;
  while (upper < rest.length && rest.charAt(upper) !== rest.charAt(upper).toLowerCase()) upper += 1;
  // a name with a lower-case letter after the prefix is no JavaBeans getter, but Jackson accepts it
  return rest.slice(0, upper).toLowerCase() + rest.slice(upper);
}

/** The property of a field's Lombok getter. https://projectlombok.org/features/GetterSetter */
export function propertyOfLombok(field: string, isPrimitiveBoolean: boolean): string {
  const name = isPrimitiveBoolean && /^is[A-Z]/.test(field) ? field.slice(2) : field;
  return propertyOfGetter(`get${name.charAt(0).toUpperCase()}${name.slice(1)}`, false) ?? field;
}
