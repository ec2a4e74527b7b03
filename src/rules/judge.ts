import type { Contract } from '../contracts/contract.js';
import type { Codebase, CodeRoute } from '../facts/codebase.js';
import type { Gap } from '../model/gap.js';
import type { Paired } from './pair.js';
import { promisedBodies } from './promised-bodies.js';
import { noteOf, reasonsOf } from './row-note.js';
import type { Pairing, Rule, RuleContext, Severity, Verdict, Violation } from './rule.js';
import { applySeverities, isSwitchedOff, type SeverityOverrides } from './severities.js';

export type { SeverityOverrides } from './severities.js';

export type Status = 'verified' | 'violated' | 'missing' | 'unverified';

export interface MatrixRow {
  readonly contract: string;
  readonly kind: 'endpoint' | 'event' | 'model';
  readonly subject: string;
  readonly status: Status;
  readonly compared: number;
  readonly unknown: number;
  readonly promisedAt: { readonly file: string; readonly line: number };
  readonly codeAt: { readonly file: string; readonly line: number } | null;
  /** Why it is unverified, or what else a reader should know. */
  readonly note?: string;
  /** So many findings about it are ignored, as somebody decided. */
  readonly ignored?: number;
}

export type Health = 'passed' | 'partial' | 'failed' | 'unknown';

export interface Summary {
  readonly contracts: number;
  readonly subjects: number;
  readonly verified: number;
  readonly violated: number;
  readonly missing: number;
  readonly unverified: number;
  /** Routes that no contract promises. */
  readonly undocumented: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  readonly fieldsCompared: number;
  readonly fieldsUnknown: number;
  /** verified / (subjects - unverified); null when nothing was decided. */
  readonly complianceRatio: number | null;
  readonly health: Health;
}

/** All that a report sees. */
export interface Analysis {
  readonly tool: { readonly name: string; readonly version: string };
  readonly summary: Summary;
  readonly matrix: readonly MatrixRow[];
  /** Worst first, then by place. Never cut. */
  readonly violations: readonly Violation[];
  /** All routes of the code; `documented`: a contract promises it. */
  readonly routes: readonly (CodeRoute & { readonly documented: boolean })[];
  readonly gaps: readonly Gap[];
  /** Findings that the configuration takes out of `violations`, with its reason. */
  readonly ignored?: readonly { readonly violation: Violation; readonly reason: string }[];
  /** What a reader must know of how the findings were chosen, a sentence each. Untrusted words are in them. */
  readonly notices?: readonly string[];
  /** What went wrong inside (a crashed extractor or rule, a missing shard): one sentence each; any makes the run incomplete (exit 3). */
  readonly crashes: readonly string[];
  readonly contracts: readonly {
    readonly id: string;
    readonly title: string;
    readonly version: string;
    readonly kind: string;
    readonly basePath: string | null;
  }[];
  readonly stats: { readonly files: number; readonly millis: number; readonly cacheHits: number; readonly inferred: number };
}

/** What is judged, and by what. */
export interface JudgeInput {
  readonly contracts: readonly Contract[];
  readonly codebase: Codebase;
  readonly paired: Paired;
  /** Those that are switched on. */
  readonly rules: readonly Rule[];
  readonly severities?: SeverityOverrides | undefined;
}

/** The verdict on every subject, and all together. */
export interface Judged {
  /** By contract and line. */
  readonly matrix: readonly MatrixRow[];
  /** Worst first, then by place; severities as configured. */
  readonly violations: readonly Violation[];
  readonly summary: Summary;
  /** Rules that crashed, one sentence each. */
  readonly crashes: readonly string[];
}

interface Judgement {
  readonly row: MatrixRow;
  readonly violations: readonly Violation[];
  readonly crashes: readonly string[];
}

/** The rule that compares bodies: without it no promised body is verified. */
const BODY_RULE = 'CONTRACT-001';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/**
 * Runs the rules over every pairing and gathers their verdicts. A rule that crashes is named, its subject is unverified, all
 * else goes on. The order of pairings and rules does not matter.
 */
export function judge(input: JudgeInput): Judged {
  const severities = input.severities ?? {};
  const rules = input.rules.filter((rule) => !isSwitchedOff(rule.id, severities));
  const context: RuleContext = { types: input.codebase.types };
  const judgements = input.paired.pairings.map((pairing) => judgePairing(pairing, rules, context, severities));
  const matrix = judgements.map(({ row }) => row).sort(compareRows);
  const violations = [
    ...applySeverities(input.paired.violations, severities),
    ...judgements.flatMap((judgement) => judgement.violations),
  ].sort(compareViolations);
  return {
    matrix,
    violations,
    summary: summaryOf(matrix, violations, {
      contracts: input.contracts.length,
      undocumented: input.codebase.routes.filter((route) => !input.paired.documented.has(route)).length,
    }),
    crashes: judgements.flatMap(({ crashes }) => crashes).sort(),
  };
}

