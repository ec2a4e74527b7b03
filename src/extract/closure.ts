import type { FileFacts } from '../facts/fact.js';
import type { FactSheet } from '../facts/fact-sheet.js';
import type { Reach, Steps } from '../facts/references/reach.js';
import { needsOfExport, needsOfRoutes } from '../facts/references/references.js';
import { createGlob } from '../facts/routers/globs.js';
import { isInstalled } from '../facts/values/installed.js';
import type { Gap } from '../model/gap.js';
import type { Reader } from './reader.js';

/** The repository-relative file that a specifier leads to, if the scanner can read it. */
export type Resolve = (specifier: string, from: FileFacts) => string | undefined;

/** The sources below a folder that a file names relative to itself: their paths relative to that folder, and the files. */
export type ListFolder = (specifier: string, from: FileFacts) => readonly { readonly path: string; readonly file: string }[];

/** Files that refer to each other, and how their specifiers resolve. */
export interface Closure {
  readonly files: ReadonlyMap<string, FileFacts>;
  /** file -> specifier -> file, as far as the run followed it. */
  readonly resolutions: FactSheet['resolutions'];
  /** As `FactSheet.installed`. */
  readonly installed: FactSheet['resolutions'];
  readonly gaps: readonly Gap[];
}

/** Questions that one run follows; only a hostile repository has more. */
const MAX_QUESTIONS = 500_000;

/** A reference to one exported name of one file, with the steps into its value. */
interface Question {
  readonly file: FileFacts;
  readonly name: string;
  readonly steps: Steps;
}

/** Reads files that other files refer to. */
export type NeededFiles = Pick<Reader, 'read' | 'mentions'>;

interface Run {
  readonly reader: NeededFiles;
  readonly resolve: Resolve;
  readonly list: ListFolder;
  readonly files: Map<string, FileFacts>;
  readonly resolutions: Record<string, Record<string, string>>;
  readonly installed: Record<string, Record<string, string>>;
  readonly open: Question[];
  readonly asked: Set<string>;
  /** Files whose routes the run has followed. */
  readonly routed: Set<FileFacts>;
  /** file and name -> the path to the file that exports the name, where that is another file. */
  readonly located: Map<string, readonly Hop[] | undefined>;
}

/**
 * Follows what the routes of the roots refer to, from file to file and name by name, until there are no new questions. The answer
 * to one question does not depend on the others, so the closure of several roots is the union of their closures.
 */
export async function close(
  roots: readonly FileFacts[],
  reader: NeededFiles,
  resolve: Resolve,
  list: ListFolder,
): Promise<Closure> {
  const run = createRun(reader, resolve, list);
  for (const root of roots) {
    run.files.set(root.path, root);
    await followRoutes(run, root);
  }
  return finish(run);
}

/** As {@link close}, for the types that declared types refer to, exported or not. */
export async function closeTypes(
  types: readonly { readonly file: string; readonly name: string }[],
  reader: NeededFiles,
  resolve: Resolve,
  list: ListFolder,
): Promise<Closure> {
  const run = createRun(reader, resolve, list);
  for (const { file, name } of types) {
    const facts = await reader.read(file);
    if (facts === undefined) continue;
    run.files.set(file, facts);
    await follow(run, facts, needsOfExport(facts, name, [], true));
  }
  return finish(run);
}

function createRun(reader: NeededFiles, resolve: Resolve, list: ListFolder): Run {
  return {
    reader,
    resolve,
    list,
    files: new Map(),
    resolutions: Object.create(null),
    installed: Object.create(null),
    open: [],
    asked: new Set(),
    routed: new Set(),
    located: new Map(),
  };
}

async function finish(run: Run): Promise<Closure> {
  for (let next = run.open.pop(); next !== undefined; next = run.open.pop()) await answer(run, next);
  const { files, resolutions, installed } = run;
  return { files, resolutions, installed, gaps: run.asked.size > MAX_QUESTIONS ? [TOO_MANY] : [] };
}

