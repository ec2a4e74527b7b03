import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { writeText } from './cache.js';
import { plainOf } from './exact-json.js';
import { type ServiceContract, withoutSecurity } from './service-contract.js';

const LONGEST_NAME = 60;

/** The folder for documents of contracts that only a registry has, from the root of the repository. */
export const DOCUMENTS_FOLDER = '.tallystick/contracts';

/** Whether only a registry has the contract. */
export function isRegistered(contractId: string): boolean {
  return contractId.startsWith(`${DOCUMENTS_FOLDER}/`);
}

/**
 * Writes the documents of contracts, each to a separate file, so that a scan can read them and a reader can look up their lines.
 * It leaves out their security schemes, as in the cache.
 *
 * @param folder absolute
 * @returns contract id -> its absolute file
 * @throws UserError if one cannot be written
 */
export function writeDocuments(contracts: readonly ServiceContract[], folder: string): ReadonlyMap<string, string> {
  const names = fileNames(contracts.map(({ contract_id }) => contract_id));
  const written = new Map<string, string>();
  for (const { contract_id, spec } of contracts) {
    // The name is the same in each run, because it is part of a finding's identity.
    const file = join(folder, `${names.get(contract_id)}.json`);
    writeText(file, `${JSON.stringify(plainOf(withoutSecurity(spec)), undefined, 2)}\n`);
    written.set(contract_id, file);
  }
  return written;
}

/** File names for contract ids, without an extension: letters, digits and `-`, each unique. */
export function fileNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const times = new Map<string, number>();
  for (const slug of ids.map(slugOf)) times.set(slug, (times.get(slug) ?? 0) + 1);
  return new Map(
    ids.map((id) => {
      const slug = slugOf(id);
      const isKnown = slug !== '' && times.get(slug) === 1;
      return [id, isKnown ? slug : `${slug}-${digestOf(id)}`];
    }),
  );
}

function slugOf(id: string): string {
  const words = id.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, LONGEST_NAME);
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 8);
}
