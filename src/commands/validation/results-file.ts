import { join } from 'node:path';
import { isLinkOut } from '../../config/inside.js';
import type { Analysis } from '../../rules/judge.js';
import { writeWhole } from '../publish.js';

/** From the root of the repository. */
export const RESULTS_FILE = '.tallystick/CONTRACT_E2E_RESULTS.md';

/**
 * Writes `.tallystick/CONTRACT_E2E_RESULTS.md` if a running service was called.
 *
 * @param repository absolute
 * @returns why it was not written: a sentence
 */
export async function writeResults({ validation }: Analysis, repository: string): Promise<string | undefined> {
  if (validation?.live === undefined) return undefined;
  const file = join(repository, RESULTS_FILE);
  // The repository is untrusted: a link would make this program write anywhere.
  if (isLinkOut(repository, file)) return '`.tallystick` is a link to another place, so CONTRACT_E2E_RESULTS.md was not written.';
  const { contractE2eResults } = await import('../../reports/contract-e2e-results.js');
  writeWhole(file, contractE2eResults(validation.live));
  return undefined;
}
