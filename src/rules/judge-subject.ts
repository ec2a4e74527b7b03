import type { Location } from '../model/location.js';
import type { OpenReason } from '../model/open-reason.js';
import { isRewrite } from '../model/rewrites.js';
import { expectsJson } from './comparison/expected-bodies.js';
import { isStatusOpen, OF_ANOTHER_PATH, OTHER_MEDIA } from './comparison/sent-bodies.js';
import { byRouteOf, type MatrixRow, type Status } from './matrix-row.js';
import type { Candidate, EventPairing, ModelPairing, Pairing, Rule, RuleContext, Verdict, Violation } from './rule.js';
import { applySeverities, type SeverityOverrides } from './severities.js';

/** The verdict on one subject. */
export interface Judgement {
  readonly row: MatrixRow;
  readonly violations: readonly Violation[];
  readonly crashes: readonly string[];
}

/** The settings for judging. */
export interface Judging {
  /** The enabled rules. */
  readonly rules: readonly Rule[];
  readonly context: RuleContext;
  readonly severities: SeverityOverrides;
}

/** The rules that compare data: if one is off, no subject whose contract describes data is verified. */
const BODY_RULE = 'CONTRACT-001';
const EVENT_RULE = 'CONTRACT-003';
const MODEL_RULE = 'CONTRACT-004';

/** Judges an operation of a contract. */
export function judgeEndpoint(pairing: Pairing, judging: Judging): Judgement {
  const checks = judging.rules.flatMap((rule) => (rule.about === 'endpoint' ? [{ id: rule.id, check: rule.check }] : []));
  const compared = checks.some(({ id }) => id === BODY_RULE) || !expectsJson(pairing.expectation);
  const { broken } = pairing.expectation;
  return judgeSubject(pairing, checks, judging, {
    kind: 'endpoint',
    absent: 'no route was found, and no active rule requires one',
    ...(broken === undefined ? {} : { uncompared: `the contract is broken here: ${broken}`, isBroken: true }),
    ...(compared ? {} : { uncompared: `its body was not compared because ${BODY_RULE} is switched off` }),
    promisedAt: pairing.expectation.at,
    codeAt: pairing.actuals[0]?.at,
    doubts: {
      ...(pairing.start === undefined ? {} : { start: pairing.start }),
      ...(pairing.actuals.some((route) => isStatusOpen(pairing.expectation, route)) ? { success: 'unknown' } : {}),
      ...(pairing.actuals.length > 0 && pairing.actuals.every(({ idle }) => idle === true) ? { served: 'unknown' } : {}),
    },
  });
}

/** Judges a channel of a contract. */
export function judgeEvent(pairing: EventPairing, judging: Judging): Judgement {
  const checks = judging.rules.flatMap((rule) => (rule.about === 'event' ? [{ id: rule.id, check: rule.check }] : []));
  return judgeSubject(pairing, checks, judging, {
    kind: 'event',
    absent: 'no code was found for it, and no active rule requires any',
    ...(checks.length > 0 ? {} : { uncompared: `its payload was not compared because ${EVENT_RULE} is switched off` }),
    promisedAt: pairing.expectation.at,
    codeAt: pairing.actuals[0]?.message.at,
  });
}

/** Judges a shared model. */
export function judgeModel(pairing: ModelPairing, judging: Judging): Judgement {
  const checks = judging.rules.flatMap((rule) => (rule.about === 'model' ? [{ id: rule.id, check: rule.check }] : []));
  return judgeSubject(pairing, checks, judging, {
    kind: 'model',
    absent: 'no definition of it was found',
    ...(checks.length > 0 ? {} : { uncompared: `its definitions were not compared because ${MODEL_RULE} is switched off` }),
    promisedAt: pairing.expectation.at,
    codeAt: pairing.actuals[0]?.at,
  });
}

/** The note on a field for which the contract lists values and the code declares an open text or number. */
const BY_TYPE = "compared by type alone because the code's values are unknown";

interface Subject {
  readonly kind: MatrixRow['kind'];
  readonly promisedAt: Location;
  /** Uncertainties that remain whatever is compared. */
  readonly doubts?: Pick<MatrixRow, 'start' | 'success' | 'served'>;
  /** Undefined: there is no code. */
  readonly codeAt: Location | undefined;
  /** Why nothing is decided without code, if no rule gives a reason. */
  readonly absent: string;
  /** The contract is invalid at this place. */
  readonly isBroken?: boolean;
  /** Why nothing was compared although there is code. */
  readonly uncompared?: string;
}

interface Check<Laid> {
  readonly id: string;
  readonly check: (laid: Laid, context: RuleContext) => Verdict;
}

