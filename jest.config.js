import { availableParallelism } from 'node:os';

/** Tests run as ES modules: `@actions/*` have no other form. */
export default {
  testEnvironment: 'node',
  // Only hangs end by time: a loaded machine may take long over anything.
  testTimeout: 600_000,
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
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
  },
};