function judgePairing(pairing: Pairing, rules: readonly Rule[], context: RuleContext, severities: SeverityOverrides): Judgement {
  const verdicts: Verdict[] = [];
  const crashes: string[] = [];
  for (const rule of rules) {
    try {
      verdicts.push(rule.check(pairing, context));
    } catch (error) {
      const [message = ''] = String(error instanceof Error ? error.message : error).split('\n');
      crashes.push(`${rule.id} crashed on ${pairing.subject} of ${pairing.contract.id}: ${message}`);
    }
  }
  const violations = applySeverities(
    verdicts.flatMap((verdict) => verdict.violations),
    severities,
  );
  const reasons = [
    ...crashes.map(() => 'a rule crashed'),
    ...reasonsOf(verdicts.flatMap(({ unknown }) => unknown)),
    ...whyUnjudged(pairing, rules, verdicts),
  ];
  const [actual] = pairing.actuals;
  const notes = noteOf([
    ...reasons,
    ...(pairing.note === undefined ? [] : [pairing.note]),
    ...verdicts.flatMap(({ notes = [] }) => notes),
  ]);
  const row: MatrixRow = {
    contract: pairing.contract.id,
    kind: 'endpoint',
    subject: pairing.subject,
    status: statusOf(verdicts, violations, reasons),
    compared: verdicts.reduce((sum, verdict) => sum + verdict.compared, 0),
    unknown: verdicts.reduce((sum, verdict) => sum + verdict.unknown.length, 0),
    promisedAt: { file: pairing.promise.at.file, line: pairing.promise.at.line },
    codeAt: actual === undefined ? null : { file: actual.at.file, line: actual.at.line },
    ...(notes === undefined ? {} : { note: notes }),
  };
  return { row, violations, crashes };
}

/** What no rule looked at, as the rule that would is switched off: it is not verified. */
function whyUnjudged(pairing: Pairing, rules: readonly Rule[], verdicts: readonly Verdict[]): readonly string[] {
  if (verdicts.some(({ outcome }) => outcome === 'absent' || outcome === 'open')) return [];
  if (pairing.undecided !== undefined) return [pairing.undecided];
  if (pairing.actuals.length === 0) return ['no route was found, and no rule asks for one'];
  const compared = rules.some(({ id }) => id === BODY_RULE) || promisedBodies(pairing.promise).length === 0;
  return compared ? [] : [`its body was not compared: ${BODY_RULE} is switched off`];
}

function statusOf(verdicts: readonly Verdict[], violations: readonly Violation[], reasons: readonly string[]): Status {
  if (verdicts.some(({ outcome }) => outcome === 'absent')) return 'missing';
  if (violations.some(({ severity }) => severity === 'error')) return 'violated';
  const open = reasons.length > 0 || verdicts.some(({ outcome }) => outcome === 'open');
  return open ? 'unverified' : 'verified';
}

/** The counts of a result; `others` are those that rows and findings do not tell. */
export function summaryOf(
  matrix: readonly MatrixRow[],
  violations: readonly Violation[],
  others: Pick<Summary, 'contracts' | 'undocumented'>,
): Summary {
  const rows = (status: Status): number => matrix.filter((row) => row.status === status).length;
  const found = (severity: Severity): number => violations.filter((violation) => violation.severity === severity).length;
  const [verified, violated, missing, unverified] = [rows('verified'), rows('violated'), rows('missing'), rows('unverified')];
  const decided = matrix.length - unverified;
  return {
    ...others,
    subjects: matrix.length,
    verified,
    violated,
    missing,
    unverified,
    errors: found('error'),
    warnings: found('warning'),
    notes: found('note'),
    fieldsCompared: matrix.reduce((sum, row) => sum + row.compared, 0),
    fieldsUnknown: matrix.reduce((sum, row) => sum + row.unknown, 0),
    complianceRatio: decided === 0 ? null : verified / decided,
    health: healthOf(verified, decided),
  };
}

function healthOf(verified: number, decided: number): Health {
  if (decided === 0) return 'unknown';
  if (verified === decided) return 'passed';
  return (decided - verified) * 2 > decided ? 'failed' : 'partial';
}

function compareRows(a: MatrixRow, b: MatrixRow): number {
  return (
    compareTexts(a.contract, b.contract) ||
    compareTexts(a.promisedAt.file, b.promisedAt.file) ||
    a.promisedAt.line - b.promisedAt.line ||
    compareTexts(a.subject, b.subject)
  );
}

function compareViolations(a: Violation, b: Violation): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    compareTexts(a.file_path, b.file_path) ||
    a.line - b.line ||
    compareTexts(a.subject, b.subject) ||
    compareTexts(a.status ?? '', b.status ?? '') ||
    compareTexts(a.field ?? '', b.field ?? '') ||
    compareTexts(a.check, b.check) ||
    compareTexts(a.problem, b.problem) ||
    compareTexts(a.fingerprint, b.fingerprint)
  );
}

/** By code units: the order must not depend on the machine's language. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
