import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Command, Option } from '../src/commands/command.js';
import { runCommandLine } from '../src/commands/command-line.js';
import { EXIT_CODES } from '../src/commands/exit-codes.js';
import { GLOSSARY } from '../src/commands/glossary.js';
import { commands } from '../src/commands/index.js';
import { optionRows } from '../src/config/options.js';
import { DEPTHS, preset } from '../src/config/presets.js';
import { languages } from '../src/extract/languages/index.js';
import { reports } from '../src/reports/index.js';
import { describedRules } from '../src/rules/index.js';
import { FOLDERS } from './action/folders.js';
import { recordedIo } from './commands/io.js';
import { realValidation } from './readme-validation.js';

/** The pages with generated sections, and the names of their markers. */
export const PAGES: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['output', 'supported'],
  'docs/reference/statuses.md': ['exit-codes'],
  'docs/reference/rules.md': ['rules'],
  'docs/reference/commands.md': ['commands'],
  'docs/reference/reports.md': ['formats'],
  'docs/reference/configuration.md': ['options', 'depths'],
  'docs/reference/action.md': ['inputs'],
  'docs/guides/validate.md': ['validation'],
  'docs/glossary.md': ['glossary'],
};

/** What stands between the markers of the README and of docs, by the name of the marker. */
export async function readmeSections(): Promise<ReadonlyMap<string, string>> {
  // One after the other: jest links modules that two of them share only for the first that asks.
  const loaded: Command[] = [];
  for (const entry of commands) loaded.push(await entry.load());
  return new Map([
    ['output', await realOutput()],
    ['supported', supportedTable()],
    ['validation', await realValidation()],
    [
      'exit-codes',
      table(
        ['code', 'means'],
        EXIT_CODES.map(({ code, means }) => [String(code), means]),
      ),
    ],
    ['rules', rulesTable()],
    ['commands', loaded.map(commandSection).join('\n\n')],
    [
      'formats',
      table(
        ['format', 'is'],
        reports.map(({ format, title }) => [code(format), title]),
      ),
    ],
    ['options', optionsTable()],
    ['depths', depthsTable()],
    ['inputs', actionTables()],
    [
      'glossary',
      GLOSSARY.map(({ title, words }) => `## ${title}\n\n${table(['word', 'means'], Object.entries(words))}`).join('\n\n'),
    ],
  ]);
}

/** The text with every section between its markers replaced. */
export function withSections(text: string, sections: ReadonlyMap<string, string>): string {
  return [...sections].reduce((page, [name, section]) => {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
    const [from, to] = [page.indexOf(start), page.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`There is no place for ${name}.`);
    return `${page.slice(0, from + start.length)}\n${section}\n${page.slice(to)}`;
  }, text);
}

async function realOutput(): Promise<string> {
  const io = recordedIo();
  await runCommandLine(['scan', 'examples/bookshop', '--no-cache'], commands, io);
  return `\`\`\`\n${io.err()}${io.out()}\`\`\``;
}

function rulesTable(): string {
  const rows = describedRules.flatMap((rule) =>
    Object.entries(rule.problems).map(([problem, severity], index) => [
      index === 0 ? `[${rule.id}](../../src/rules/${rule.id.toLowerCase()}.md)` : '',
      index === 0 ? rule.title : '',
      code(problem),
      severity,
    ]),
  );
  return table(['rule', 'promise', 'problem', 'severity'], rows);
}

/** The cells of a table of `docs/reference/supported.md`, row by row. */
export function supportedRows(section: 'frameworks' | 'packages'): readonly (readonly string[])[] {
  const [, part = ''] = readFileSync('docs/reference/supported.md', 'utf8').split(
    new RegExp(`<!-- ${section}:(?:start|end) -->`),
  );
  const [, , ...rows] = part.trim().split('\n');
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The frameworks of each language whose routes are read, by name. */
function supportedTable(): string {
  const contracts = ['Contracts', 'OpenAPI 2.0 to 3.2, AsyncAPI 2 and 3, JSON Schema (draft 4 to 2020-12)'];
  const resolved = new Map(supportedRows('frameworks').map(([title, text]) => [title, text]));
  const rows = languages.map(({ title, frameworks }) => {
    const read = frameworks.filter((one) => one.of === undefined && resolved.get(one.title) !== '');
    return [title, read.map((framework) => framework.title).join(', ')];
  });
  return table(['', 'read'], [contracts, ...rows]);
}

function commandSection(command: Command): string {
  const usage = `tallystick ${command.name}${command.options.length > 0 ? ' [options]' : ''}${command.operands === undefined ? '' : ` ${command.operands}`}`;
  const options = command.options.length === 0 ? [] : [table(['option', 'does', 'default'], command.options.map(optionCells))];
  return [`### ${command.name}`, `${command.summary} ${code(usage)}`, ...options].join('\n\n');
}

function optionCells(option: Option): readonly string[] {
  const repeatable = option.repeatable === true ? ' May be repeated.' : '';
  return [code(option.flags), `${option.description}${repeatable}`, option.default ?? ''];
}

function optionsTable(): string {
  const rows = optionRows().map(({ path, description, values, default: initial, effect }) => [
    code(path),
    description,
    values,
    initial === '' ? '' : code(initial),
    effect.since === null ? `not yet acted on (${effect.by})` : `${effect.by}, since ${effect.since}`,
  ]);
  return table(['option', 'says', 'values', 'default', 'acted on by'], rows);
}

function depthsTable(): string {
  const leaves = DEPTHS.map((depth) => leavesOf(preset(depth, true)));
  const paths = [...new Set(leaves.flatMap((set) => [...set.keys()]))];
  const rows = paths.map((path) => {
    const only = path === 'agent_teams.enabled' ? ' (where the environment allows it)' : '';
    return [`${code(path)}${only}`, ...leaves.map((set) => String(set.get(path) ?? ''))];
  });
  return table(['option', ...DEPTHS], rows);
}

function leavesOf(values: unknown, path: readonly string[] = []): ReadonlyMap<string, unknown> {
  if (typeof values !== 'object' || values === null) return new Map([[path.join('.'), values]]);
  return new Map(Object.entries(values).flatMap(([key, value]) => [...leavesOf(value, [...path, key])]));
}

interface ActionEntry {
  readonly description: string;
  readonly default?: string | boolean;
}
interface ActionFile {
  readonly description: string;
  readonly inputs: Readonly<Record<string, ActionEntry>>;
  readonly outputs: Readonly<Record<string, ActionEntry>>;
}

/** All of the main action; of the others what they have and it has not. */
function actionTables(): string {
  const [main, ...others] = ['.', ...FOLDERS].map((folder) => parse(readFileSync(`${folder}/action.yml`, 'utf8')) as ActionFile);
  const inputs = Object.entries(main?.inputs ?? {}).map(([name, input]) => [
    code(name),
    input.description,
    input.default === undefined ? '' : code(String(input.default)),
  ]);
  const outputs = Object.entries(main?.outputs ?? {}).map(([name, output]) => [code(name), output.description]);
  const own = (names: object, known: object = {}): string =>
    Object.keys(names)
      .filter((name) => !(name in known))
      .map(code)
      .join(', ');
  const actions = others.map((action, index) => [
    `[${FOLDERS[index]}](../../${FOLDERS[index]}/action.yml)`,
    action.description,
    own(action.inputs, main?.inputs),
    own(action.outputs, main?.outputs),
  ]);
  return [
    table(['input', 'says', 'default'], inputs),
    table(['output', 'is'], outputs),
    table(['action', 'does', 'inputs of its own', 'outputs of its own'], actions),
  ].join('\n\n');
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
