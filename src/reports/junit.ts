import { groupBy } from '../model/multi-map.js';
import { subjectKey } from '../model/subject-key.js';
import type { Analysis, MatrixRow } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import { markupText, shorten } from './escape.js';
import { type Case, caseOfFindings, findingLine, type Suite } from './junit-cases.js';
import { validationSuites } from './junit-validation.js';
import type { Report } from './report.js';
import { incompleteness } from './verdict.js';

/** CI servers show all text of a test, so a body with a thousand fields is truncated. */
const MOST_LISTED = 200;
const LONGEST_TEXT = 1_000;

/**
 * JUnit XML in the form that Jenkins, GitLab and Azure Pipelines read: a suite for each contract, a test for each subject.
 * Violated and missing subjects fail, unverified ones are skipped with their reason, and each reason for an incomplete run is an
 * error. Validation adds its own suites: the documents, and a test for each endpoint of a running service. A subject whose
 * findings are not reported (the baseline covers them, or they lie outside the change) is skipped with a note.
 */
export const junit: Report = {
  format: 'junit',
  title: 'JUnit XML, for CI servers: a test for every contract operation, and for every endpoint of a running service.',
  render: (analysis) => {
    const suites = [
      ...contractSuites(analysis),
      ...validationSuites(analysis),
      ...resolvedSuite(analysis),
      ...incompleteSuite(analysis),
    ];
    const all = suites.flatMap(({ cases }) => cases);
    const lines = suites.flatMap(suiteLines);
    const head = `<testsuites name="Tallystick" ${counts(all)} time="${seconds(analysis)}">`;
    return `${['<?xml version="1.0" encoding="UTF-8"?>', head, ...lines, '</testsuites>'].join('\n')}\n`;
  },
};

function contractSuites(analysis: Analysis): readonly Suite[] {
  // Findings of validation are no verdict on the code: they have their own suites.
  const reported = analysis.violations.filter(({ check }) => !check.startsWith('VALIDATE-'));
  const findings = groupBy(reported, subjectKey);
  const known = groupBy(analysis.baseline?.known ?? [], subjectKey);
  const isPart = analysis.scope !== undefined;
  return analysis.contracts.map(({ id, title, version }) => {
    const rows = analysis.matrix.filter((row) => row.contract === id);
    const own = new Set(rows.map(subjectKey));
    // Findings about a whole contract have no row.
    const whole = reported.filter((violation) => violation.contract === id && !own.has(subjectKey(violation)));
    const cases = [
      ...rows.map((row) => withKnown(caseOf(row, findings.get(subjectKey(row)) ?? []), known.get(subjectKey(row)) ?? [], isPart)),
      ...(whole.length === 0 ? [] : [caseOfFindings({ name: 'the contract as a whole', file: id }, whole)]),
    ];
    return { name: `${title} ${version}`.trim() || id, contract: id, cases };
  });
}

/** A subject's test with the findings that the baseline covers, each marked. */
function withKnown(test: Case, known: readonly Violation[], isPart: boolean): Case {
  const output = [...test.output, ...known.map((violation) => `in the baseline: ${findingLine(violation)}`)];
  const isReported = test.outcome !== 'failure' || test.details.length > 0;
  if (isReported || (known.length === 0 && !isPart)) return { ...test, output };
  const why = known.length > 0 ? `${test.kind}, listed in the baseline` : `${test.kind} outside the change`;
  return { ...test, outcome: 'skipped', message: why, output };
}

/** Resolved entries that are still in the baseline fail if the baseline is strict, else they are skipped. */
function resolvedSuite({ baseline }: Analysis): readonly Suite[] {
  if (baseline === undefined || baseline.resolved.length === 0) return [];
  const cases = baseline.resolved.map(({ check, problem, subject, field, contract }): Case => {
    const message = `${contract}: this is resolved, and still listed in ${baseline.file}.`;
    const name = `${check}/${problem} ${subject}${field === undefined ? '' : ` ${field}`}`;
    const outcome = baseline.strict === true ? 'failure' : 'skipped';
    return { name, file: baseline.file, line: 1, outcome, kind: 'resolved', message, details: [message], output: [] };
  });
  return [{ name: 'Baseline', contract: 'tallystick', cases }];
}

