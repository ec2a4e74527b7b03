import { availableParallelism } from 'node:os';

/**
 * Test files run in plain Node, several in one process, without an environment of their own: a third of the time of a run was
 * loading the sources anew for each file. What runs too long ends with the whole run: only hangs do.
 */
export default {
  runner: '<rootDir>/__tests__/loader/runner.js',
  setupFiles: ['<rootDir>/__tests__/loader/register.js'],
  transform: {},
  // Whole behaviours run the packaged program, which waits half of its time: as many again as there are cores.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  // Long ones run by `npm run test:long`.
  testPathIgnorePatterns: ['/node_modules/', '/__tests__/fixtures/', '/__tests__/scenarios/', '\\.long\\.test\\.ts$'],
  modulePathIgnorePatterns: [
    '<rootDir>/__tests__/fixtures',
    '<rootDir>/__tests__/scenarios/',
    '<rootDir>/examples',
    '<rootDir>/lib',
    '<rootDir>/dist',
  ],
};
