import { countWhile } from '../../model/sorted.js';
import type { At } from '../expression.js';
import type { Fact, FileFacts, Unmentioned } from '../fact.js';

/** Facts about what code does when it runs, unlike declarations for other code to use. */
const DONE: ReadonlySet<Fact['kind']> = new Set<Fact['kind']>([
  'route',
  'router',
  'mount',
  'registration',
  'gather',
  'prefix',
  'wrap',
  'shared',
  'message',
  'sending',
]);

/** A range of a file. */
export interface Stretch {
  readonly at: At;
  /** After its last character. */
  readonly end: At;
}

type Stated = Pick<FileFacts, 'facts' | 'gaps'>;

/**
 * The facts of a file without the actions and gaps of functions that no file mentions; services made in exported ones are idle.
 */
export function withoutUnmentioned(file: FileFacts, resolutions: Readonly<Record<string, string>> = {}): FileFacts {
  const dead = file.facts.filter(
    (fact): fact is Unmentioned => fact.kind === 'unmentioned' && !Object.hasOwn(resolutions, fact.specifier),
  );
  if (dead.length === 0) return file;
  const left = withoutDone(
    file,
    dead.filter(({ exported }) => exported !== true),
  );
  const inExported = createAround(dead.filter(({ exported }) => exported === true));
  const facts = left.facts.map((fact) =>
    fact.kind === 'router' && fact.root && inExported(fact.at) !== undefined ? { ...fact, idle: true } : fact,
  );
  return { ...file, ...left, facts };
}

/** Removes the actions and gaps in ranges of the file that never run. */
export function withoutDone({ facts, gaps }: Stated, never: readonly Stretch[]): Stated {
  if (never.length === 0) return { facts, gaps };
  const around = createAround(outermost(never));
  const runs = ({ at }: { readonly at: At }): boolean => around(at) === undefined;
  return { facts: facts.filter((fact) => !DONE.has(fact.kind) || runs(fact)), gaps: gaps.filter(runs) };
}

/** The ranges with an action or a gap; no caller needs the others. The ranges do not nest. */
export function thatAct<Part extends Stretch>(parts: readonly Part[], { facts, gaps }: Stated): readonly Part[] {
  if (parts.length === 0) return [];
  const around = createAround(parts);
  const acting = new Set<Stretch | undefined>(
    [...facts.filter(({ kind }) => DONE.has(kind)), ...gaps].map(({ at }) => around(at)),
  );
  return parts.filter((one) => acting.has(one));
}

function outermost(parts: readonly Stretch[]): readonly Stretch[] {
  let last: Stretch | undefined;
  return parts
    .toSorted((a, b) => comparePlaces(a.at, b.at) || comparePlaces(b.end, a.end))
    .filter((one) => {
      const isInside = last !== undefined && comparePlaces(one.end, last.end) <= 0;
      if (!isInside) last = one;
      return !isInside;
    });
}

function createAround(parts: readonly Stretch[]): (at: At) => Stretch | undefined {
  const sorted = parts.toSorted((a, b) => comparePlaces(a.at, b.at));
  return (at) => {
    const before = sorted[countWhile(sorted, (one) => comparePlaces(one.at, at) <= 0) - 1];
    return before !== undefined && comparePlaces(at, before.end) < 0 ? before : undefined;
  };
}

/** Which of two places of a file comes first. */
export const comparePlaces = (a: At, b: At): number => a.line - b.line || a.column - b.column;
