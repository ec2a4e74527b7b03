import { UserError } from '../../model/user-error.js';
import type { FileFacts } from '../fact.js';
import type { FactSheet } from '../fact-sheet.js';
import { canonicalSheet } from './sheet-order.js';

const HINT = 'Run every shard with the same version of Tallystick on the same commit, and give all sheets of one run.';

/**
 * Merges the sheets of all shards into one. A single sheet that is no shard is already complete.
 *
 * @throws UserError for a missing, duplicate or foreign shard, which it names, and for shards of several commits
 */
export function mergeSheets(sheets: readonly FactSheet[]): FactSheet {
  const [first] = sheets;
  if (first === undefined) throw new UserError('There is no fact sheet to merge.', { hint: HINT });
  if (sheets.length === 1 && first.shard === undefined) return canonicalSheet(first);
  checkShards(sheets);
  const files = new Map<string, FileFacts>();
  const resolutions: Record<string, Record<string, string>> = Object.create(null);
  const installed: Record<string, Record<string, string>> = Object.create(null);
  for (const sheet of sheets) {
    for (const file of sheet.files) addFile(files, file);
    for (const [from, own] of Object.entries(sheet.resolutions)) addResolutions(resolutions, from, own);
    for (const [from, own] of Object.entries(sheet.installed ?? {})) addResolutions(installed, from, own);
  }
  return canonicalSheet({
    format: first.format,
    tool: first.tool,
    ...commitOf(sheets),
    files: [...files.values()],
    ...asideOf(sheets),
    resolutions,
    ...(sheets.some((sheet) => sheet.installed !== undefined) ? { installed } : {}),
    gaps: sheets.flatMap((sheet) => sheet.gaps),
    ...answersOf(sheets),
    ...modelsOf(sheets),
    stats: {
      files: sum(sheets.map((sheet) => sheet.stats.files)),
      cacheHits: sum(sheets.map((sheet) => sheet.stats.cacheHits)),
    },
  });
}

/** @throws UserError if they are of several commits */
function commitOf(sheets: readonly FactSheet[]): Pick<FactSheet, 'commit'> {
  const [commit, another] = new Set(sheets.flatMap((sheet) => sheet.commit ?? []));
  if (another !== undefined) throw foreign(`One sheet is of the commit ${commit}, another of ${another}.`);
  return commit === undefined ? {} : { commit };
}

/** Equal questions have equal answers, whichever shard asked them. */
function answersOf(sheets: readonly FactSheet[]): Pick<FactSheet, 'answers'> {
  const all = sheets.flatMap(({ answers }) => Object.entries(answers ?? {}));
  return all.length === 0 ? {} : { answers: Object.fromEntries(all) };
}

/** A file that the service itself imports in some shard is not aside. */
function asideOf(sheets: readonly FactSheet[]): Pick<FactSheet, 'aside'> {
  const own = new Set<string>();
  for (const { files, aside } of sheets) {
    const left = new Set(aside);
    for (const { path } of files) if (!left.has(path)) own.add(path);
  }
  return { aside: sheets.flatMap((sheet) => sheet.aside ?? []).filter((path) => !own.has(path)) };
}

/** The models that every shard looked for. */
function modelsOf(sheets: readonly FactSheet[]): Pick<FactSheet, 'models'> {
  const [first, ...others] = sheets.map(({ models }) => models);
  if (first === undefined) return {};
  const names = first.names.filter((name) => others.every((other) => other?.names.includes(name)));
  const types = new Map(sheets.flatMap(({ models }) => models?.types ?? []).map((type) => [JSON.stringify(type), type]));
  const tables = new Set(sheets.flatMap(({ models }) => models?.tables ?? []));
  return { models: { names, types: [...types.values()], tables: [...tables] } };
}

function checkShards(sheets: readonly FactSheet[]): void {
  const [first] = sheets;
  const total = first?.shard?.total ?? 0;
  const seen = new Set<number>();
  for (const { format, tool, shard } of sheets) {
    if (format !== first?.format || tool.name !== first.tool.name || tool.version !== first.tool.version) {
      throw foreign(`One sheet is of Tallystick ${first?.tool.version}, another of ${tool.version}.`);
    }
    if (shard === undefined) throw foreign('A sheet of a whole repository cannot be merged with others.');
    if (shard.total !== total) throw foreign(`One sheet is of ${total} shards, another of ${shard.total}.`);
    if (shard.index < 1 || shard.index > total) throw foreign(`There is no shard ${shard.index} of ${total}.`);
    if (seen.has(shard.index)) throw foreign(`Shard ${shard.index}/${total} was given twice.`);
    seen.add(shard.index);
  }
  if (seen.size < total) throw new UserError(missingShards(seen, total), { hint: HINT, incomplete: true });
}

/** Names the first ten only: `total` is a number from outside. */
function missingShards(seen: ReadonlySet<number>, total: number): string {
  const missing: string[] = [];
  for (let index = 1; index <= total && missing.length <= 10; index += 1) {
    if (!seen.has(index)) missing.push(`${index}/${total}`);
  }
  const listed = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ', ...' : '');
  return missing.length === 1 ? `Shard ${listed} is missing.` : `Shards ${listed} are missing.`;
}

function foreign(message: string): UserError {
  return new UserError(message, { hint: HINT });
}

function addFile(files: Map<string, FileFacts>, file: FileFacts): void {
  const known = files.get(file.path);
  if (known !== undefined && (known.hash !== file.hash || known.language !== file.language)) {
    throw new UserError(`The shards read different versions of ${file.path}.`, {
      hint: HINT,
      location: { file: file.path, line: 1 },
    });
  }
  files.set(file.path, file);
}

function addResolutions(all: Record<string, Record<string, string>>, from: string, own: Readonly<Record<string, string>>): void {
  const known: Record<string, string> = all[from] ?? Object.create(null);
  all[from] = known;
  for (const [specifier, target] of Object.entries(own)) {
    if (known[specifier] !== undefined && known[specifier] !== target) {
      const message = `The shards found different files for ${JSON.stringify(specifier)} in ${from}.`;
      throw new UserError(message, { hint: HINT, location: { file: from, line: 1 } });
    }
    known[specifier] = target;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
