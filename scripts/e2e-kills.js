/**
 * `node scripts/e2e-kills.js [100]`: kills a writer of the Contract Engine at so many random moments, while another writes, and
 * looks for every contract that was acknowledged. Takes one to two seconds for each.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build.js';

const kills = process.argv[2] ?? '100';
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const words = ['--experimental-vm-modules', '--no-warnings', jest, 'contract-engine/killed-writer'];
const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit', env: { ...process.env, KILLS: kills } });
process.exitCode = status ?? 1;
