import { resolve } from 'node:path';
import type { VersionDiff } from '../diff/change.js';
import { knownHint } from '../model/nearest.js';
import { TOOL } from '../model/tool.js';
import { UserError } from '../model/user-error.js';
import { diffReports } from '../reports/diff/index.js';
import type { DiffReport, DiffReportOptions } from '../reports/diff/report.js';
import { diffSummary, emptiness } from '../reports/diff/verdict.js';
import { type Arguments, type Command, type Io, listOption, textOption } from './command.js';
import type { Threshold } from './exit-code.js';
import { hasColor, writeWhole } from './publish.js';
import { FAIL_OPTION, failOnOf } from './scan.js';

const FORMATS = diffReports.map(({ format }) => format);
const SEVERITIES = ['error', 'warning', 'note'] as const;
const MOST_LISTED = 100;

export const diff: Command = {
  name: 'diff',
  summary: 'Compare two versions of a contract, and report breaking changes.',
  operands: '<base> <head>',
  options: [
    {
      flags: '--contract <file>',
      description: 'The contract to compare, if revisions or folders are given.',
      repeatable: true,
      default: 'those found',
    },
    { flags: '--format <format>', description: `How the result is printed: ${FORMATS.join(', ')}.`, default: 'text' },
    { flags: '--output <format=file>', description: 'Write a report to a file as well.', repeatable: true },
    {
      flags: '--show <severity>',
      description: 'The mildest changes that text and Markdown list: error, warning or note.',
      default: 'warning',
    },
    { flags: '--max-changes <n>', description: 'Most changes that text and Markdown list.', default: String(MOST_LISTED) },
    {
      flags: '--compatibility <mode>',
      description: 'For JSON Schemas: backward (readers of the head can read data written by the base), forward, or full (both).',
      default: 'full',
    },
    FAIL_OPTION,
  ],
  examples: [
    { command: 'tallystick diff v1.yaml v2.yaml', does: 'two files' },
    { command: 'tallystick diff main HEAD', does: 'the contracts of two revisions' },
    { command: 'tallystick diff main openapi.yaml', does: 'a file now, and in a revision' },
    { command: 'tallystick diff v1.0:old.yaml HEAD:new.yaml --format markdown', does: 'a file that has moved' },
  ],
  run: runDiff,
};

async function runDiff(given: Arguments, io: Io): Promise<number> {
  const [baseName, headName, another] = given.operands;
  if (baseName === undefined || headName === undefined || another !== undefined) {
    throw new UserError('diff takes two versions of a contract.', { hint: 'For example: tallystick diff main HEAD' });
  }
  const report = reportOf(textOption(given, 'format') ?? 'text');
  const files = listOption(given, 'output').map((output) => fileReport(output, io.cwd));
  const failOn = failOnOf(textOption(given, 'failOn') ?? 'error');
  const options = { most: countOf(textOption(given, 'maxChanges')), show: severityOf(textOption(given, 'show') ?? 'warning') };

  const models = usesOf(textOption(given, 'compatibility') ?? 'full');

  const { contractsOf, versionOf } = await import('./versions.js');
  const { diffAll } = await import('../diff/diff.js');
  const { diffRules } = await import('../diff/rules.js');
  const wishes = { cwd: io.cwd, contracts: listOption(given, 'contract') };
  const [base, head] = [versionOf(baseName, io.cwd), versionOf(headName, io.cwd)];
  const before = await contractsOf(base, head, wishes);
  const after = await contractsOf(head, base, wishes);
  const tool = { name: TOOL.name, version: TOOL.version };
  const found: VersionDiff = { tool, base: baseName, head: headName, diffs: diffAll(before, after, { models }) };
  const all: DiffReportOptions = { ...options, rules: diffRules };
  for (const { report: other, file } of files) writeWhole(file, other.render(found, all));
  io.stdout.write(report.render(found, { ...all, color: hasColor(io) }));
  return exitCode(found, failOn);
}

/** 3 when both versions have no operations, else 1 for changes at or above `failOn`, else 0. */
function exitCode(found: VersionDiff, failOn: Threshold): number {
  if (emptiness(found).length > 0) return 3;
  const { errors, warnings } = diffSummary(found);
  if (failOn === 'error') return errors > 0 ? 1 : 0;
  return failOn === 'warning' && errors + warnings > 0 ? 1 : 0;
}

function reportOf(format: string): DiffReport {
  const report = diffReports.find((candidate) => candidate.format === format);
  if (report !== undefined) return report;
  throw new UserError(`diff has no format ${format}.`, { hint: knownHint(format, FORMATS) });
}

function fileReport(given: string, cwd: string): { readonly report: DiffReport; readonly file: string } {
  const at = given.indexOf('=');
  const file = given.slice(at + 1);
  if (at < 1 || file === '')
    throw new UserError(`--output ${given} is not of the form FORMAT=FILE.`, { hint: 'For example --output json=diff.json.' });
  return { report: reportOf(given.slice(0, at)), file: resolve(cwd, file) };
}

const USES = { backward: 'request', forward: 'response', full: 'both' } as const;

function usesOf(mode: string): (typeof USES)[keyof typeof USES] {
  const known = Object.entries(USES).find(([name]) => name === mode);
  if (known !== undefined) return known[1];
  throw new UserError(`--compatibility cannot be ${mode}.`, { hint: `Known: ${Object.keys(USES).join(', ')}.` });
}

function severityOf(word: string): DiffReportOptions['show'] {
  const known = SEVERITIES.find((name) => name === word);
  if (known !== undefined) return known;
  throw new UserError(`--show cannot be ${word}.`, { hint: `Known: ${SEVERITIES.join(', ')}.` });
}

function countOf(text: string | undefined): number {
  if (text === undefined) return MOST_LISTED;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UserError(`--max-changes must be a whole number from 1, not ${text}.`);
}
