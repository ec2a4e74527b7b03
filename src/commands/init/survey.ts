import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { listFiles } from '../../extract/files.js';
import { languages } from '../../extract/languages/index.js';
import { append } from '../../model/multi-map.js';
import { UserError } from '../../model/user-error.js';
import { adviceFor, causesOf } from '../../reports/causes.js';
import { incompleteness } from '../../reports/verdict.js';
import type { Analysis } from '../../rules/judge.js';
import type { ForeignContract } from '../../rules/pairing/foreign-contracts.js';
import { scan } from '../../scan.js';

export interface SurveyedContract {
  /** Repository-relative. */
  readonly file: string;
  readonly title: string;
  readonly version: string;
  /** Count and name of its operations. */
  readonly expectations: number;
  readonly noun: 'endpoint' | 'event' | 'model';
  /** Path prefix in the code, if known. */
  readonly basePath: string | null;
}

/** A service of its own in a repository of several. */
export interface SurveyedService {
  /** Letters, digits, `.`, `_` and `-` alone, because it is written into workflows. */
  readonly name: string;
  /** Its folder, repository-relative. */
  readonly path: string;
  readonly contracts: readonly string[];
}

/** What `init` found in a repository. */
export interface Survey {
  readonly contracts: readonly SurveyedContract[];
  /** Two or more, or none: one package per contract. */
  readonly services: readonly SurveyedService[];
  /** Titles of frameworks: `Express`. */
  readonly frameworks: readonly string[];
  readonly routes: number;
  readonly files: number;
  /** The prefix of the one contract in the code that the contract does not declare. */
  readonly foreignBasePath?: string | undefined;
  /** Contracts that are not the service's own, each with the reason. */
  readonly leftOut: readonly ForeignContract[];
  /** Files that could be scanned: in a folder without any there is nothing to write. */
  readonly sources: number;
  /** Why the scan proves nothing, one sentence each. */
  readonly incomplete: readonly string[];
  /** The largest causes of what is unverified, with what would decide them. */
  readonly causes: readonly { readonly cause: string; readonly count: number; readonly cure: string }[];
  /** Why the scan failed: no contract, or a broken one. */
  readonly trouble?: UserError | undefined;
}

/**
 * Scans a repository without its configuration.
 *
 * @param repository absolute
 * @param dir absolute, in it
 * @param cache folder of the fact cache
 */
export async function survey(repository: string, dir: string, cache: string | undefined): Promise<Survey> {
  const scans = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };
  try {
    return surveyed(await scan({ repository, dir, scans, infer: false, cacheDirectory: cache }), repository);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const sources = sourcesIn(repository, dir);
    return {
      contracts: [],
      services: [],
      frameworks: [],
      routes: 0,
      files: 0,
      sources,
      leftOut: [],
      incomplete: [],
      causes: [],
      trouble: error,
    };
  }
}

const NOUNS: Readonly<Record<string, SurveyedContract['noun']>> = { asyncapi: 'event', 'json-schema': 'model' };

function surveyed(analysis: Analysis, repository: string): Survey {
  const leftOut = analysis.leftOut ?? [];
  const own = analysis.contracts.filter(({ id }) => leftOut.every(({ file }) => file !== id));
  const contracts = own.map(({ id, kind, title, version, basePath }): SurveyedContract => {
    const expectations = analysis.matrix.filter((row) => row.contract === id).length;
    return { file: id, title, version, expectations, noun: NOUNS[kind] ?? 'endpoint', basePath };
  });
  const foreign = analysis.violations.some(({ problem }) => problem === 'base-path');
  const [only, another] = contracts;
  return {
    contracts,
    services: servicesOf(contracts, repository),
    frameworks: frameworksOf(analysis),
    routes: analysis.routes.length,
    files: analysis.stats.files,
    sources: analysis.stats.files,
    leftOut,
    incomplete: incompleteness(analysis),
    causes: largestCauses(analysis),
    foreignBasePath: foreign && another === undefined ? (only?.basePath ?? undefined) : undefined,
  };
}

/** So many causes are shown. */
const MOST_CAUSES = 3;

function largestCauses({ matrix }: Analysis): Survey['causes'] {
  const causes = causesOf(matrix.filter(({ status, reason }) => status === 'unverified' && reason !== 'other-contract'));
  return causes.slice(0, MOST_CAUSES).map(({ cause, rows }) => ({ cause, count: rows.length, cure: adviceFor(rows) }));
}

/** How many files of languages that are read are in a folder. */
function sourcesIn(repository: string, dir: string): number {
  const extensions = languages.flatMap((language) => language.extensions);
  return listFiles({ repository, dir, extensions, configFiles: [] }).sources.length;
}

/** With the names and order of the README. */
function frameworksOf({ routes }: Analysis): readonly string[] {
  const by = new Set(routes.map((route) => route.by));
  const all = languages.flatMap((language) => language.frameworks);
  return all.filter(({ id }) => by.has(id)).map(({ title }) => title);
}

/** The packages of contracts, if every contract is in a package and there are several packages. */
function servicesOf(contracts: readonly SurveyedContract[], repository: string): readonly SurveyedService[] {
  const byPackage = new Map<string, string[]>();
  for (const { file } of contracts) {
    const folder = packageOf(file, repository);
    if (folder === undefined) return [];
    append(byPackage, folder, file);
  }
  if (byPackage.size < 2) return [];
  const taken = new Set<string>();
  return [...byPackage].map(([path, files]) => {
    const name = freeName(nameOf(basename(path)), taken);
    taken.add(name);
    return { name, path, contracts: files };
  });
}

/** The nearest parent folder with a `package.json`, below the root of the repository. */
function packageOf(file: string, repository: string): string | undefined {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    if (existsSync(join(repository, folder, 'package.json'))) return folder;
  }
  return undefined;
}

function nameOf(folder: string): string {
  const name = folder.replace(/[^A-Za-z0-9._-]/gu, '-').slice(0, 60);
  return /^[A-Za-z]/.test(name) ? name : `service-${name}`;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}-${count}`;
  return free;
}
