import type { LoadedContracts } from './choose.js';
import { type ContractRequest, loadContracts } from './load.js';

/** A contract that a registry keeps, as a file that a run wrote. */
export interface RegisteredFile {
  /** Absolute, in the repository. */
  readonly file: string;
  /** The service of the configuration that keeps it; absent: any code may. */
  readonly service?: string | undefined;
}

/**
 * The contracts of a repository with those that a registry keeps besides.
 *
 * @throws UserError when one of them cannot be read
 */
export async function withRegistered(
  own: LoadedContracts,
  registered: readonly RegisteredFile[],
  request: ContractRequest,
): Promise<LoadedContracts> {
  if (registered.length === 0) return own;
  const read = await Promise.all(
    registered.map(async ({ file, service }) => {
      const { contracts, gaps } = await loadContracts({ ...request, named: [file] });
      return { contracts: contracts.map((each) => (service === undefined ? each : { ...each, service })), gaps };
    }),
  );
  const contracts = [...own.contracts, ...read.flatMap((each) => each.contracts)];
  contracts.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...own, contracts, gaps: [...own.gaps, ...read.flatMap((each) => each.gaps)] };
}
