import { z } from 'zod';
import { nearest } from '../model/nearest.js';

/** One of some words; a word that is none is told with the nearest. */
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
    .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''))
    .pipe(z.array(choice(words)).min(1));

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

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
