import type { Gap } from '../model/gap.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import { plain, shorten } from './escape.js';
import { suppressedNotices } from './notices.js';
import type { Report, ReportOptions, RulePage } from './report.js';
import { LONGEST_TEXT, MOST_RESULTS, mapTexts, notice, physical, SARIF_SCHEMA, unlinked } from './sarif-parts.js';
import { counted, incompleteness } from './verdict.js';

/** GitHub accepts at most 1,000 locations per result and shows 100. */
const MOST_RELATED = 99;
/** Notifications are for readers of the file; further gaps are counted. */
const MOST_GAPS = 1_000;

/**
 * SARIF 2.1.0 with errata 01 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), as far as GitHub's code scanning reads it
 * (https://docs.github.com/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning): the place
 * to fix as location, the contract's line as related location, fingerprints that survive moved lines. Of more than 25,000
 * findings it contains the most severe, and a notification says so.
 */
export const sarif: Report = {
  format: 'sarif',
  title: 'SARIF 2.1.0, for code scanning.',
  uses: ['rules'],
  render: (analysis, options) => `${JSON.stringify(sarifLog(analysis, options), null, 1)}\n`,
};

function sarifLog(analysis: Analysis, { rules = [], category }: ReportOptions) {
  const { tool, baseline } = analysis;
  // Without findings that the baseline covers, code scanning would treat them as fixed.
  const violations = [...analysis.violations, ...(baseline?.known ?? [])];
  const known = new Set(baseline?.known);
  const pages = allPages(rules, violations);
  const shown = violations.slice(0, MOST_RESULTS);
  const seen = new Map<string, number>();
  return {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Tallystick', version: tool.version, semanticVersion: tool.version, rules: pages.map(ruleData) },
        },
        ...(category === undefined ? {} : { automationDetails: { id: `tallystick/${plain(category)}/` } }),
        invocations: [
          {
            executionSuccessful: incompleteness(analysis).length === 0,
            toolExecutionNotifications: notifications(analysis, violations.length - shown.length),
          },
        ],
        ...propertiesOf(analysis),
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        results: shown.map((violation) => {
          const nth = (seen.get(violation.fingerprint) ?? 0) + 1;
          seen.set(violation.fingerprint, nth);
          const state = baseline === undefined ? {} : { baselineState: known.has(violation) ? 'unchanged' : 'new' };
          return { ...result(violation, ruleIndex(pages, violation), nth), ...state };
        }),
      },
    ],
  };
}

/** The given pages, and a minimal one for each other rule with findings: each result needs its rule. */
function allPages(rules: readonly RulePage[], violations: readonly Violation[]): readonly RulePage[] {
  const known = new Set(rules.map(({ id }) => id));
  const others = [...new Set(violations.map(({ check }) => check))].filter((id) => !known.has(id)).sort();
  return [...rules, ...others.map((id) => ({ id, title: id, page: '' }))];
}

function ruleIndex(pages: readonly RulePage[], { check }: Violation): number {
  return pages.findIndex(({ id }) => id === check);
}

function ruleData({ id, title, page }: RulePage) {
  const expectation = /^\*\*Expected:\*\* (.+?)(?:\n\n|$)/ms.exec(page)?.[1]?.replaceAll('\n', ' ') ?? title;
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: expectation },
    ...(page === '' ? {} : { help: { text: page, markdown: page } }),
    defaultConfiguration: { level: 'error' },
    properties: { tags: ['api', 'contract'], precision: 'high', 'problem.severity': 'error' },
  };
}

function result(violation: Violation, rule: number, nth: number) {
  const { check, severity, file_path, line, promisedAt, fingerprint, contract, subject, status, field, problem, cause } =
    violation;
  const apart = promisedAt.file !== file_path || promisedAt.line !== line;
  const related = [
    ...(apart ? [{ ...promisedAt, message: 'What the contract expects.' }] : []),
    ...violation.related.slice(0, MOST_RELATED),
  ];
  const { promised: expected, actual } = violation;
  return {
    ruleId: check,
    ruleIndex: rule,
    level: severity,
    message: { text: messageOf(violation, apart) },
    locations: [{ physicalLocation: physical({ file: file_path, line }) }],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((place, index) => ({
            id: index + 1,
            physicalLocation: physical(place),
            message: { text: unlinked(place.message) },
          })),
        }),
    partialFingerprints: {
      // GitHub identifies alerts by this property; without it, it would use the text of the line.
      primaryLocationLineHash: `${fingerprint}:${nth}`,
      'tallystickFingerprint/v1': fingerprint,
    },
    properties: mapTexts({ contract, subject, status, field, problem, promised: expected, actual, cause }),
  };
}

/** The finding in words; `[...](1)` links to the first related location, the contract's line. */
function messageOf({ message, suggestion, promisedAt }: Violation, linked: boolean): string {
  const fix = suggestion === undefined ? '' : ` ${unlinked(suggestion)}`;
  const place = `${promisedAt.file}:${promisedAt.line}`.replaceAll(/[\\[\]]/g, '\\$&');
  return `${unlinked(message)}${fix}${linked ? ` Expected by [${shorten(plain(place), LONGEST_TEXT)}](1).` : ''}`;
}

/** The summary for a running service as properties: code scanning would show even a result that is no finding as an alert. */
function propertiesOf({ validation }: Analysis) {
  if (validation === undefined) return {};
  const { verified_contract_ids: _verified, violated_contract_ids: _violated, ...contractReport } = validation.contracts;
  if (validation.live === undefined) return { properties: { contractReport } };
  const { untested_contracts: _untested, ...endpointTestReport } = validation.live.report;
  return { properties: { contractReport, endpointTestReport } };
}

function notifications(analysis: Analysis, cut: number) {
  const { gaps, validation } = analysis;
  const untested = (validation?.live?.endpoints ?? []).filter(({ outcome }) => outcome === 'untested');
  const hidden = gaps.length - MOST_GAPS;
  return [
    ...incompleteness(analysis).map((reason) => notice('error', reason)),
    ...(cut > 0
      ? [notice('warning', `${counted(cut, 'finding')} more: a run carries at most ${MOST_RESULTS}, the worst ones.`)]
      : []),
    ...(validation?.unanswered ?? []).map((why) => notice('warning', why)),
    ...untested.slice(0, MOST_GAPS).map(({ subject, why = 'not tested', at }) => ({
      ...notice('note', `${subject} of the running service: ${why}.`),
      ...placesOf({ at }),
    })),
    ...suppressedNotices(analysis.ignored ?? []).map((text) => notice('note', text)),
    ...gaps.slice(0, MOST_GAPS).map((gap) => ({ ...notice('note', gap.detail), ...placesOf(gap) })),
    ...(hidden > 0 ? [notice('note', `${counted(hidden, 'more place')} not analysed.`)] : []),
  ];
}

function placesOf({ at }: Pick<Gap, 'at'>) {
  return { locations: [{ physicalLocation: physical(at) }] };
}
