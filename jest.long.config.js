import config from './jest.config.js';

/** Whole builds, kills, races of many runs and large repositories: what takes minutes, and is run before a release. */
export default {
  ...config,
  testMatch: ['**/*.long.test.ts'],
  testPathIgnorePatterns: config.testPathIgnorePatterns.filter((pattern) => !pattern.includes('long')),
};
