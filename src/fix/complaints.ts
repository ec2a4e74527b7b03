import type { Contract } from '../contracts/contract.js';
import { gapsBehind } from '../contracts/schema/brief-gaps.js';
import type { Definitions } from '../model/shape.js';
import { fingerprint } from '../rules/fingerprint.js';
import { type Analysis, SEVERITIES } from '../rules/judge.js';
import type { Pairing, Severity, Violation } from '../rules/rule.js';
import { withoutBrackets } from './sent.js';

/** The result of comparing the code with contracts. */
export interface Judgement {
  readonly analysis: Analysis;
  readonly contracts: readonly Contract[];
  readonly pairings: readonly Pairing[];
  readonly types: Definitions;
  readonly basePaths: ReadonlyMap<string, string | null>;
}

/** A change on trial. */
export interface Tried {
  /** The findings that it should remove. */
  readonly findings: readonly Violation[];
  /** The operations that it may affect, by {@link subjectKey}. */
  readonly touched: ReadonlySet<string>;
}

/** Something that a change made worse, or did not improve. */
export interface Complaint<Of extends Tried> {
  readonly why: string;
  /** The subject that it is about; absent: unknown. */
  readonly about?: string;
  /** The last name of the field that it is about. */
  readonly name?: string;
  /** The only change that can be the reason. */
  readonly of?: Of;
}

/** The key of a subject among those of all contracts. */
export const subjectKey = ({ contract, subject }: { readonly contract: string; readonly subject: string }): string =>
  `${contract} ${subject}`;

const rank = (severity: Severity): number => SEVERITIES.length - SEVERITIES.indexOf(severity);

/** The greatest severity of each finding, and how often it occurs. */
function counted(
  violations: readonly Violation[],
  nameOf: (violation: Violation) => string,
): ReadonlyMap<string, { readonly grave: number; readonly count: number }> {
  const counts = new Map<string, { grave: number; count: number }>();
  for (const violation of violations) {
    const name = nameOf(violation);
    const known = counts.get(name) ?? { grave: 0, count: 0 };
    counts.set(name, { grave: Math.max(known.grave, rank(violation.severity)), count: known.count + 1 });
  }
  return counts;
}

/** A finding stays the same if its response gets another status. */
const withoutStatus = ({ status: _status, ...violation }: Violation): string => fingerprint(violation);

/** The last name of a field's path. */
const lastName = (field = ''): string => {
  const name = withoutBrackets(field);
  return name.slice(name.lastIndexOf('.') + 1);
};

/**
 * What changes made worse: new findings, more severe ones, operations that are not verified any more.
 *
 * @param isJudged whether a subject was judged again
 */
export function worsened(before: Analysis, after: Analysis, isJudged = (_key: string) => true): readonly Complaint<never>[] {
  const known = counted(before.violations, withoutStatus);
  const seen = new Map<string, number>();
  const compared = new Set(before.matrix.filter((row) => row.compared > 0).map(subjectKey));
  const news = after.violations.filter((one) => {
    const name = withoutStatus(one);
    const old = known.get(name);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    // A body that could not be compared before may have more fields than the contract mentions.
    if (one.severity === 'note' && !compared.has(subjectKey(one))) return false;
    // The contract may have one more response with a body that has more fields.
    const isMore = one.severity !== 'note' && count > (old?.count ?? 0);
    return old === undefined || isMore || rank(one.severity) > old.grave;
  });
  const statuses = new Map(after.matrix.map((row) => [subjectKey(row), row.status]));
  const lost = before.matrix.filter((row) => {
    const key = subjectKey(row);
    return row.status === 'verified' && isJudged(key) && statuses.get(key) !== 'verified';
  });
  return [
    ...news.map((one) => ({
      why: `it would make a new finding: ${one.subject}: ${one.message.replace(/\.$/, '')}`,
      about: subjectKey(one),
      name: lastName(one.field),
    })),
    ...lost.map((row) => ({ why: `${row.subject} would not be verified any more`, about: subjectKey(row) })),
  ];
}

/** Parts of contracts that cannot be analysed any more. */
export function brokenParts(before: Judgement, after: Judgement): readonly Complaint<never>[] {
  if (after.contracts.length < before.contracts.length) return [{ why: 'nothing would be left of a contract' }];
  const gaps = (contracts: readonly Contract[]): number =>
    contracts.flatMap((contract) => contract.gaps).reduce((sum, gap) => sum + gapsBehind(gap), 0);
  const broken = (contracts: readonly Contract[]): readonly string[] =>
    contracts.flatMap(({ id, operations }) =>
      operations.flatMap((one) => (one.broken === undefined ? [] : [subjectKey({ contract: id, subject: one.subject })])),
    );
  const why = 'a part of the contract would not be understood any more';
  const old = new Set(broken(before.contracts));
  const news = broken(after.contracts).filter((key) => !old.has(key));
  if (news.length > 0) return news.map((about) => ({ why, about }));
  return gaps(after.contracts) > gaps(before.contracts) ? [{ why }] : [];
}

/** Changes that leave all of their findings unchanged. */
export function unmoved<Of extends Tried>(group: readonly Of[], after: Analysis): readonly Complaint<Of>[] {
  const left = counted(after.violations, ({ fingerprint: name }) => name);
  return group
    .filter(
      ({ findings }) =>
        findings.length > 0 &&
        findings.every(({ fingerprint: name, severity }) => (left.get(name)?.grave ?? -1) >= rank(severity)),
    )
    .map((of) => ({ why: 'the finding would stay', of }));
}

/** Whether a complaint is about a subject that one of the changes touches: otherwise any of them may be the reason, or none. */
export const isNear = <Of extends Tried>({ of, about }: Complaint<Of>, group: readonly Of[]): boolean =>
  of !== undefined || (about !== undefined && group.some(({ touched }) => touched.has(about)));

/** The changes that may be the reason of a complaint: never an empty list. */
export function suspects<Of extends Tried>({ of, about, name }: Complaint<Of>, group: readonly Of[]): readonly Of[] {
  if (of !== undefined) return [of];
  const near = about === undefined ? [] : group.filter(({ touched }) => touched.has(about));
  const possible = near.length > 0 ? near : group;
  const named = possible.filter(({ findings }) =>
    findings.some(
      ({ field, promised: expected, actual }) => field !== undefined && [lastName(field), expected, actual].includes(name),
    ),
  );
  if (name !== undefined && named.length > 0) return named;
  const wide = possible.filter(({ findings }) =>
    findings.some(({ field, problem }) => field === undefined || problem === 'type'),
  );
  return name !== undefined && wide.length > 0 ? wide : possible;
}

/** Separates the suspected changes from the rest; halves the group if that separates nothing. */
export function split<Of extends Tried>(group: readonly Of[], suspected: ReadonlySet<Of>): readonly (readonly Of[])[] {
  const rest = group.filter((one) => !suspected.has(one));
  const half = Math.ceil(group.length / 2);
  if (rest.length === 0 || rest.length === group.length) return [group.slice(0, half), group.slice(half)];
  return [rest, group.filter((one) => suspected.has(one))];
}
