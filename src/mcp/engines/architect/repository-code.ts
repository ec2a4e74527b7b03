import type { Contract } from '../../../contracts/contract.js';
import { selectContracts } from '../../../contracts/select.js';
import type { Codebase } from '../../../facts/codebase.js';
import { link } from '../../../facts/link.js';
import { UserError } from '../../../model/user-error.js';
import { collectFacts, type ScanRequest } from '../../../scan.js';

/** The facts of a repository, and the language of each file that was read. */
export interface RepositoryCode {
  readonly codebase: Codebase;
  readonly languages: ReadonlyMap<string, string>;
}

/** Reads the code as a scan does, without type inference. */
export async function readCode(scan: ScanRequest): Promise<RepositoryCode> {
  const sheet = await collectFacts({ ...scan, infer: false });
  return {
    codebase: link(sheet),
    languages: new Map(sheet.files.flatMap(({ path, language }) => namedLanguage(path, language))),
  };
}

/** The name of the language in tools of Codebase Intelligence: one reader reads two languages, and build files besides. */
function namedLanguage(path: string, language: string): readonly (readonly [string, string])[] {
  if (language !== 'jvm') return [[path, language]];
  if (path.endsWith('.java')) return [[path, 'java']];
  return /\.kts?$/.test(path) ? [[path, 'kotlin']] : [];
}

/**
 * The contracts of the repository, which may have none.
 *
 * @throws UserError with the line, when one is broken
 */
export async function readContracts(scan: ScanRequest): Promise<readonly Contract[]> {
  try {
    return (await selectContracts(scan)).contracts;
  } catch (error) {
    // Errors with a location are broken contracts; without one no contract was found.
    if (error instanceof UserError && error.location === undefined) return [];
    throw error;
  }
}
