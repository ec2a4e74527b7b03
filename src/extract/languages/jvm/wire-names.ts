/**
 * Names as Jackson's strategies write them. `undefined`: the strategy is not known.
 * https://fasterxml.github.io/jackson-databind/javadoc/2.17/com/fasterxml/jackson/databind/PropertyNamingStrategies.html
 */
export function strategyOf(name: string): ((property: string) => string) | undefined {
  const key = name
    .replace(/(?:Strategy)$/, '')
    .replace(/_/g, '')
    .toLowerCase();
  return Object.hasOwn(STRATEGIES, key) ? STRATEGIES[key] : undefined;
}

const STRATEGIES: Readonly<Record<string, (name: string) => string>> = {
  snakecase: (name) => snake(name),
  lowercamelcase: (name) => name,
  uppercamelcase: (name) => name.charAt(0).toUpperCase() + name.slice(1),
  lowercase: (name) => name.toLowerCase(),
  kebabcase: (name) => snake(name).replaceAll('_', '-'),
  lowerdotcase: (name) => snake(name).replaceAll('_', '.'),
  uppersnakecase: (name) => snake(name).toUpperCase(),
};

/** A row of capitals is one word: `theURL` is `the_url`. */
function snake(name: string): string {
  let made = '';
  let wasUpper = false;
  for (const [index, char] of [...name].entries()) {
    const isUpper = char !== char.toLowerCase();
    if (isUpper && !wasUpper && index > 0 && !made.endsWith('_')) made += '_';
    made += char.toLowerCase();
    wasUpper = isUpper;
  }
  return made;
}

/** The property of a getter: `getUserName` -> `userName`, `getURL` -> `url`; undefined: it is none. */
export function propertyOfGetter(name: string, isBoolean: boolean): string | undefined {
  const rest = name.startsWith('get') ? name.slice(3) : name.startsWith('is') && isBoolean ? name.slice(2) : '';
  if (rest === '' || rest === 'Class') return undefined;
  let upper = 0;
  while (upper < rest.length && rest.charAt(upper) !== rest.charAt(upper).toLowerCase()) upper += 1;
  // a name that goes on with a small letter is no getter of JavaBeans, but Jackson takes it all the same
  return rest.slice(0, upper).toLowerCase() + rest.slice(upper);
}

/** The property of Lombok's getter of a field. https://projectlombok.org/features/GetterSetter */
export function propertyOfLombok(field: string, isPrimitiveBoolean: boolean): string {
  const name = isPrimitiveBoolean && /^is[A-Z]/.test(field) ? field.slice(2) : field;
  return propertyOfGetter(`get${name.charAt(0).toUpperCase()}${name.slice(1)}`, false) ?? field;
}
