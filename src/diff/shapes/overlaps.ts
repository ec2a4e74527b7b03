import { type Defined, intersect } from '../../contracts/schema/intersect.js';
import { type Shape, unknown } from '../../model/shape.js';
import { MAX_PAIRS, namesIn, textOf } from './alternatives.js';
import { meet, type Part, type Question } from './meet.js';
import { opened } from './plain.js';
import { type Options, optionsOf } from './unions.js';
import { type Findings, note, type ShapeKind, type Side, type Spot, type Walker, type Way } from './walker.js';

/** The maximum number of steps at one place. */
const MOST_STEPS = 20_000;
const STEPS_OF_A_PAIR = 50;
const TOO_MANY = 'there are too many alternatives to compare';

/** One version: its alternatives, and those lists of which exactly one may fit. */
interface Version {
  readonly all: Options;
  readonly lists: readonly (readonly Shape[])[];
  readonly side: Side;
  /** The direction in which the comparer is asked whether an alternative accepts all values of the other version's shape. */
  readonly way: Way;
}

/** Two alternatives of a list, and the rest of the schema around the list. */
interface Pair {
  readonly first: Shape;
  readonly second: Shape;
  readonly beside: readonly Shape[];
}

/** Compares values that fit several alternatives in both versions: `anyOf` accepts them, `oneOf` rejects them. */
export function compareOverlaps(base: Shape, head: Shape, spot: Spot, walker: Walker, findings: Findings): void {
  const [before, after] = [versionOf(base, walker.base, 'known'), versionOf(head, walker.head, 'kept')];
  if (before.lists.length > 0) tellRefused(before, after, ['overlap-allowed', 'open-overlap-allowed'], spot, walker, findings);
  if (after.lists.length > 0) tellRefused(after, before, ['overlap-refused', 'open-overlap-refused'], spot, walker, findings);
}

function versionOf(shape: Shape, side: Side, way: Way): Version {
  return { all: optionsOf(shape, side), lists: listsIn(shape, side), side, way };
}

/** The `oneOf` lists within a shape. */
function listsIn(shape: Shape, side: Side): readonly (readonly Shape[])[] {
  const lists: (readonly Shape[])[] = [];
  const seen = new Set<Shape>();
  const waiting = [shape];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    const target = each.kind === 'ref' ? side.definitions.get(each.name) : each;
    if (target === undefined || seen.has(target)) continue;
    seen.add(target);
    if (target.kind === 'ref') waiting.push(target);
    if (target.kind !== 'union') continue;
    if (target.exclusive === true) lists.push(target.options);
    waiting.push(...target.options);
  }
  return lists;
}

/** Reports values that one version rejects because they fit two alternatives, and that the other accepts. */
function tellRefused(
  one: Version,
  other: Version,
  [kind, openKind]: readonly [ShapeKind, ShapeKind],
  spot: Spot,
  walker: Walker,
  findings: Findings,
): void {
  const question: Question = { direction: walker.direction, left: MOST_STEPS };
  const names = namesIn(other.all, other.side);
  let isOpen = false;
  for (const { first, second, beside } of one.lists.flatMap((list) => newPairs(list, one, other, walker, question))) {
    const both = [first, second].map((shape) => ({ shape, side: one.side }));
    const isNew = meet(both, question) && !isRefused(first, second, one.side, other, walker, question);
    const isTaken = isNew && meetAny(both, other.all.options, other.side, question);
    if (!isTaken) continue;
    if (meetAny(both, beside, one.side, question)) question.why ??= 'what fits two alternatives may fit one beside them';
    else if (walker.isSpent) question.why ??= TOO_MANY;
    else if (both.every((part) => asksOnlyFor(part, names))) {
      note(findings, kind, spot, undefined, undefined);
      return;
    } else isOpen = true;
  }
  if (isOpen) note(findings, openKind, spot, undefined, undefined);
  if (question.why !== undefined) findings.undecided.push({ path: spot.path, why: question.why, at: spot.headAt });
}

/** Pairs of alternatives, except those for which the other version has a list whose alternatives overlap as little. */
function newPairs(list: readonly Shape[], one: Version, other: Version, walker: Walker, question: Question): readonly Pair[] {
  const known = other.lists.map((options) => new Map(options.map((option) => [textOf(option), option])));
  const isKnown = known.some((options) =>
    list.every((shape) => {
      const same = options.get(textOf(shape));
      return same !== undefined && holds(same, shape, other, walker);
    }),
  );
  if (isKnown) return [];
  if (list.length * list.length > MAX_PAIRS) {
    question.why = TOO_MANY;
    return [];
  }
  const listed = new Set(optionsOf({ kind: 'union', options: list }, one.side).options);
  const beside = one.all.options.filter((option) => !listed.has(option));
  return list.flatMap((first, at) => list.slice(at + 1).map((second) => ({ first, second, beside })));
}

/** Whether an option of the other version accepts every value of a shape, as far as known. */
function holds(option: Shape, shape: Shape, { way }: Version, walker: Walker): boolean {
  return way === 'known' ? walker.fits(option, shape, 'known', 'open') : walker.fits(shape, option, 'kept', 'open');
}

function meetAny(both: readonly Part[], options: readonly Shape[], side: Side, question: Question): boolean {
  return options.some((shape) => meet([...both, { shape, side }], question));
}

/** Whether the other version also rejects what fits both: it fits two alternatives of a list there as well. */
function isRefused(first: Shape, second: Shape, side: Side, other: Version, walker: Walker, question: Question): boolean {
  if (other.lists.length === 0) return false;
  question.left -= STEPS_OF_A_PAIR;
  const both = intersect(first, second, definedIn(side));
  if (both === undefined) return true;
  const isStored = (option: Shape): boolean => [first, second, both].some((shape) => holds(option, shape, other, walker));
  return other.lists.some((list) => list.filter(isStored).length > 1);
}

/** The intersection of two shapes adds no definition to a version, so references stand for the whole schema. */
function definedIn({ definitions }: Side): Defined {
  return {
    definition: (name) => definitions.get(name) ?? unknown('it is not defined'),
    merged: new Map(),
    define: (name) => ({ kind: 'ref', name }),
  };
}

/**
 * Whether these names include all required fields of an object. If it requires another, no sender that follows the other version
 * sends it.
 */
function asksOnlyFor({ shape, side }: Part, names: ReadonlySet<string>): boolean {
  const object = opened(shape, side);
  return object?.kind !== 'object' || object.fields.every(({ name, required }) => !required || names.has(name));
}
