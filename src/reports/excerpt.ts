import type { Analysis } from '../rules/judge.js';

/** A line of a file. */
export interface Place {
  /** Relative to the repository, with forward slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Some lines of a file, unchanged; long ones are truncated. */
export interface Excerpt {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** The lines around a place; undefined if they are unknown. */
export type Excerpts = (place: Place) => Excerpt | undefined;

/** Lines above and below a place. */
export const EXCERPT_MARGIN = 3;
/** Longer lines are truncated. */
export const LONGEST_EXCERPT_LINE = 240;
/** Limits the size of a report. */
const MOST_EXCERPTS = 2_000;

/** The places whose lines a report shows, each once: the code and contract of each finding, the most severe first. */
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

/** The identity of a place. */
export function placeKey({ file, line }: Place): string {
  return `${line}:${file}`;
}
