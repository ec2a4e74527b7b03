import type { Location } from '../model/location.js';

/** Colours with a meaning: good and the contract's side are green, bad and the code's side are red, unverified is yellow. */
export interface Style {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly open: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

const same = (text: string): string => text;
const ansi =
  (on: number, off: number) =>
  (text: string): string =>
    text === '' ? text : `\u001b[${on}m${text}\u001b[${off}m`;

/** ANSI colours, or none. */
export function style(color: boolean): Style {
  return color
    ? { good: ansi(32, 39), bad: ansi(31, 39), open: ansi(33, 39), strong: ansi(1, 22), faint: ansi(2, 22) }
    : { good: same, bad: same, open: same, strong: same, faint: same };
}

/** What all parts of the terminal report share. */
export interface Terminal {
  readonly style: Style;
  /** Converts a file to a path that a terminal can open. */
  readonly file: (path: string) => string;
  /** `file:line` that a terminal can open. */
  readonly place: (at: Pick<Location, 'file' | 'line'>) => string;
}
