import type { Contract } from '../contracts/contract.js';
import type { Codebase, CodeRoute } from '../facts/codebase.js';
import type { Gap } from '../model/gap.js';
import { compareTexts } from '../model/text-order.js';
import { type Health, healthOf, type Validation } from '../model/validation.js';
import { expectsJson } from './comparison/expected-bodies.js';
import { type Judgement, type Judging, judgeEndpoint, judgeEvent, judgeModel } from './judge-subject.js';
import { type JudgementMemory, remembered } from './judgement-memory.js';
import type { MatrixRow, Status } from './matrix-row.js';
import type { ForeignContract } from './pairing/foreign-contracts.js';
import type { Paired } from './pairing/pair.js';
import type { Rule, RuleContext, Severity, Violation } from './rule.js';
import { applySeverities, isSwitchedOff, type SeverityOverrides } from './severities.js';

export type { Health } from '../model/validation.js';
export type { MatrixRow, Status } from './matrix-row.js';
export type { SeverityOverrides } from './severities.js';

export interface Summary {
  readonly contracts: number;
  readonly subjects: number;
  readonly verified: number;
  /** Verified subjects of which no field was compared, because the contract describes none: only their route exists. */
  readonly verifiedByRoute: number;
  /** Verified subjects with an unresolved start of their path; absent: none. */
  readonly startUnknown?: number;
  readonly violated: number;
  readonly missing: number;
  readonly unverified: number;
  /** Routes that no contract describes. */
  readonly undocumented: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  readonly fieldsCompared: number;
  readonly fieldsUnknown: number;
  /**
   * Compared fields of which only the type was compared: the contract lists values, the code's values are unknown; absent: none.
   */
  readonly fieldsByType?: number;
  /** verified / (subjects - unverified); null when nothing was decided. */
  readonly complianceRatio: number | null;
  readonly health: Health;
}

/** An entry of a baseline: a finding that existed when a user accepted it, with a description for readers. */
export interface BaselineEntry {
  readonly fingerprint: string;
  readonly check: string;
  readonly problem: string;
  readonly contract: string;
  readonly subject: string;
  readonly status?: string | undefined;
  readonly field?: string | undefined;
  /** The entry covers a warning only; absent: any severity. */
  readonly severity?: 'warning' | undefined;
  /** How many findings share the fingerprint; absent: one. */
  readonly count?: number | undefined;
}

/** Commands that a reader can run, quoted for a shell, without a backtick. */
export interface BaselineCommands {
  /** Writes the baseline again. */
  readonly update: string;
  /** Also reports findings that the baseline covers. */
  readonly all: string;
}

/** A finding that an entry of the configuration, or a comment, removes. */
export interface Ignored {
  readonly violation: Violation;
  readonly reason: string;
  /** Where the suppression is written, if it is a comment next to the finding. */
  readonly suppressedAt?: string | undefined;
}

/** Everything that a report can use. */
export interface Analysis {
  readonly tool: { readonly name: string; readonly version: string };
  readonly summary: Summary;
  readonly matrix: readonly MatrixRow[];
  /** Most severe first, then by place. Never truncated. */
  readonly violations: readonly Violation[];
  /** All routes of the code; `documented`: a contract describes the route. */
  readonly routes: readonly (CodeRoute & { readonly documented: boolean })[];
  readonly gaps: readonly Gap[];
  /** Findings that the configuration removes from `violations`, each with the reason. */
  readonly ignored?: readonly Ignored[];
  /** Findings that the baseline covers, and entries whose finding is gone. */
  readonly baseline?: {
    readonly file: string;
    /** Absent: the findings come from a run elsewhere. */
    readonly commands?: BaselineCommands | undefined;
    readonly known: readonly Violation[];
    readonly resolved: readonly BaselineEntry[];
    /** Resolved entries fail the run. */
    readonly strict?: boolean | undefined;
  };
  /** `violations` has only findings in what was changed since a revision; `outside` counts the others. */
  readonly scope?: { readonly since: string; readonly outside: number };
  /** The least share of subjects that must be decided, from 0 to 1; absent: any. */
  readonly minDecided?: number | undefined;
  /** Notes on how the findings were selected, a sentence each. They contain untrusted text. */
  readonly notices?: readonly string[];
  /** Contracts that were found but not compared, because they seem to describe another server. */
  readonly leftOut?: readonly ForeignContract[];
  /** Internal errors (a crashed extractor or rule, a missing shard): one sentence each; any makes the run incomplete (exit 3). */
  readonly crashes: readonly string[];
  /** What validation adds to a scan; absent: only a scan ran. */
  readonly validation?: Validation;
  readonly contracts: readonly {
    readonly id: string;
    readonly title: string;
    readonly version: string;
    readonly kind: string;
    readonly basePath: string | null;
    /** How many of its operations describe a JSON body; absent: none. */
    readonly bodies?: number | undefined;
    /** The service that implements it, if there are several. */
    readonly service?: string | undefined;
  }[];
  readonly stats: { readonly files: number; readonly millis: number; readonly cacheHits: number; readonly inferred: number };
}

