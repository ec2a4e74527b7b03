import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FactSheet } from '../facts/fact-sheet.js';
import { mergeSheets } from '../facts/sheets/merge.js';
import { MAX_SHEET_BYTES, parseSheet } from '../facts/sheets/sheet-parse.js';
import { UserError } from '../model/user-error.js';
import { type Arguments, type Command, type Io, listOption, textOption } from './command.js';
import { exitCode } from './exit-code.js';
import { fileReport, publish, REPORT_OPTIONS, reportOf, shownOf } from './publish.js';
import { FAIL_OPTION, failOnOf, MIN_DECIDED_OPTION, SCAN_OPTIONS, SELECT_OPTIONS, selected, wishesOf } from './scan.js';
import { checkCommit } from './sheet-commit.js';

export const merge: Command = {
  name: 'merge',
  summary: 'Join the fact sheets of all shards, then compare them with the contracts.',
  operands: '<sheet...>',
  options: [...SCAN_OPTIONS, ...SELECT_OPTIONS, ...REPORT_OPTIONS, FAIL_OPTION, MIN_DECIDED_OPTION],
  examples: [
    { command: 'tallystick merge 1.json 2.json 3.json', does: 'three shards, with the contracts found in this folder' },
    { command: 'tallystick merge sheets --contract api.yaml', does: 'every sheet in a folder, one contract' },
  ],
  run: runMerge,
};

async function runMerge(given: Arguments, io: Io): Promise<number> {
  const report = reportOf(textOption(given, 'format') ?? 'text');
  const files = listOption(given, 'output').map((output) => fileReport(output, io.cwd));
  const failOn = failOnOf(textOption(given, 'failOn') ?? 'error');
  const show = shownOf(given);
  const sheet = await readSheets(given.operands, io.cwd);
  const { settle } = await import('./settings.js');
  const settings = await settle({ ...wishesOf(given, io), sheets: given.operands });
  const { request, maxViolations } = settings;
  const { analyse } = await import('../scan.js');
  const analysis = await selected(await analyse(request, sheet), settings, given, io);
  await publish(analysis, { report, files, maxViolations, repository: request.repository, show }, io);
  return exitCode(analysis, [failOn]);
}

/**
 * Reads and joins the sheets of all shards.
 *
 * @param named files, or folders in which every `.json` file, at any depth, is a sheet; relative to `cwd`
 * @throws UserError when one cannot be read or is not a sheet, a shard is missing, duplicated or foreign, or the sheets'
 * commit is not the checked out one
 */
export async function readSheets(named: readonly string[], cwd: string): Promise<FactSheet> {
  const sheet = mergeSheets(named.flatMap((name) => sheetFiles(name, cwd)).map(({ name, file }) => readSheet(name, file)));
  await checkCommit(sheet, cwd);
  return sheet;
}

interface SheetFile {
  /** As the user would write it. */
  readonly name: string;
  /** Absolute. */
  readonly file: string;
}

function sheetFiles(name: string, cwd: string): readonly SheetFile[] {
  const file = resolve(cwd, name);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined)
    throw new UserError(`There is no fact sheet ${name}.`, { hint: 'Write one with tallystick facts -o FILE.' });
  if (!found.isDirectory()) return [{ name, file }];
  const entries = readdirSync(file, { encoding: 'utf8', recursive: true }).filter((entry) => entry.endsWith('.json'));
  if (entries.length === 0) {
    throw new UserError(`There is no fact sheet in ${name}.`, { hint: 'Its sheets are files that end in .json.' });
  }
  return entries.sort().map((entry) => ({ name: join(name, entry), file: join(file, entry) }));
}

function readSheet(name: string, file: string): FactSheet {
  let text: string;
  try {
    if (statSync(file).size > MAX_SHEET_BYTES) throw new Error(`it is larger than ${MAX_SHEET_BYTES / 1024 / 1024} MB`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return parseSheet(text, name);
}
