import type { Contract } from '../../../contracts/contract.js';
import { selectContracts } from '../../../contracts/select.js';
import type { Codebase } from '../../../facts/codebase.js';
import { link } from '../../../facts/link.js';
import { UserError } from '../../../model/user-error.js';
import { collectFacts, type ScanRequest } from '../../../scan.js';

/** What the code of a repository does, and in which language each of its files is that was read. */
export interface RepositoryCode {
  readonly codebase: Codebase;
  readonly languages: ReadonlyMap<string, string>;
}

/** Reads the code as a scan does, without working out types that nobody wrote down. */
export async function readCode(scan: ScanRequest): Promise<RepositoryCode> {
  const sheet = await collectFacts({ ...scan, infer: false });
  return {
    codebase: link(sheet),
    languages: new Map(sheet.files.flatMap(({ path, language }) => namedLanguage(path, language))),
  };
}

/** As the tools of Codebase Intelligence call it: one reader reads two languages, and files of builds besides. */
function namedLanguage(path: string, language: string): readonly (readonly [string, string])[] {
  if (language !== 'jvm') return [[path, language]];
  if (path.endsWith('.java')) return [[path, 'java']];
  return /\.kts?$/.test(path) ? [[path, 'kotlin']] : [];
}

/**
 * The contracts of the repository; none where there are none.
 *
 * @throws UserError naming the line, when one is broken
 */
export async function readContracts(scan: ScanRequest): Promise<readonly Contract[]> {
  try {
    return (await selectContracts(scan)).contracts;
  } catch (error) {
    // What has a line is broken; what has none is that there is nothing.
    if (error instanceof UserError && error.location === undefined) return [];
    throw error;
  }
}
