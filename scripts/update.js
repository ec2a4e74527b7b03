/** `npm run update`: writes anew the committed files that are generated from the code; the tests that keep them fresh do it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const files = readdirSync('__tests__', { recursive: true, encoding: 'utf8' }).map((file) => join('__tests__', file));
const keeping = files.filter((file) => file.endsWith('.test.ts') && /\bgenerated\.js'/.test(readFileSync(file, 'utf8')));
const tests = process.argv.length > 2 ? process.argv.slice(2) : keeping;
const jest = ['node_modules/jest/bin/jest.js', ...tests];
const { status } = spawnSync(process.execPath, jest, { stdio: 'inherit', env: { ...process.env, UPDATE_GENERATED: '1' } });
process.exitCode = status ?? 1;
