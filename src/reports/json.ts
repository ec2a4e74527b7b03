import type { Gap } from '../model/gap.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import type { Report } from './report.js';
import { pathStart } from './route-text.js';
import { validationData } from './validation-schema.js';

/** Version of the JSON report's form; raised when a field changes its meaning or goes away. */
export const REPORT_FORMAT = 1;

/** The JSON report as plain data; its schema is published as `schema/report.schema.json`. */
function reportData(analysis: Analysis) {
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
    crashes: analysis.crashes,
    stats: analysis.stats,
  };
}

/** Everything, for machines. */
export const json: Report = {
  format: 'json',
  title: 'Everything, for machines; its schema is `schema/report.schema.json`.',
  render: (analysis) => `${JSON.stringify(reportData(analysis), null, 2)}\n`,
};

function violationData(violation: Violation) {
  const { promisedAt } = violation;
  return { ...violation, promisedAt: { file: promisedAt.file, line: promisedAt.line } };
}

function baselineData({ file, known, resolved, strict }: NonNullable<Analysis['baseline']>) {
  return { file, known: known.map(violationData), paid: resolved, ...(strict === true ? { strict } : {}) };
}

function ignoredData({ violation, reason }: NonNullable<Analysis['ignored']>[number]) {
  return { reason, violation: violationData(violation) };
}

function gapData({ reason, detail, at }: Gap) {
  return { reason, detail, file: at.file, line: at.line };
}
