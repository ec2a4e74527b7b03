import type { Analysis } from '../rules/judge.js';

/** A line of a file. */
export interface Place {
  /** Repository-relative, with forward slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Some lines of a file, as they stand there; long ones are cut. */
export interface Excerpt {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** The lines around a place; undefined where they are not known. */
export type Excerpts = (place: Place) => Excerpt | undefined;

/** Lines above and below a place. */
export const EXCERPT_MARGIN = 3;
/** Longer lines are cut. */
export const LONGEST_EXCERPT_LINE = 240;
/** Bounds the size of a report, whatever was found. */
const MOST_EXCERPTS = 2_000;

/** The places of which a report shows lines, each once: code and promise of every finding, the worst first. */
export function excerptPlaces({ violations }: Pick<Analysis, 'violations'>, most = MOST_EXCERPTS): readonly Place[] {
  const places = new Map<string, Place>();
  for (const { file_path, line, promisedAt } of violations) {
    if (places.size >= most) break;
    for (const place of [promisedAt, { file: file_path, line }]) {
      places.set(placeKey(place), { file: place.file, line: place.line });
    }
  }
  return [...places.values()];
}

/** Tells two places apart. */
export function placeKey({ file, line }: Place): string {
  return `${line}:${file}`;
}
