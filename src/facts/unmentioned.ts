import type { At } from './expression.js';
import type { Fact, FileFacts, Unmentioned } from './fact.js';

/** What code does, unlike what it is named for others to use. */
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

/** The facts of a file without what is done, or could not be read, in functions that no file mentions. */
export function withoutUnmentioned(file: FileFacts, resolutions: Readonly<Record<string, string>> = {}): FileFacts {
  const dead = file.facts.filter(
    (fact): fact is Unmentioned =>
      fact.kind === 'unmentioned' && (fact.specifier === undefined || !Object.hasOwn(resolutions, fact.specifier)),
  );
  if (dead.length === 0) return file;
  const around = createAround(dead);
  const runs = ({ at }: { readonly at: At }): boolean => around(at) === undefined;
  return { ...file, facts: file.facts.filter((fact) => !DONE.has(fact.kind) || runs(fact)), gaps: file.gaps.filter(runs) };
}

/** Of functions of a file those in which something is done or could not be read: of others nobody need know. */
export function unmentionedThatAct(
  functions: readonly Unmentioned[],
  facts: readonly Fact[],
  gaps: FileFacts['gaps'],
): readonly Unmentioned[] {
  if (functions.length === 0) return [];
  const around = createAround(functions);
  const acting = new Set([...facts.filter(({ kind }) => DONE.has(kind)), ...gaps].map(({ at }) => around(at)));
  return functions.filter((one) => acting.has(one));
}

/** Which of these functions, none of which stands in another, a place is in. */
function createAround(functions: readonly Unmentioned[]): (at: At) => Unmentioned | undefined {
  const sorted = functions.toSorted((a, b) => compare(a.at, b.at));
  return (at) => {
    let low = 0;
    for (let high = sorted.length; low < high; ) {
      const middle = (low + high) >> 1;
      const one = sorted[middle];
      if (one !== undefined && compare(one.at, at) <= 0) low = middle + 1;
      else high = middle;
    }
    const before = sorted[low - 1];
    return before !== undefined && compare(at, before.end) < 0 ? before : undefined;
  };
}

const compare = (a: At, b: At): number => a.line - b.line || a.column - b.column;