/** What to judge, and how. */
export interface JudgeInput {
  readonly contracts: readonly Contract[];
  readonly codebase: Codebase;
  readonly paired: Paired;
  /** The enabled rules. */
  readonly rules: readonly Rule[];
  readonly severities?: SeverityOverrides | undefined;
  /** For a process that judges the same service repeatedly. */
  readonly memory?: JudgementMemory | undefined;
}

/** The verdicts on all subjects, and their summary. */
export interface Judged {
  /** By contract and line. */
  readonly matrix: readonly MatrixRow[];
  /** Most severe first, then by place; severities as configured. */
  readonly violations: readonly Violation[];
  readonly summary: Summary;
  /** Rules that crashed, one sentence each. */
  readonly crashes: readonly string[];
}

/** The most severe first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/**
 * Runs the rules over all pairings and collects their verdicts. If a rule crashes, the result names it and its subject is
 * unverified; the rest goes on. The order of pairings and rules does not matter.
 */
export function judge(input: JudgeInput): Judged {
  const severities = input.severities ?? {};
  const rules = input.rules.filter((rule) => !isSwitchedOff(rule.id, severities));
  const context: RuleContext = {
    types: input.codebase.types,
    ...(input.codebase.packages && { packages: input.codebase.packages }),
  };
  const judging: Judging = { rules, context, severities };
  // A subject that no enabled scan covers is not part of this run.
  const asked = new Set(input.rules.map(({ about }) => about));
  const judgements = [
    ...judgeEndpoints(input, judging),
    ...(asked.has('event') ? input.paired.events.map((pairing) => judgeEvent(pairing, judging)) : []),
    ...(asked.has('model') ? input.paired.models.map((pairing) => judgeModel(pairing, judging)) : []),
  ];
  const matrix = judgements.map(({ row }) => row).sort(compareRows);
  const violations = [
    ...applySeverities([...input.paired.violations, ...undocumented(input.paired, rules)], severities),
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

function judgeEndpoints({ paired: { pairings }, memory }: JudgeInput, judging: Judging): readonly Judgement[] {
  if (memory === undefined) return pairings.map((pairing) => judgeEndpoint(pairing, judging));
  const { rules, severities, context } = judging;
  const by = JSON.stringify([rules.map(({ id }) => id), severities]);
  return remembered(memory, { by, types: context.types, pairings }, (pairing, types) =>
    judgeEndpoint(pairing, { ...judging, context: { ...context, types } }),
  );
}

/** What rules report about code that no contract describes. */
function undocumented({ undocumented: found }: Paired, rules: readonly Rule[]): readonly Violation[] {
  return rules.flatMap((rule) => (rule.undocumented === undefined ? [] : found.flatMap(rule.undocumented)));
}

/** The counts of a result; `others` are those that rows and findings do not contain. */
export function summaryOf(
  matrix: readonly MatrixRow[],
  violations: readonly Violation[],
  others: Pick<Summary, 'contracts' | 'undocumented'>,
): Summary {
  const rows = (status: Status): number => matrix.filter((row) => row.status === status).length;
  const bySeverity = new Map<Severity, number>();
  for (const { severity } of violations) bySeverity.set(severity, (bySeverity.get(severity) ?? 0) + 1);
  const found = (severity: Severity): number => bySeverity.get(severity) ?? 0;
  const [verified, violated, missing, unverified] = [rows('verified'), rows('violated'), rows('missing'), rows('unverified')];
  const decided = matrix.length - unverified;
  const startUnknown = matrix.filter(({ status, start }) => status === 'verified' && start !== undefined).length;
  const fieldsByType = matrix.reduce((sum, { byType = 0 }) => sum + byType, 0);
  return {
    ...others,
    subjects: matrix.length,
    verified,
    verifiedByRoute: matrix.filter(({ byRoute }) => byRoute === true).length,
    ...(startUnknown === 0 ? {} : { startUnknown }),
    violated,
    missing,
    unverified,
    errors: found('error'),
    warnings: found('warning'),
    notes: found('note'),
    fieldsCompared: matrix.reduce((sum, row) => sum + row.compared, 0),
    fieldsUnknown: matrix.reduce((sum, row) => sum + row.unknown, 0),
    ...(fieldsByType === 0 ? {} : { fieldsByType }),
    complianceRatio: decided === 0 ? null : verified / decided,
    health: healthOf(verified, decided - verified),
  };
}

function compareRows(a: MatrixRow, b: MatrixRow): number {
  return (
    compareTexts(a.contract, b.contract) ||
    compareTexts(a.promisedAt.file, b.promisedAt.file) ||
    a.promisedAt.line - b.promisedAt.line ||
    compareTexts(a.subject, b.subject)
  );
}

/** Most severe first, then by place. */
export function compareViolations(a: Violation, b: Violation): number {
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

/** A contract as a result names it. */
export function describeContract(contract: Contract, basePath: string | null): Analysis['contracts'][number] {
  const { id, title, version, kind, service } = contract;
  const bodies = contract.operations.filter(expectsJson).length;
  return {
    ...{ id, title, version, kind, basePath },
    ...(bodies === 0 ? {} : { bodies }),
    ...(service === undefined ? {} : { service }),
  };
}
