import type { Gap } from '../model/gap.js';
import type { Location } from '../model/location.js';
import type { Validation } from '../model/validation.js';
import type { Change } from '../rules/change.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import type { Report, ReportOptions } from './report.js';
import { pathStart } from './route-text.js';

/** Version of the JSON report; raised when a field is removed or changes its meaning. */
export const REPORT_FORMAT = 1;

/** The JSON report as plain data; its schema is published as `schema/report.schema.json`. */
function reportData(analysis: Analysis, { change, unanswered }: Pick<ReportOptions, 'change' | 'unanswered'>) {
  return {
    formatVersion: REPORT_FORMAT,
    tool: { name: analysis.tool.name, version: analysis.tool.version },
    summary: analysis.summary,
    contracts: analysis.contracts,
    matrix: analysis.matrix,
    violations: analysis.violations.map(violationData),
    routes: analysis.routes.map((route) => ({
      method: route.method,
      path: route.path,
      ...(pathStart(route) === 'known' ? {} : { pathStart: pathStart(route) }),
      framework: route.by,
      file: route.at.file,
      line: route.at.line,
      documented: route.documented,
    })),
    gaps: analysis.gaps.map(gapData),
    ...(analysis.ignored === undefined ? {} : { ignored: analysis.ignored.map(ignoredData) }),
    ...(analysis.baseline === undefined ? {} : { baseline: baselineData(analysis.baseline) }),
    ...(analysis.minDecided === undefined ? {} : { minDecided: analysis.minDecided }),
    ...(analysis.scope === undefined ? {} : { scope: analysis.scope }),
    ...(analysis.notices === undefined ? {} : { notices: analysis.notices }),
    ...(analysis.validation === undefined ? {} : { validation: validationData(analysis.validation) }),
    ...(change === undefined ? {} : { change: changeData(change) }),
    ...(unanswered === undefined ? {} : { unanswered }),
    crashes: analysis.crashes,
    stats: analysis.stats,
  };
}

/** Everything, for machines. */
export const json: Report = {
  format: 'json',
  title: 'Everything, for machines; its schema is `schema/report.schema.json`.',
  render: (analysis, options) => `${JSON.stringify(reportData(analysis, options), null, 2)}\n`,
};

function violationData(violation: Violation) {
  return { ...violation, promisedAt: placeData(violation.promisedAt) };
}

/** Refers to findings of the head by their fingerprints: the violations contain them, unless those are filtered. */
function changeData({ added: _, remaining, surfaced, fixed, unseen, ...rest }: Change) {
  const { lost, breaking, dropped, moved, unproven, uncompared } = rest;
  const expectationData = <Part extends { readonly at: Location }>(part: Part) => ({ ...part, at: placeData(part.at) });
  return {
    remaining: remaining.map(({ fingerprint, severity }) => ({ fingerprint, severity })),
    surfaced: surfaced.map(({ fingerprint, severity }) => ({ fingerprint, severity })),
    fixed: fixed.map(violationData),
    unseen: unseen.map(violationData),
    lost: lost.map(expectationData),
    breaking: breaking.map(expectationData),
    dropped,
    moved,
    unproven: unproven.map(expectationData),
    uncompared: uncompared.map(expectationData),
  };
}

function placeData({ file, line }: Location) {
  return { file, line };
}

function baselineData({ file, known, resolved, strict }: NonNullable<Analysis['baseline']>) {
  return { file, known: known.map(violationData), paid: resolved, ...(strict === true ? { strict } : {}) };
}

function ignoredData({ violation, reason, suppressedAt }: NonNullable<Analysis['ignored']>[number]) {
  return { reason, ...(suppressedAt === undefined ? {} : { suppressed_at: suppressedAt }), violation: violationData(violation) };
}

/** What validation adds; its schema, in `schemas`, is heavy to load. */
function validationData({ implementation, live, ...rest }: Validation) {
  return {
    ...rest,
    implementation: implementation.map((state) => ({ ...state, at: placeData(state.at) })),
    ...(live === undefined
      ? {}
      : { live: { ...live, endpoints: live.endpoints.map((test) => ({ ...test, at: placeData(test.at) })) } }),
  };
}

function gapData({ reason, detail, at }: Gap) {
  return { reason, detail, file: at.file, line: at.line };
}
