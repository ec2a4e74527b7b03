import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLinkOut, pathInside } from '../config/inside.js';
import type { Trust } from '../config/trust.js';
import { commitOf, gitPlace, mergeBase } from '../git/revisions.js';
import {
  type BaselineMatch,
  baselineOf,
  entriesAdded,
  listedCount,
  matchBaseline,
  parseBaseline,
  printBaseline,
} from '../history/baseline.js';
import { fileOfContract } from '../model/service.js';
import { UserError } from '../model/user-error.js';
import { entryText } from '../reports/notices.js';
import { counted, incompleteness } from '../reports/verdict.js';
import type { Analysis, BaselineCommands, BaselineEntry } from '../rules/judge.js';
import { isOn } from '../rules/scans.js';
import { type Choice, type Selection, select, withBrought } from '../rules/selection.js';
import { isOfValidation } from '../rules/validation-rules.js';
import type { AnalysisRequest } from '../scan.js';
import { writeWhole } from './publish.js';
import { changedScope } from './revisions/changed-scope.js';

export { select, withBrought };

export interface Baseline {
  /** Absolute. */
  readonly file: string;
  /** For users: relative to the root of the repository if it is inside. */
  readonly name: string;
  readonly commands: BaselineCommands;
  /** Resolved entries fail the run. */
  readonly strict?: boolean;
  readonly own: readonly BaselineEntry[];
  /** Of the base revision, when a change could edit its own baseline. Absent: only `own` counts. */
  readonly trusted?: readonly BaselineEntry[] | undefined;
}

export interface SelectionSettings {
  readonly baseline?: Baseline | undefined;
  /** A revision: only findings about later changes are reported. */
  readonly changedSince?: string | undefined;
  /** Notes for the user about the selection. */
  readonly notices?: readonly string[];
}

/** Where a baseline is, and how to read it. */
export interface BaselineRequest {
  /** Absolute root. */
  readonly repository: string;
  /** Absolute. */
  readonly file: string;
  readonly commands: BaselineCommands;
  readonly trust: Trust | undefined;
  /** It will be written, so it may be missing. */
  readonly update: boolean;
}

/**
 * Reads a baseline; with untrusted code in the checkout also that of the base revision.
 *
 * @throws UserError when it is missing or invalid
 */
export async function readBaseline({ repository, file, commands, trust, update }: BaselineRequest): Promise<{
  readonly baseline: Baseline;
  readonly notes: readonly string[];
}> {
  const way = pathInside(repository, file);
  const name = way ?? file;
  const text = baselineText(file, name);
  const parsed = (written: string | undefined) => (written === undefined ? [] : parseBaseline(written, name, commands.update));
  if (trust === undefined || way === undefined) {
    if (text === undefined && !update) throw noBaseline(name, commands);
    return { baseline: { file, name, commands, own: parsed(text) }, notes: [] };
  }
  if (isLinkOut(repository, file))
    throw new UserError(`${name} is a link to a file outside the repository.`, { hint: 'Put the file itself there.' });
  const base = await trust.base(way);
  const trusted = parsed(base.kind === 'text' ? base.text : undefined);
  const notes =
    base.kind === 'unknown' ? [`${name} of the base revision could not be read: ${base.why}. The baseline is empty.`] : [];
  if (trust.head === 'ignored') return { baseline: { file, name, commands, own: trusted, trusted }, notes };
  if (text === undefined && base.kind === 'absent') throw noBaseline(name, commands);
  return { baseline: { file, name, commands, own: parsed(text), trusted }, notes };
}

function baselineText(file: string, name: string): string | undefined {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const why = code === 'EISDIR' ? 'it is a folder' : code === 'EACCES' ? 'its permissions forbid it' : code;
    throw new UserError(`The baseline ${name} cannot be read: ${why}.`, {
      hint: 'Name the file that `--update-baseline` wrote, or is to write.',
    });
  }
}

function noBaseline(name: string, { update }: BaselineCommands): UserError {
  return new UserError(`There is no baseline ${name}.`, { hint: `Write it with \`${update}\`.` });
}

/** The parts of a request that decide what is judged. */
type Judging = Pick<AnalysisRequest, 'repository' | 'scans' | 'severities'>;

/** What a baseline is matched by. */
function matching({ repository, scans, severities = {} }: Judging) {
  return {
    /** Whether a rule, or one of its problems, was selected. */
    ran: (rule: string): boolean => isOn(rule, scans) && !(Object.hasOwn(severities, rule) && severities[rule] === 'off'),
    isGone: (contract: string): boolean => !existsSync(join(repository, fileOfContract(contract))),
  };
}

