import type { BuildRenderer } from './build-report.js';

/** Of the JSON report: it changes with what readers must know of to read it. */
export const BUILD_FORMAT = 1;

/** All that is known of a build. */
export const json: BuildRenderer = {
  format: 'json',
  render: (report) => `${JSON.stringify({ formatVersion: BUILD_FORMAT, ...report }, null, 2)}\n`,
};
