import type { BuildRenderer } from './build-report.js';

/** All that is known of a build. */
export const json: BuildRenderer = {
  format: 'json',
  render: (report) => `${JSON.stringify({ formatVersion: 1, ...report }, null, 2)}\n`,
};
