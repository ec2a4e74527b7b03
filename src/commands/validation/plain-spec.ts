import { isMapping } from '../../contracts/place.js';
import { parseExactJson, plainOf } from '../../contracts/registry/exact-json.js';
import type { RepositoryContract } from '../../mcp/engines/contract-engine/repository-contracts.js';

/** The document of a contract as plain data. */
export function plainSpec({ spec }: RepositoryContract): Readonly<Record<string, unknown>> {
  const plain = plainOf(parseExactJson(spec) ?? null);
  return isMapping(plain) ? plain : {};
}