function caseOf(row: MatrixRow, violations: readonly Violation[]): Case {
  const { subject, status, byRoute, note } = row;
  const errors = violations.filter(({ severity }) => severity === 'error');
  const others = violations.filter(({ severity }) => severity !== 'error');
  const notes = [...(byRoute === true ? ['verified by route alone'] : []), ...(note === undefined ? [] : [note])];
  const place = row.codeAt ?? row.promisedAt;
  const output = others.map(findingLine);
  const base = { name: subject, file: place.file, line: place.line, kind: status };
  switch (status) {
    case 'verified':
      return { ...base, outcome: 'passed', message: '', details: [], output: [...notes, ...output] };
    case 'unverified':
      return { ...base, outcome: 'skipped', message: note ?? 'could not be fully compared', details: [], output };
    case 'violated':
    case 'missing':
      return {
        ...base,
        outcome: 'failure',
        kind: errors[0]?.check ?? status,
        message: errors.length === 1 ? (errors[0]?.message ?? status) : `${status}: ${errors.length} errors`,
        details: errors.map(findingLine),
        output: [...notes, ...output],
      };
  }
}

/** Each reason for an incomplete run as an error: such a run must not look green anywhere. */
function incompleteSuite(analysis: Analysis): readonly Suite[] {
  const reasons = incompleteness(analysis);
  if (reasons.length === 0) return [];
  const cases = reasons.map(
    (reason): Case => ({
      name: shorten(reason, LONGEST_TEXT),
      file: '',
      line: 0,
      outcome: 'error',
      kind: 'incomplete',
      message: reason,
      details: [reason],
      output: [],
    }),
  );
  return [{ name: 'Completeness of the run', contract: 'tallystick', cases }];
}

function suiteLines({ name, contract, cases }: Suite): readonly string[] {
  const head = `  <testsuite ${attribute('name', name)} ${counts(cases)}>`;
  return [head, ...cases.flatMap((test) => caseLines(test, contract)), '  </testsuite>'];
}

function caseLines(test: Case, contract: string): readonly string[] {
  const place = test.file === '' ? '' : ` ${attribute('file', test.file)} line="${test.line}"`;
  const head = `    <testcase ${attribute('name', test.name)} ${attribute('classname', contract)}${place}`;
  const inner = [...outcomeLines(test), ...outputLines(test)];
  return inner.length === 0 ? [`${head}/>`] : [`${head}>`, ...inner, '    </testcase>'];
}

function outcomeLines({ outcome, message, kind, details }: Case): readonly string[] {
  if (outcome === 'passed') return [];
  if (outcome === 'skipped') return [`      <skipped ${attribute('message', message)}/>`];
  return [`      <${outcome} ${attribute('message', message)} ${attribute('type', kind)}>${listed(details)}</${outcome}>`];
}

function outputLines({ output }: Case): readonly string[] {
  return output.length === 0 ? [] : [`      <system-out>${listed(output)}</system-out>`];
}

function listed(lines: readonly string[]): string {
  const rest = lines.length - MOST_LISTED;
  const shown = lines.slice(0, MOST_LISTED).map((line) => markupText(shorten(line, LONGEST_TEXT)));
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}

function attribute(name: string, value: string): string {
  return `${name}="${markupText(shorten(value, LONGEST_TEXT))}"`;
}

function counts(cases: readonly Case[]): string {
  const number = (outcome: Case['outcome']): number => cases.filter((test) => test.outcome === outcome).length;
  return `tests="${cases.length}" failures="${number('failure')}" errors="${number('error')}" skipped="${number('skipped')}"`;
}

function seconds({ stats }: Analysis): string {
  return (stats.millis / 1000).toFixed(3);
}
