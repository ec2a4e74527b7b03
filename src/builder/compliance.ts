import type { Contract } from '../contracts/contract.js';
import { incompleteness } from '../reports/verdict.js';
import { contractReport } from '../rules/contract-report.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import type { BuildContractReport, StepVerdict } from './event.js';

/** Limit of findings in a build's report. */
const MOST_REPORTED = 100;

/** A scan, with the operations that plans may name by their operationId. */
export interface Compared {
  readonly analysis: Analysis;
  readonly contracts: readonly Pick<Contract, 'operations'>[];
}

/** The findings that a milestone must fix. */
export interface Accountable {
  /** Files that it wrote, relative to the repository. */
  readonly changed: ReadonlySet<string>;
  /** No later milestone could add missing operations. */
  readonly isLast: boolean;
  /** Its section of the plan. */
  readonly text: string;
  /** Fingerprints of findings from before the build. */
  readonly known: ReadonlySet<string>;
  /** Those that a comment in the code may leave out: from before the build too, since agents write comments. */
  readonly suppressible: ReadonlySet<string>;
}

/** The result for contracts (TECH-029), with findings. */
export function complianceReport(analysis: Analysis): BuildContractReport {
  const report = contractReport(analysis);
  return {
    ...report,
    verified_contract_ids: [...report.verified_contract_ids],
    violated_contract_ids: [...report.violated_contract_ids],
    violations: analysis.violations.slice(0, MOST_REPORTED).map((violation) => {
      const { check, severity, file_path, line, message, contract, subject, fingerprint } = violation;
      return { check, severity, file_path, line, message, contract, subject, fingerprint };
    }),
  };
}

/**
 * The errors that a milestone must fix: those in its files; missing operations that it names, or that no later milestone can
 * add; and for the last one all new errors.
 */
export function answeredFor(
  { analysis, contracts }: Compared,
  by: Accountable,
  plan = namesIn(by.text, contracts),
): readonly Violation[] {
  return [...analysis.violations, ...suppressedIn(analysis, by)].filter((violation) => {
    if (violation.severity !== 'error') return false;
    if (isMissing(violation)) return by.isLast || plan.has(violation.subject);
    if (by.changed.has(violation.file_path)) return true;
    return by.isLast && !by.known.has(violation.fingerprint);
  });
}

/** What comments leave out that the build did not begin with. */
function suppressedIn({ ignored = [] }: Analysis, { suppressible }: Accountable): readonly Violation[] {
  return ignored.flatMap(({ violation, suppressedAt }) => {
    if (suppressedAt === undefined || suppressible.has(violation.fingerprint)) return [];
    const message = `${violation.message} The suppression in ${suppressedAt} counts for nothing: a person has to write it.`;
    return [{ ...violation, message }];
  });
}

/**
 * The verdict of a scan for a milestone. Subjects that could not be compared become warnings; those that the milestone names,
 * and contracts of which nothing could be compared, are doubts.
 */
export function complianceVerdict(compared: Compared, by: Accountable): StepVerdict {
  const { analysis } = compared;
  const plan = namesIn(by.text, compared.contracts);
  const found = answeredFor(compared, by, plan);
  const open = analysis.matrix.filter(({ status }) => status === 'unverified').length;
  const warnings =
    open === 0 ? [] : [`${open} of ${analysis.matrix.length} promises could not be compared: nothing is known of them.`];
  const doubts = doubtsOf(analysis, by, plan);
  if (found.length === 0) return { outcome: 'passed', reasons: [], warnings, doubts };
  return { outcome: 'refused', reasons: found.map(sentenceOf), warnings };
}

function doubtsOf(analysis: Analysis, { isLast }: Accountable, plan: PlanNames): string[] {
  const named = analysis.matrix.filter(({ subject }) => plan.mayMean(subject));
  const mine = new Set(named.map(({ contract }) => contract));
  const all = new Set(analysis.matrix.map(({ contract }) => contract));
  const isMine = (contract: string): boolean => isLast || all.size === 1 || mine.has(contract);
  const unverified = named.filter(({ status }) => status === 'unverified');
  return [
    ...unverified.map(({ subject, contract }) => `${subject} of ${contract} could not be compared with code: it is not verified`),
    ...incompleteness({ ...analysis, matrix: analysis.matrix.filter(({ contract }) => isMine(contract)) }),
  ];
}

