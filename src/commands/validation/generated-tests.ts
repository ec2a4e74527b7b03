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

/** The default folder of tests, from the root of the repository. */
const TESTS_FOLDER = '.tallystick/tests';

/** Where to write tests. */
export interface TestsTarget {
  /** Absolute. */
  readonly folder: string;
  /** A user named the folder, so test runners should find the tests. */
  readonly isNamed: boolean;
  /** Receives the absolute paths of written files. */
  readonly onWritten?: ((files: readonly string[]) => void) | undefined;
}

/**
 * Where to write tests: with `test_generation` if the engine is enabled; always when a user named a folder.
 *
 * @param repository absolute
 * @param named absolute
 */
export function testsTarget(
  { contract_engine: { enabled, test_generation } }: Pick<Config, 'contract_engine'>,
  repository: string,
  named: string | undefined,
): TestsTarget | undefined {
  if (named !== undefined) return { folder: named, isNamed: true };
  return enabled && test_generation ? { folder: join(repository, TESTS_FOLDER), isNamed: false } : undefined;
}

/** The contracts to write tests for. */
export interface TestsRequest {
  readonly wish: TestsTarget;
  readonly contracts: readonly RepositoryContract[];
  /** Ids of the engine, by ours, of contracts whose documents are equal. */
  readonly same: ReadonlyMap<string, string>;
  /** Absolute. */
  readonly repository: string;
  readonly dir: string;
}

const PYTHON = /^(?:pyproject\.toml|setup\.(?:py|cfg)|requirements[\w.-]*\.txt|Pipfile|tox\.ini|manage\.py)$/;

/**
 * Writes tests for each contract with operations, using the Contract Engine's `generate_tests` (the setting
 * `test_generation`). For documents that the engine has in another version the embedded engine writes them.
 *
 * @returns failures, one sentence each
 */
export async function writeTests(
  client: ContractClient,
  { wish, contracts, same, repository, dir }: TestsRequest,
): Promise<readonly string[]> {
  const { folder, isNamed, onWritten } = wish;
  // The repository is untrusted: a link in it would make this program write anywhere.
  if (pathInside(repository, folder) !== undefined && isLinkOut(repository, folder))
    return [
      `${relative(repository, folder).replaceAll(sep, '/')} is a link to another place, so no contract tests were written.`,
    ];
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
          ? await client.askEmbedded('generate_tests', { contract_id: client.isEmbedded ? stored.id : contract.id, ...asked })
          : await client.ask('generate_tests', { contract_id: known, ...asked });
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

/** The repository's test frameworks: pytest beside files of Python, jest beside a package, else both. */
function frameworksOf(folders: readonly string[]): readonly ('jest' | 'pytest')[] {
  const isPython = folders.some((folder) => readdirSync(folder).some((name) => PYTHON.test(name)));
  const isNode = folders.some((folder) => existsSync(join(folder, 'package.json')));
  if (isPython === isNode) return ['jest', 'pytest'];
  return isPython ? ['pytest'] : ['jest'];
}

/** jest searches hidden folders too: without a request its runs must not include these tests. */
function nameOf(name: string, framework: 'jest' | 'pytest', isNamed: boolean): string {
  if (framework === 'pytest') return `test_${name.replaceAll('-', '_')}.py`;
  return isNamed ? `${name}.contract.test.cjs` : `${name}.contract.cjs`;
}

/** Returns the error of writing tests; a validation goes on without them. */
function attempt(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}