function judgeSubject<Laid extends Candidate>(
  laid: Laid,
  checks: readonly Check<Laid>[],
  { context, severities }: Judging,
  subject: Subject,
): Judgement {
  const verdicts: Verdict[] = [];
  const crashes: string[] = [];
  for (const { id, check } of checks) {
    try {
      verdicts.push(check(laid, context));
    } catch (error) {
      const [message = ''] = String(error instanceof Error ? error.message : error).split('\n');
      crashes.push(`${id} crashed on ${laid.subject} of ${laid.contract.id}: ${message}`);
    }
  }
  const violations = applySeverities(
    verdicts.flatMap((verdict) => verdict.violations),
    severities,
  );
  const reasons = [
    ...crashes.map(() => 'a rule crashed'),
    ...reasonsOf(verdicts.flatMap(({ unknown }) => unknown)),
    ...whyUnjudged(laid, subject, verdicts),
  ];
  const own = laid.note === undefined ? [] : [laid.note];
  const byType = verdicts.flatMap((verdict) => verdict.byType ?? []).map((field) => ({ field, why: BY_TYPE }));
  const notes = noteOf([...reasons, ...own, ...reasonsOf(byType), ...besides(verdicts, violations)]);
  const { kind, promisedAt, codeAt, doubts } = subject;
  const status = statusOf(verdicts, violations, reasons);
  const compared = verdicts.reduce((sum, verdict) => sum + verdict.compared, 0);
  const open = status === 'unverified' ? openBy(laid, subject, verdicts, context) : {};
  const row: MatrixRow = {
    contract: laid.contract.id,
    kind,
    subject: laid.subject,
    status,
    ...byRouteOf({ status, compared }),
    ...doubts,
    compared,
    ...(byType.length === 0 ? {} : { byType: byType.length }),
    unknown: verdicts.reduce((sum, verdict) => sum + verdict.unknown.length, 0),
    promisedAt: { file: promisedAt.file, line: promisedAt.line },
    codeAt: codeAt === undefined ? null : { file: codeAt.file, line: codeAt.line },
    ...(notes === undefined ? {} : { note: notes }),
    ...open,
  };
  return { row, violations, crashes };
}

/** The rules' other notes; a finding about a status makes them redundant. */
function besides(verdicts: readonly Verdict[], violations: readonly Violation[]): readonly string[] {
  return violations.some(({ problem }) => problem === 'status') ? [] : verdicts.flatMap(({ notes = [] }) => notes);
}

/** Why a subject that no rule judged is unverified: the responsible rule is off. */
function whyUnjudged({ undecided }: Candidate, subject: Subject, verdicts: readonly Verdict[]): readonly string[] {
  if (verdicts.some(({ outcome }) => outcome === 'absent' || outcome === 'open')) return [];
  if (undecided !== undefined) return [undecided];
  if (subject.codeAt === undefined) return [subject.absent];
  return subject.uncompared === undefined ? [] : [subject.uncompared];
}

/** The kind of the first reason; a type of a package comes first, because the reader can act on it. */
function openBy(
  { hiddenBy, undecided, undecidedBy }: Candidate,
  { isBroken }: Subject,
  verdicts: readonly Verdict[],
  { packages }: RuleContext,
): Pick<MatrixRow, 'reason' | 'package' | 'why'> {
  if (isBroken === true) return { reason: 'broken-contract' };
  const unknown = verdicts.flatMap((verdict) => verdict.unknown);
  const [first] = unknown;
  const [hidden] = hiddenBy;
  if (hidden !== undefined)
    return { reason: first?.reason ?? hidden.reason, ...(first === undefined ? {} : { why: first.first ?? first.why }) };
  const [named] = unknown.flatMap(({ why }) => (packages?.has(why) === true ? [why] : []));
  if (named !== undefined) return { reason: 'package-type', package: packages?.get(named) ?? '', why: named };
  if (undecided !== undefined) return { reason: undecidedBy ?? 'other-route', why: undecided };
  if (first === undefined) return {};
  return { reason: first.reason ?? reasonIn(first.why), why: first.why };
}

function reasonIn(why: string): OpenReason {
  if (why.endsWith(OTHER_MEDIA)) return 'other-media';
  if (why === OF_ANOTHER_PATH) return 'shared-handler';
  return isRewrite(why) ? 'rewritten' : 'unknown-body';
}

function statusOf(verdicts: readonly Verdict[], violations: readonly Violation[], reasons: readonly string[]): Status {
  if (verdicts.some(({ outcome }) => outcome === 'absent')) return 'missing';
  if (violations.some(({ severity }) => severity === 'error')) return 'violated';
  const open = reasons.length > 0 || verdicts.some(({ outcome }) => outcome === 'open');
  return open ? 'unverified' : 'verified';
}

/** If more fields share a reason, the note gives only their number. */
const MAX_FIELDS = 3;

/** Why fields are unknown, one text for each reason: `user.bio, user.image: its type is not declared`. */
function reasonsOf(unknown: Verdict['unknown']): readonly string[] {
  const fields = new Map<string, Set<string>>();
  for (const { field, why } of unknown) fields.set(why, (fields.get(why) ?? new Set()).add(field));
  return [...fields].map(([why, names]) => describe([...names].sort(), why)).sort();
}

function describe(names: readonly string[], why: string): string {
  if (names.every((name) => name === '')) return why;
  const shown = names.slice(0, MAX_FIELDS).map((name) => (name === '' ? 'the body' : name));
  const more = names.length > MAX_FIELDS ? ` and ${names.length - MAX_FIELDS} more` : '';
  return `${shown.join(', ')}${more}: ${why}`;
}

/** Joins texts to one note; absent if there are none. */
function noteOf(texts: readonly string[]): string | undefined {
  const distinct = [...new Set(texts)];
  return distinct.length === 0 ? undefined : distinct.join('; ');
}
