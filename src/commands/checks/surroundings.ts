import type { ScanSettings } from '../settings.js';

/** The environment of checks. */
export interface Surroundings {
  /** Absolute and real. */
  readonly repository: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The repository's configuration may start servers. */
  readonly allowCommands: boolean;
  /** Absent: the configuration is broken, which a check reports. */
  readonly settings?: ScanSettings | undefined;
}