const TOO_MANY: Gap = {
  reason: 'too-large',
  detail: 'The sources refer to each other in more ways than are followed.',
  at: { file: '.', line: 1 },
  hides: 'service',
};

async function answer(run: Run, question: Question): Promise<void> {
  const { file, name, steps } = question;
  const reach = needsOfExport(file, name, steps);
  await follow(run, file, reach);
  if (name === '*') {
    // All names of a barrel include all names that it re-exports.
    await follow(run, file, { ...reach, needs: reach.stars.map((specifier) => ({ specifier, name: '*', steps: [] })) });
  } else if (!reach.found && name !== 'default') {
    await search(run, question, reach);
  }
}

async function followRoutes(run: Run, file: FileFacts): Promise<void> {
  if (run.routed.has(file)) return;
  run.routed.add(file);
  await follow(run, file, needsOfRoutes(file));
}

async function follow(run: Run, from: FileFacts, reach: Reach): Promise<void> {
  if (reach.routes === true) await followRoutes(run, from);
  for (const { specifier, name, steps, folder, glob } of reach.needs) {
    if (folder === true) {
      await followFolder(run, from, specifier, glob);
      continue;
    }
    const path = run.resolve(specifier, from);
    const target = path === undefined ? undefined : await run.reader.read(path);
    if (target === undefined) continue;
    record(run, from, specifier, target);
    ask(run, { file: target, name, steps });
  }
}

/** Every file of the folder, recorded as `specifier//path`; any of their exports may be a plugin. */
async function followFolder(run: Run, from: FileFacts, specifier: string, glob?: string): Promise<void> {
  const isMeant = glob === undefined ? () => true : createGlob(glob);
  for (const { path, file } of run.list(specifier, from)) {
    if (isMeant?.(path) !== true) continue;
    const target = await run.reader.read(file);
    if (target === undefined) continue;
    record(run, from, `${specifier}//${path}`, target);
    ask(run, { file: target, name: '*', steps: [] });
  }
}

/** One `export *` on the path to a name. */
interface Hop {
  readonly from: FileFacts;
  readonly specifier: string;
  readonly to: FileFacts;
}

/** Follows a name that only an `export *` of the file can provide. */
async function search(run: Run, question: Question, reach: Reach): Promise<void> {
  const { file, name, steps } = question;
  const key = `${file.path}\n${name}`;
  if (!run.located.has(key)) run.located.set(key, await locate(run, file, reach, name, new Set([file.path])));
  const hops = run.located.get(key) ?? [];
  for (const { from, specifier, to } of hops) record(run, from, specifier, to);
  const last = hops.at(-1);
  if (last !== undefined) ask(run, { file: last.to, name, steps });
}

/** The path through `export *`, in order and recursively, to the one file that exports the name. */
async function locate(
  run: Run,
  from: FileFacts,
  reach: Reach,
  name: string,
  seen: Set<string>,
): Promise<readonly Hop[] | undefined> {
  for (const specifier of reach.stars) {
    const path = run.resolve(specifier, from);
    if (path === undefined || seen.has(path) || !run.reader.mentions(path, name)) continue;
    seen.add(path);
    const to = await run.reader.read(path);
    if (to === undefined) continue;
    const inside = needsOfExport(to, name, []);
    const rest = inside.found ? [] : await locate(run, to, inside, name, seen);
    if (rest !== undefined) return [{ from, specifier, to }, ...rest];
  }
  return undefined;
}

function record(run: Run, from: FileFacts, specifier: string, to: FileFacts): void {
  // declarations of a package count only where no other source has the name
  const all = !specifier.startsWith('.') && isInstalled(to.path) ? run.installed : run.resolutions;
  const own: Record<string, string> = all[from.path] ?? Object.create(null);
  own[specifier] = to.path;
  all[from.path] = own;
  run.files.set(to.path, to);
}

function ask(run: Run, question: Question): void {
  const key = `${question.file.path}\n${question.name}\n${question.steps.join('\n')}`;
  if (run.asked.has(key) || run.asked.size > MAX_QUESTIONS) return;
  run.asked.add(key);
  run.open.push(question);
}
