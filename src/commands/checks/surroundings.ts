import type { ScanSettings } from '../settings.js';

/** Where checks look. */
export interface Surroundings {
  /** Absolute and real. */
  readonly repository: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Servers that the repository's configuration names may be started. */
  readonly allowCommands: boolean;
  /** Absent: the configuration is broken, and a check says so. */
  readonly settings?: ScanSettings | undefined;
}
