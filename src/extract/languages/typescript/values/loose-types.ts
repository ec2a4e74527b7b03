import type { ts } from 'ts-morph';

/**
 * `any`, `unknown`, `object`, `{}`, `{ [key: string]: … }`, `Partial<T>`, `Record<…>`: with these, code may set or delete members
 * that another type requires.
 */
const LOOSE = /^(?:any|unknown|object|\{ ?\}|\{\s?\[|Partial<|Record<)/;

export const isLoose = (type: ts.TypeNode): boolean => LOOSE.test(type.getText());
