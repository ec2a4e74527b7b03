/**
 * Whether a file changes what a driver makes of types, for all queries of the service: `types.setTypeParser(20, Number)` and
 * `defaults.parseInt8` of pg (https://node-postgres.com/features/types), `typeCast` and the like of mysql2
 * (https://sidorares.github.io/node-mysql2/docs/examples/typecast).
 */
export const changesTypeParsers = (text: string): boolean =>
  /\b(?:[gs]etTypeParser|parseInt8|typeCast|supportBigNumbers|bigNumberStrings|decimalNumbers)\b/.test(text);
