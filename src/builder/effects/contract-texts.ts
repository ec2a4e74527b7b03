import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { readRunFile, runFolder, writeWhole } from '../agent-report/run-files.js';

/** The contracts before a build, which agents must not weaken. */
export interface ContractTexts {
  /** Files of contracts, relative to the repository. */
  readonly contracts: readonly string[];
  /** Their texts, and those of documents that they may refer to. */
  readonly texts: ReadonlyMap<string, string>;
}

export const NO_CONTRACTS: ContractTexts = { contracts: [], texts: new Map() };

const FILE = 'promised.json';
const READ = /\.(?:ya?ml|json)$/i;
/** Files that no contract refers to. */
const OTHER = /(?:^|\/)(?:package|package-lock|tsconfig[^/]{0,100})\.json$|^\.tallystick(?:\/|\.ya?ml$)/;
const MOST_FILES = 500;
const LARGEST = 2_000_000;
const DEEPEST = 4;

/** @param contracts files, relative to the repository */
export function contractTextsNow(repository: string, contracts: readonly string[]): ContractTexts {
  const beside = [...new Set(contracts.map((file) => posix.dirname(file)))].flatMap((folder) => documentsIn(repository, folder));
  const near = [...contracts.filter((file) => READ.test(file)), ...beside].filter((file) => !OTHER.test(file));
  const files = [...new Set(near)].slice(0, MOST_FILES);
  const texts = files.flatMap((file) => {
    const text = textOf(join(repository, file));
    return text === undefined ? [] : [[file, text] as const];
  });
  // Tables of services are in plans, and engines write their own files: agents may change neither.
  return { contracts: contracts.filter((file) => READ.test(file) && !file.startsWith('.tallystick/')), texts: new Map(texts) };
}

/** Changed and deleted files. */
export function changedContracts(repository: string, { texts }: ContractTexts): readonly string[] {
  return [...texts].flatMap(([file, text]) => (textOf(join(repository, file)) === text ? [] : [file]));
}

/** Stores the contracts for a resumed build. Returns their hash, which identifies them. */
export function storeContractTexts(workspace: string, { contracts, texts }: ContractTexts): string {
  const text = JSON.stringify({ contracts, texts: [...texts] });
  writeWhole(join(runFolder(workspace, 'build'), FILE), text);
  return hashOf(text);
}

const stored = z.object({ contracts: z.array(z.string()), texts: z.array(z.tuple([z.string(), z.string()])) });

/** undefined: missing, or overwritten. */
export function storedContractTexts(workspace: string, hash: string): ContractTexts | undefined {
  const text = readRunFile(join(runFolder(workspace, 'build'), FILE));
  if (text === undefined || hashOf(text) !== hash) return undefined;
  const { contracts, texts } = stored.parse(JSON.parse(text));
  return { contracts, texts: new Map(texts) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function textOf(path: string): string | undefined {
  try {
    const found = lstatSync(path);
    return found.isFile() && found.size <= LARGEST ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** Only the root folder itself, because a repository's root contains all of it. */
function documentsIn(repository: string, folder: string, depth = 0): readonly string[] {
  const entries = entriesIn(join(repository, folder));
  const path = (name: string): string => (folder === '.' ? name : `${folder}/${name}`);
  const own = entries.flatMap((entry) => (entry.isFile() && READ.test(entry.name) ? [path(entry.name)] : []));
  if (folder === '.' || depth === DEEPEST) return own;
  const below = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules');
  return [...own, ...below.flatMap(({ name }) => documentsIn(repository, path(name), depth + 1))];
}

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
