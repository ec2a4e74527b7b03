import type { Location } from '../../model/location.js';
import { groupBy } from '../../model/multi-map.js';
import { compareTexts } from '../../model/text-order.js';
import { fingerprint } from '../fingerprint.js';
import type { Severity, Violation } from '../rule.js';
import type { Difference } from './comparison.js';

/** A difference, and where in the code it was found. */
export interface Found {
  readonly difference: Difference;
  readonly at: Location;
}

/** The subject of the differences. */
export interface About {
  readonly check: string;
  /** Id of the contract. */
  readonly contract: string;
  readonly subject: string;
  readonly status?: string;
  /** The location of the subject in the contract. */
  readonly at: Location;
  /** Describes a difference in a sentence. */
  readonly messageOf: (difference: Difference) => string;
}

/** One difference: the first place in the code that has it, and the others. */
interface Group extends Found {
  readonly others: readonly Found[];
}

/** As many fields with one mistake are reported one by one. */
const MOST_REPEATS = 10;
const SEVERITIES: Readonly<Record<Difference['weight'], Severity>> = { broken: 'error', weak: 'warning', beside: 'note' };
const WEIGHTS: readonly Difference['weight'][] = ['broken', 'weak', 'beside'];

/**
 * One violation for each field and problem: at the first place in the code that has it, with the others as related places. Models
 * that refer to each other repeat one mistake at every path between them: many repeats are one violation, at the shortest path.
 */
export function collectViolations(about: About, found: readonly Found[]): readonly Violation[] {
  const placed = found.map(({ difference, at }): Found => ({ difference, at: difference.codeAt ?? at }));
  const fields = groupBy(placed, ({ difference }) => JSON.stringify([difference.path, difference.problem]));
  const groups = [...fields.values()].flatMap((group): readonly Group[] => {
    const [first, ...others] = group.sort(comparePlaced);
    return first === undefined ? [] : [{ ...first, others }];
  });
  if (groups.length <= MOST_REPEATS) return groups.flatMap((one) => toViolation(about, [one]));
  return [...groupBy(groups, mistakeOf).values()].flatMap((repeats) =>
    repeats.length > MOST_REPEATS
      ? toViolation(about, repeats.sort(comparePaths))
      : repeats.flatMap((one) => toViolation(about, [one])),
  );
}

/** Equal for differences at other paths that come from the same line of the contract and the same line of the code. */
function mistakeOf({ difference, at }: Found): string {
  const { path, problem, weight, expected, actual, promisedAt, codeAt } = difference;
  if (promisedAt === undefined || codeAt === undefined) return JSON.stringify([path, problem]);
  const places = [promisedAt, at].flatMap(({ file, line, column }) => [file, line, column]);
  return JSON.stringify([path.slice(path.lastIndexOf('.') + 1), problem, weight, expected, actual, ...places]);
}

function comparePaths({ difference: { path: a } }: Found, { difference: { path: b } }: Found): number {
  return a.length - b.length || compareTexts(a, b);
}

function toViolation(
  { check, contract, subject, status, at: promisedAt, messageOf }: About,
  [first, ...repeats]: readonly Group[],
): readonly Violation[] {
  if (first === undefined) return [];
  const { difference, at } = first;
  const identity = {
    check,
    contract,
    subject,
    ...(status === undefined ? {} : { status }),
    problem: difference.problem,
    ...(difference.path === '' ? {} : { field: difference.path }),
  };
  return [
    {
      ...identity,
      severity: SEVERITIES[difference.weight],
      file_path: at.file,
      line: at.line,
      message: messageOf(difference),
      promised: difference.expected,
      actual: difference.actual,
      promisedAt: difference.promisedAt ?? promisedAt,
      related: [
        ...repeatedAt(at, repeats),
        ...relatedPlaces(
          at,
          [first, ...repeats].flatMap(({ others }) => others),
        ),
      ],
      fingerprint: fingerprint(identity),
      ...(difference.suggestion === undefined ? {} : { suggestion: difference.suggestion }),
    },
  ];
}

function repeatedAt({ file, line }: Location, [next, ...others]: readonly Group[]): Violation['related'] {
  if (next === undefined) return [];
  const { path } = next.difference;
  return [{ file, line, message: `${others.length + 1} more fields repeat this, such as ${path}` }];
}

/** Most severe first, then by place and text, so that the order of routes and responses does not matter. */
function comparePlaced(a: Found, b: Found): number {
  const weight = WEIGHTS.indexOf(a.difference.weight) - WEIGHTS.indexOf(b.difference.weight);
  return (
    weight ||
    compareTexts(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    compareTexts(a.difference.actual, b.difference.actual)
  );
}

function relatedPlaces(at: Location, others: readonly Found[]): Violation['related'] {
  const places = new Map<string, Violation['related'][number]>();
  for (const { difference, at: other } of others) {
    const key = `${other.file}:${other.line}`;
    if (key === `${at.file}:${at.line}` || places.has(key)) continue;
    places.set(key, { file: other.file, line: other.line, message: `here too: ${difference.actual}` });
  }
  return [...places.values()];
}