/** The operations that a section of a plan names. */
interface PlanNames {
  /** As `METHOD /path`, whatever it calls the parameters, or by their operationId. */
  readonly has: (subject: string) => boolean;
  /** Also by a path alone, or below the path of a server. */
  readonly mayMean: (subject: string) => boolean;
}

export function namesIn(text: string, contracts: Compared['contracts']): PlanNames {
  const plan = normalised(text);
  const byId = new Set(
    contracts.flatMap(({ operations }) =>
      operations.flatMap(({ name, subject }) => (name !== undefined && isIdIn(text, name) ? [subject] : [])),
    ),
  );
  const has = (subject: string): boolean => byId.has(subject) || occurs(plan, subject);
  return { has, mayMean: (subject) => has(subject) || isPathNamed(subject, plan) || isServedNamed(subject, plan) };
}

/** Whether a text holds an operationId by itself. One that may be a word of a sentence (`search`) has to be marked as code. */
function isIdIn(text: string, id: string): boolean {
  if (/^[A-Z]?[a-z]*$/.test(id)) return text.includes(`\`${id}\``) || text.includes(`operationId: ${id}`);
  for (let at = text.indexOf(id); at !== -1; at = text.indexOf(id, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 1), at), text.slice(at + id.length, at + id.length + 2)];
    if (!/[\w/.-]/.test(before) && !/^(?:[\w/-]|\.\w)/.test(after)) return true;
  }
  return false;
}

/** Whether a normalised text names an operation by its path alone, and none of that path with a method. */
function isPathNamed(subject: string, text: string): boolean {
  const path = subject.slice(subject.indexOf(' ') + 1);
  if (!path.startsWith('/') || path === '/') return false;
  return occurs(text, path) && !METHODS.some((method) => occurs(text, `${method} ${path}`));
}

/** Whether a normalised text names an operation below a path that its service is served at: `GET /api/v1/books`. */
function isServedNamed(subject: string, text: string): boolean {
  const [method = '', path = ''] = subject.split(' ');
  if (!path.startsWith('/') || path === '/') return false;
  return placesOf(text, path).some((at) => {
    let start = at;
    while (start > 0 && /[\w/{}.-]/.test(text.charAt(start - 1))) start--;
    return text.endsWith(`${method} `, start);
  });
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Whether words stand in a normalised text by themselves. */
function occurs(text: string, words: string): boolean {
  return placesOf(text, words).some((at) => !/[\w/}-]/.test(text.charAt(at - 1)));
}

/** Where words stand in a normalised text that do not go on behind; a slash at the end of a path does not count. */
function placesOf(text: string, given: string): readonly number[] {
  const words = normalised(given);
  const places: number[] = [];
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = text.slice(at + words.length, at + words.length + 2);
    if (!/^(?:[\w{}-]|\/[\w{])/.test(end)) places.push(at);
  }
  return places;
}

/** Methods in capitals with one space behind; `{id}`, `:id` and `<id>` in paths are one. */
function normalised(text: string): string {
  return withoutNames(
    text.replace(
      /\b(get|head|options|post|put|patch|delete)[ \t]{1,20}(?=\/)/gi,
      (_, method: string) => `${method.toUpperCase()} `,
    ),
  );
}

function withoutNames(text: string): string {
  return text.replace(/\/(?:\{[^{}/\s]{1,100}\}|:\w{1,100}|<[^<>/\s]{1,100}>)/g, '/{}');
}

function isMissing({ problem }: Violation): boolean {
  return problem === 'endpoint-missing' || problem === 'wrong-method' || problem === 'unpublished' || problem === 'unhandled';
}

function sentenceOf({ check, file_path, line, message }: Violation): string {
  return `${check} ${file_path}:${line} ${message}`;
}
