/** A writer of the Contract Engine is killed at random moments while another writes; every contract that was acknowledged has to be there. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build.js';

const KILLS = 100;

/**
 * Takes one to two seconds for each.
 *
 * @returns {string[]} what failed, a sentence each
 */
export function kills() {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const { status } = spawnSync(process.execPath, [jest, 'contract-engine/killed-writer'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, KILLS: String(KILLS) },
  });
  return status === 0 ? [] : [`a writer that was killed ${KILLS} times lost something`];
}
