import { z } from 'zod';
import { nearest } from '../model/nearest.js';

/** One of some words; the error for another word lists the known ones and the nearest. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, {
    error: ({ input }) => {
      const meant = nearest(String(input), words);
      return `must be ${listed(words)}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
    },
  });

/** Some of the words, separated by commas, spaces or lines. Empty: absent. */
export const choices = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .string()
    .transform(wordsIn)
    .pipe(z.array(choice(words)).min(1));

/** `NAME=NUMBER` for some of the names, separated as the words of `choices`. */
export const amounts = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.string().transform((text, context): Partial<Record<Names[number], number>> => {
    const pairs = wordsIn(text).map((word) => word.split('='));
    const isAmount = ([name = '', amount = '', more]: readonly string[]): boolean =>
      names.includes(name) && more === undefined && /^\d{1,9}(?:\.\d{1,4})?$/.test(amount) && Number(amount) > 0;
    if (pairs.length === 0 || !pairs.every(isAmount) || new Set(pairs.map(([name]) => name)).size < pairs.length) {
      const message = `must be NAME=NUMBER, above 0, once for each of ${listed(names)}, such as ${names[0]}=20`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    return Object.fromEntries(pairs.map(([name, amount]) => [name, Number(amount)])) as Partial<Record<Names[number], number>>;
  });

export const toggle = () => choice(['true', 'false']).transform((word) => word === 'true');

/** A list, one item a line. */
export const lines = () =>
  z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    );

const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

/** `a, b or c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
