import type { ContractChange, VersionDiff } from '../../diff/change.js';
import type { DiffSeverity } from '../../diff/rule.js';
import { counted } from '../verdict.js';

export const DIFF_SEVERITIES: readonly DiffSeverity[] = ['error', 'warning', 'note'];

/** The changes of all contracts. */
export function allChanges({ diffs }: VersionDiff): readonly ContractChange[] {
  return diffs.flatMap(({ changes }) => changes);
}

/** Counts of a comparison, as the JSON report has them. */
export function diffSummary(diff: VersionDiff) {
  const changes = allChanges(diff);
  const found = (severity: DiffSeverity): number => changes.filter((change) => change.severity === severity).length;
  return {
    contracts: diff.diffs.length,
    subjects: diff.diffs.reduce((sum, { subjects }) => sum + subjects, 0),
    errors: found('error'),
    warnings: found('warning'),
    notes: found('note'),
    undecided: diff.diffs.reduce((sum, { undecided }) => sum + undecided.length, 0),
  };
}

/** Why a comparison proves nothing: neither version describes any subject. One sentence each. */
export function emptiness({ diffs }: VersionDiff): readonly string[] {
  return diffs
    .filter(({ subjects, changes }) => subjects === 0 && changes.length === 0)
    .map(({ contract }) => `Neither version of ${contract} has an operation, event or model.`);
}

/** The outcome in one sentence. */
export function diffVerdict(diff: VersionDiff): { readonly mood: 'good' | 'bad' | 'open'; readonly sentence: string } {
  const { errors, warnings, notes, undecided } = diffSummary(diff);
  const open = undecided > 0 ? `; ${counted(undecided, 'place')} could not be compared` : '';
  if (errors > 0) {
    const doubtful = warnings > 0 ? `, ${warnings} more that may break` : '';
    return {
      mood: 'bad',
      sentence: `Breaking: ${counted(errors, 'change')} that ${errors === 1 ? 'breaks' : 'break'} consumers of the base${doubtful}${open}.`,
    };
  }
  if (warnings > 0) return { mood: 'open', sentence: `${counted(warnings, 'change')} may break consumers of the base${open}.` };
  if (undecided > 0) return { mood: 'open', sentence: `Nothing that breaks was found${open}.` };
  if (emptiness(diff).length > 0) return { mood: 'open', sentence: 'This comparison proves nothing.' };
  const what = notes === 0 ? 'nothing changed in payloads or calls' : `${counted(notes, 'change')}, all compatible`;
  return { mood: 'good', sentence: `Compatible: ${what}.` };
}

/** The changes that are listed, and the number of the others. */
export function listedChanges(diff: VersionDiff, show: DiffSeverity, most: number) {
  const mildest = DIFF_SEVERITIES.indexOf(show);
  const all = allChanges(diff);
  const requested = all.filter(({ severity }) => DIFF_SEVERITIES.indexOf(severity) <= mildest);
  const listed = new Set(requested.slice(0, most));
  return { listed, milder: all.length - requested.length, cut: requested.length - listed.size };
}
