import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import config from './jest.config.js';

process.env.TALLYSTICK_LONG = '1';

const tests = join(import.meta.dirname, '__tests__');
const sampled = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && /from '[./]+\/long\.js'/.test(readFileSync(join(tests, file), 'utf8')))
  .map((file) => `<rootDir>/__tests__/${file.replaceAll('\\', '/')}`);

/** Whole builds, kills, races of many runs, large repositories, and every row of the tables of which each run takes a sample. */
export default {
  ...config,
  testMatch: ['**/*.long.test.ts', ...sampled],
  testPathIgnorePatterns: config.testPathIgnorePatterns.filter((pattern) => !pattern.includes('long')),
};
