import type { BuildReport } from '../../model/build-report.js';

/** A form in which a build is told. */
export interface BuildRenderer {
  readonly format: string;
  /** Pure; ends with a line break. */
  readonly render: (report: BuildReport) => string;
}
