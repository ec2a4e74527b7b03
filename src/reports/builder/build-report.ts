import type { BuildReport } from '../../model/build-report.js';

/** A format of the report on a build. */
export interface BuildRenderer {
  readonly format: string;
  /** Pure; ends with a line break. */
  readonly render: (report: BuildReport) => string;
}
