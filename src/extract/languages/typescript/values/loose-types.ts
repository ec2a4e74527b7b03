import type { ts } from 'ts-morph';

/** `any`, `unknown`, `object`, `{}`, `{ [key: string]: … }`, `Partial<T>`, `Record<…>`: they allow to set or delete what another type requires. */
const LOOSE = /^(?:any|unknown|object|\{ ?\}|\{\s?\[|Partial<|Record<)/;

export const isLoose = (type: ts.TypeNode): boolean => LOOSE.test(type.getText());
