import { stringify } from 'yaml';
import { plain, shorten } from '../../reports/escape.js';
import { counted } from '../../reports/verdict.js';
import { rules } from '../../rules/index.js';
import type { Survey, SurveyedContract, SurveyedService } from './survey.js';

const LONGEST_NOTE = 100;

/**
 * A commented `.tallystick.yml` for a repository, whose names and paths are untrusted.
 *
 * @param baseline its file, if there are findings already
 */
export function configFor(survey: Survey, baseline?: string): string {
  const parts = [
    '# Settings of Tallystick. All of it is optional: delete what you do not need. docs/reference/configuration.md of Tallystick lists every option.',
    survey.services.length > 0 ? servicesPart(survey.services) : contractsPart(survey),
    basePathPart(survey),
    ...(baseline === undefined ? [] : [baselinePart(baseline)]),
    severityPart(),
    commented('Most findings that text and Markdown list; the other formats carry all.', ['max_violations: 100']),
    commented('Which scans run.', ['contract_scans:', '  endpoint_schema_scan: true', '  missing_endpoint_scan: true']),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** An untrusted text as a value of YAML, quoted when needed. */
export function scalar(text: string): string {
  return stringify(text, { lineWidth: 0, defaultStringType: 'PLAIN', blockQuote: false }).trimEnd();
}

/** A glob for one path: `?` replaces characters that are special in globs. */
export function globOf(path: string): string {
  return path.replace(/[*?[\]{}]/gu, '?').replace(/^!/u, '?');
}

function contractsPart({ contracts, trouble }: Survey): string {
  const head = '# The contracts of the code: globs from the root of the repository.';
  if (contracts.length === 0) {
    const why = trouble === undefined ? '' : `\n# ${note(trouble.message)}`;
    return `${head}${why}\n# contracts:\n#   - openapi.yaml`;
  }
  const lines = contracts.map((contract) => `  - ${scalar(globOf(contract.file))} # ${about(contract)}`);
  return [`${head} Without them, they are found by name and content.`, 'contracts:', ...lines].join('\n');
}

function servicesPart(services: readonly SurveyedService[]): string {
  const lines = services.flatMap(({ name, path, contracts }) => [
    `  ${scalar(name)}:`,
    `    path: ${scalar(path)}`,
    '    contracts:',
    ...contracts.map((contract) => `      - ${scalar(globOf(contract))}`),
  ]);
  return ['# The services of this repository: tallystick scan --service NAME compares one of them.', 'services:', ...lines].join(
    '\n',
  );
}

function basePathPart({ contracts, foreignBasePath, routes, files, frameworks }: Survey): string {
  const by = frameworks.length === 0 ? '' : ` of ${frameworks.join(', ')}`;
  const found = files === 0 ? '' : `# Found: ${counted(routes, 'route')}${by} in ${counted(files, 'file')}.\n`;
  const head = '# Base path of the operations in the code, if the contract does not state it.';
  if (foreignBasePath !== undefined) return `${found}${head}\nbase_path: ${scalar(foreignBasePath)}`;
  const known = contracts.find(({ basePath }) => basePath !== null && basePath !== '' && basePath !== '/')?.basePath;
  return `${found}${head}\n# base_path: ${scalar(plain(known ?? '/api'))}`;
}

function baselinePart(file: string): string {
  return `# Findings of the first day: only others fail. \`tallystick scan --update-baseline\` takes out what is resolved.\nbaseline: ${scalar(file)}`;
}

function severityPart(): string {
  const [rule] = rules;
  return commented('How grave findings are, by rule or by rule and problem: error, warning, note or off.', [
    'severity:',
    `  ${rule?.id ?? 'CONTRACT-001'}/extra: off`,
    `  ${rule?.id ?? 'CONTRACT-001'}/optionality: warning`,
  ]);
}

function about({ title, version, expectations, noun }: SurveyedContract): string {
  return `${note(`${title} ${version}`.trim())}, ${counted(expectations, noun)}`;
}

/** An untrusted text in a comment, on one line. */
function note(text: string): string {
  return shorten(plain(text), LONGEST_NOTE);
}

function commented(head: string, lines: readonly string[]): string {
  return [head, ...lines].map((line) => `# ${line}`).join('\n');
}
