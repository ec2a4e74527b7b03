import type { LoadedContracts } from './choose.js';
import { type ContractRequest, loadContracts } from './load.js';

/** A contract of a registry, as a file that a run wrote. */
export interface RegisteredFile {
  /** Absolute, inside the repository. */
  readonly file: string;
  /** The configured service that implements it; absent: any code may. */
  readonly service?: string | undefined;
}

/**
 * The contracts of a repository together with those that only a registry has.
 *
 * @throws UserError if one of them cannot be read
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
