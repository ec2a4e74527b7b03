import type {
  Milestone as WrittenMilestone,
  Requirement as WrittenRequirement,
} from '../../contracts/requirements/requirements.js';
import type { ServiceRow } from '../../contracts/requirements/service-table.js';
import { append } from '../../model/multi-map.js';
import { nearest } from '../../model/nearest.js';
import { printable } from '../../model/printable.js';
import { UserError } from '../../model/user-error.js';
import type { Milestone, MilestoneStatus } from './milestone.js';
import { circleIn, orderOf } from './order.js';

/** A parsed milestone before validation. */
export interface ReadMilestone {
  readonly written: WrittenMilestone;
  readonly services: readonly ServiceRow[];
  readonly text: string;
}

const MAX_MILESTONES = 500;
const MAX_REQUIREMENTS = 20_000;
const ID = /^[A-Za-z0-9][\w.-]{0,99}$/;
const STATUSES: ReadonlyMap<string, MilestoneStatus> = new Map([
  ['', 'PENDING'],
  ['PENDING', 'PENDING'],
  ['IN_PROGRESS', 'IN_PROGRESS'],
  ['COMPLETE', 'COMPLETE'],
  ['COMPLETED', 'COMPLETE'],
  ['DONE', 'COMPLETE'],
  ['FAILED', 'FAILED'],
]);

/** @throws UserError with the line of a contradiction, or of an excess */
export function checked(milestones: readonly ReadMilestone[], file: string): readonly Milestone[] {
  const [beyond] = milestones.slice(MAX_MILESTONES);
  if (beyond !== undefined) fail(`The plan has more than ${MAX_MILESTONES} milestones`, file, beyond.written.line);
  const first = new Map<string, number>();
  for (const { written } of milestones) {
    const { id, line, fieldLines } = written;
    const at = fieldLines.id ?? line;
    if (!ID.test(id)) {
      const hint = 'An id is letters, digits, hyphens, dots and underscores, at most 100, and begins with a letter or a digit.';
      fail(`The milestone's id ${shown(id)} cannot be used`, file, at, hint);
    }
    const before = first.get(id.toLowerCase());
    if (before !== undefined) fail(`The milestone ${id} is there already, in line ${before}`, file, at, 'Give each its own id.');
    first.set(id.toLowerCase(), line);
    checkRequirements(id, written.requirements, file);
  }
  const names = namesOf(milestones);
  const found = milestones.map((each) => milestoneOf(each, names, file));
  checkCircles(found, file, milestones);
  return found;
}

function milestoneOf({ written, services, text }: ReadMilestone, names: Names, file: string): Milestone {
  const { id, number, title, description, line, fieldLines } = written;
  const status = STATUSES.get(written.status.toUpperCase().replace(/[ -]/, '_'));
  if (status === undefined) {
    const hint = 'It is PENDING, IN_PROGRESS, COMPLETE or FAILED.';
    fail(`${id} has the unknown status ${shown(written.status)}`, file, fieldLines.status ?? line, hint);
  }
  const at = fieldLines.dependencies ?? line;
  if (written.dependencies.length > MAX_MILESTONES) fail(`${id} has more than ${MAX_MILESTONES} dependencies`, file, at);
  const dependencies = written.dependencies.map((named) => {
    const meant = meantBy(named, names);
    if (meant !== undefined) return meant;
    const near = nearest(named, names.ids);
    const hint = near === undefined ? `The plan has ${listed(names.ids)}.` : `Did you mean ${near}?`;
    return fail(`${id} depends on ${shown(named)}, which is no milestone of this plan`, file, at, hint);
  });
  const requirements = written.requirements.map((each) => ({ ...each, file }));
  return {
    id,
    number,
    title,
    status,
    dependencies: [...new Set(dependencies)],
    description,
    requirements,
    services,
    text,
    at: { file, line },
  };
}

/** The ways to refer to a milestone. */
interface Names {
  readonly ids: readonly string[];
  readonly bySmallId: ReadonlyMap<string, string>;
  /** Several milestones may share a number: it is then ambiguous. */
  readonly byNumber: ReadonlyMap<number, readonly string[]>;
}

function namesOf(milestones: readonly ReadMilestone[]): Names {
  const ids = milestones.map(({ written }) => written.id);
  const byNumber = new Map<number, string[]>();
  for (const { written } of milestones) append(byNumber, written.number, written.id);
  return { ids, bySmallId: new Map(ids.map((id) => [id.toLowerCase(), id])), byNumber };
}

/** A milestone by id, without case, or by number: `Milestone 2`, `M2`, `2`. */
function meantBy(named: string, { bySmallId, byNumber }: Names): string | undefined {
  const name = named.toLowerCase();
  const same = bySmallId.get(name);
  if (same !== undefined) return same;
  const [, number] = /^(?:milestone|m)?[ \t_-]{0,3}(\d{1,6})$/.exec(name) ?? [];
  const [only, ...others] = number === undefined ? [] : (byNumber.get(Number(number)) ?? []);
  return others.length === 0 ? only : undefined;
}

/** @throws UserError with the line of a duplicate, or of an excess */
export function checkRequirements(id: string, requirements: readonly WrittenRequirement[], file: string): void {
  const [beyond] = requirements.slice(MAX_REQUIREMENTS);
  if (beyond !== undefined) fail(`${id} has more than ${MAX_REQUIREMENTS} requirements`, file, beyond.line);
  const first = new Map<string, number>();
  for (const each of requirements) {
    const before = first.get(each.id);
    if (before !== undefined) fail(`${id} has ${each.id} already, in line ${before}`, file, each.line, 'Give each its own id.');
    first.set(each.id, each.line);
  }
}

function checkCircles(milestones: readonly Milestone[], file: string, read: readonly ReadMilestone[]): void {
  const circle = circleIn(orderOf(milestones).stuck);
  const [begin] = circle;
  if (begin === undefined) return;
  const written = read.find((each) => each.written.id === begin.id)?.written;
  const way = [...circle, begin].map(({ id }) => id);
  const shownWay = way.length > 12 ? [...way.slice(0, 10), '…', begin.id] : way;
  const hint = 'Take one of these dependencies away.';
  fail(
    `These milestones wait for one another: ${shownWay.join(' -> ')}`,
    file,
    written?.fieldLines.dependencies ?? begin.at.line,
    hint,
  );
}

function listed(ids: readonly string[]): string {
  return `${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ` and ${ids.length - 8} more` : ''}`;
}

function shown(text: string): string {
  return JSON.stringify(printable(text.length > 80 ? `${text.slice(0, 80)}…` : text));
}

function fail(message: string, file: string, line: number, hint?: string): never {
  throw new UserError(`${message}.`, { hint, location: { file, line } });
}
