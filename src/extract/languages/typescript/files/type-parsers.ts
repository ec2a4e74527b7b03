/**
 * Whether a file changes how pg reads types (`types.setTypeParser(20, Number)`), for all queries of the service:
 * https://node-postgres.com/features/types
 */
export const changesTypeParsers = (text: string): boolean => /\b[gs]etTypeParser\b/.test(text);
