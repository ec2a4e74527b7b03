/** `npm run update`: writes anew the committed files that are generated from the code; the tests that keep them fresh do it. */
import { spawnSync } from 'node:child_process';

const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, jest, { stdio: 'inherit', env: { ...process.env, UPDATE_GENERATED: '1' } });
process.exitCode = status ?? 1;
