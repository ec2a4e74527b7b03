import type { BuildRenderer } from './build-report.js';

/** Version of the JSON report; raised when a field is removed or changes its meaning. */
export const BUILD_FORMAT = 1;

/** Everything about a build. */
export const json: BuildRenderer = {
  format: 'json',
  render: (report) => `${JSON.stringify({ formatVersion: BUILD_FORMAT, ...report }, null, 2)}\n`,
};