/**
 * Selects the findings to report.
 *
 * @throws UserError when the changes are unknown
 */
export async function selectionOf(
  analysis: Analysis,
  request: AnalysisRequest,
  { baseline, changedSince: revision, notices = [] }: SelectionSettings,
): Promise<Selection> {
  const match = baseline && matchBaseline(analysis, matching(request), baseline.own, baseline.trusted);
  const changed = revision === undefined ? undefined : await changedScope(analysis, request, revision);
  const choices = analysis.violations.map((violation, index): Choice => {
    // Changes do not decide about a running service or an engine.
    if (isOfValidation(violation.check)) return 'reported';
    if (match?.isKnown[index] === true) return 'known';
    return changed === undefined || changed.holds(violation) ? 'reported' : 'outside';
  });
  return {
    choices,
    ...(baseline === undefined || match === undefined
      ? {}
      : {
          baseline: {
            file: baseline.name,
            commands: baseline.commands,
            resolved: match.resolved,
            strict: baseline.strict,
          },
        }),
    ...(changed === undefined ? {} : { since: changed.commit.slice(0, 12), covers: changed.covers }),
    notices: [...notices, ...(match === undefined || baseline === undefined ? [] : refusal(match, baseline))],
  };
}

function refusal({ refused }: BaselineMatch, { name }: Baseline): readonly string[] {
  if (refused === 0) return [];
  return [`Tallystick ignores ${refused} entries of ${name} in this change because the base revision does not list them.`];
}

/**
 * The revision for `scan_scope_mode: changed`: the given one, else the branch that the clone began at. `undefined`: none, or
 * no commit since (a run of that branch itself), because compared with its own commit a run could report nothing.
 */
export async function scopeBase(repository: string, given: string | undefined): Promise<string | undefined> {
  if (given !== undefined) return given;
  const place = gitPlace(repository);
  const [branch, head] = place === undefined ? [] : [await commitOf(place, 'origin/HEAD'), await commitOf(place, 'HEAD')];
  if (place === undefined || branch?.ok !== true || head?.ok !== true) return undefined;
  const ancestor = await mergeBase(place, branch.value.sha, head.value.sha);
  return ancestor.ok && ancestor.value === head.value.sha ? undefined : 'origin/HEAD';
}

export interface Written {
  readonly baseline: Baseline;
  /** Its former entries. */
  readonly before: readonly BaselineEntry[];
  /** Entries that could not be compared. */
  readonly unseen: number;
}

/**
 * Writes the baseline that makes all findings of an analysis known. Returns `undefined` for an incomplete run, which would
 * lose entries.
 *
 * @throws UserError when the file cannot be written
 */
export function updateBaseline(analysis: Analysis, request: Judging, baseline: Baseline): Written | undefined {
  if (incompleteness(analysis).length > 0) return undefined;
  const match = matching(request);
  const { open } = matchBaseline(analysis, match, baseline.own);
  const unchecked = open.filter(({ contract }) => !match.isGone(contract));
  const own = baselineOf(analysis.violations, unchecked);
  writeWhole(baseline.file, printBaseline(own));
  return { baseline: { ...baseline, own, trusted: undefined }, before: baseline.own, unseen: unchecked.length };
}

/** Limit of listed entries, added or removed. */
const MOST_NAMED = 5;

/** Describes an update: added and removed entries. */
export function updateLines({ baseline: { name, own }, before, unseen }: Written): readonly string[] {
  const [added, removed] = [entriesAdded(before, own), entriesAdded(own, before)];
  const changed = `${listedCount(added)} added, ${listedCount(removed)} removed`;
  const unchecked = `${unseen === 1 ? '1 entry' : `${unseen} entries`} could not be checked and ${unseen === 1 ? 'stays' : 'stay'}.`;
  return [
    `${name} lists ${counted(listedCount(own), 'finding')}: ${changed}.`,
    ...namedLines('+', added),
    ...namedLines('-', removed),
    ...(unseen === 0 ? [] : [`  ${unchecked}`]),
  ];
}

function namedLines(sign: string, entries: readonly BaselineEntry[]): readonly string[] {
  const rest = listedCount(entries.slice(MOST_NAMED));
  const named = entries.slice(0, MOST_NAMED).map(({ count = 1, ...entry }) => {
    return `  ${sign} ${entryText(entry)}${count > 1 ? `, ${count} times` : ''}`;
  });
  return rest === 0 ? named : [...named, `  ${sign} and ${rest} more`];
}
