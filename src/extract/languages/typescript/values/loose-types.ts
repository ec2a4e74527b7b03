import type { ts } from 'ts-morph';
import type { Source } from '../source.js';

/** `any`, `unknown`, `object`, `{}`, `Partial<T>`, `Record<…>`: they allow to set or delete what another type requires. */
const LOOSE = /^(?:any|unknown|object|\{\}|Partial<|Record<)/;

export const isLoose = (source: Source, type: ts.TypeNode): boolean => LOOSE.test(type.getText(source.tree));
