import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isLinkOut, pathInside } from '../../config/inside.js';
import type { Config } from '../../config/schema.js';
import { fileNames } from '../../contracts/registry/files.js';
import { makeRunFolder } from '../../journal/run-folder.js';
import type { RepositoryContract } from '../../mcp/engines/contract-engine/repository-contracts.js';
import { UserError } from '../../model/user-error.js';
import { writeWhole } from '../publish.js';
import type { ContractClient } from './contract-client.js';

/** Where tests are written unless somebody says otherwise, from the root of the repository. */
const TESTS_FOLDER = '.tallystick/tests';

/** Where tests are written to. */
export interface TestsWish {
  /** Absolute. */
  readonly folder: string;
  /** Somebody named the folder: what runs tests is to find them there. */
  readonly isNamed: boolean;
  /** Told of the files that were written, absolute. */
  readonly onWritten?: ((files: readonly string[]) => void) | undefined;
}

/**
 * Where tests are written, as the settings have it: with `test_generation`, where the engine is enabled; always where somebody named a
 * folder.
 *
 * @param repository absolute
 * @param named absolute
 */
export function testsWish(
  { contract_engine: { enabled, test_generation } }: Pick<Config, 'contract_engine'>,
  repository: string,
  named: string | undefined,
): TestsWish | undefined {
  if (named !== undefined) return { folder: named, isNamed: true };
  return enabled && test_generation ? { folder: join(repository, TESTS_FOLDER), isNamed: false } : undefined;
}

/** What tests are written for. */
export interface TestsRequest {
  readonly wish: TestsWish;
  readonly contracts: readonly RepositoryContract[];
  /** Ids of the engine, by ours, of contracts that it has the same document of. */
  readonly same: ReadonlyMap<string, string>;
  /** Absolute. */
  readonly repository: string;
  readonly dir: string;
}

const PYTHON = /^(?:pyproject\.toml|setup\.(?:py|cfg)|requirements[\w.-]*\.txt|Pipfile|tox\.ini|manage\.py)$/;

/**
 * Writes tests for each contract that has operations, with the Contract Engine's `generate_tests` (the setting `test_generation`). What
 * it knows in another version is written by the embedded engine: tests are of the documents as they are here.
 *
 * @returns what went wrong: sentences
 */
export async function writeTests(
  desk: ContractClient,
  { wish, contracts, same, repository, dir }: TestsRequest,
): Promise<readonly string[]> {
  const { folder, isNamed, onWritten } = wish;
  // Others write the repository: a link in it would have us write anywhere.
  if (pathInside(repository, folder) !== undefined && isLinkOut(repository, folder))
    return [`${relative(repository, folder).replaceAll(sep, '/')} leads elsewhere: no contract tests were written.`];
  const frameworks = frameworksOf([dir, repository]);
  const names = fileNames(contracts.map(({ stored }) => stored.id));
  const written: string[] = [];
  const problems: string[] = [];
  const unmade = isNamed ? undefined : attempt(() => makeRunFolder(repository));
  if (unmade !== undefined) return [unmade];
  for (const { contract, stored } of contracts.filter((each) => each.contract.operations.length > 0)) {
    for (const framework of frameworks) {
      const known = same.get(contract.id);
      const asked = { framework, include_negative: true };
      const { value, failure } =
        known === undefined
          ? await desk.askEmbedded('generate_tests', { contract_id: desk.isEmbedded ? stored.id : contract.id, ...asked })
          : await desk.ask('generate_tests', { contract_id: known, ...asked });
      if (failure !== undefined) problems.push(`No ${framework} tests were written for ${contract.id}: ${failure.message}`);
      if (failure !== undefined || value === '') continue;
      const file = join(folder, nameOf(names.get(stored.id) ?? '', framework, isNamed));
      const problem = attempt(() => writeWhole(file, value));
      if (problem === undefined) written.push(file);
      else problems.push(problem);
    }
  }
  if (written.length > 0) onWritten?.(written);
  return problems;
}

/** What runs tests here: pytest beside files of Python, jest beside a package; where neither is there, whatever the reader has. */
function frameworksOf(folders: readonly string[]): readonly ('jest' | 'pytest')[] {
  const isPython = folders.some((folder) => readdirSync(folder).some((name) => PYTHON.test(name)));
  const isNode = folders.some((folder) => existsSync(join(folder, 'package.json')));
  if (isPython === isNode) return ['jest', 'pytest'];
  return isPython ? ['pytest'] : ['jest'];
}

/** jest looks into hidden folders as well: what nobody asked for by name must not run with the tests of a repository. */
function nameOf(name: string, framework: 'jest' | 'pytest', isNamed: boolean): string {
  if (framework === 'pytest') return `test_${name.replaceAll('-', '_')}.py`;
  return isNamed ? `${name}.contract.test.cjs` : `${name}.contract.cjs`;
}

/** What is wrong with the place where tests are to be written; the rest of a validation does not need it. */
function attempt(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}
