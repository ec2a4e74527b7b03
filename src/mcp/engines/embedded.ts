import type { Config } from '../../config/schema.js';
import type { ScanRequest } from '../../scan.js';
import type { Engine } from '../engine.js';
import type { Toolset } from '../tool.js';

/** What an embedded engine works on. */
export interface EngineContext {
  /** What a scan of the repository holds against what: folder, contracts, services, where its cache is. */
  readonly scan: ScanRequest;
  /** Absolute path of the engine's database. Absent: its own place below `.tallystick` of the repository. */
  readonly databasePath?: string | undefined;
}

/** Who may say where an engine keeps its database. */
export interface DatabaseSettings {
  /** Absolute root of the repository, from which relative paths start. */
  readonly repository: string;
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** An engine of this process: its tools can be listed before anything heavy is loaded. */
export interface EmbeddedEngine {
  readonly toolset: Toolset;
  /** The absolute path of its database, by settings and environment. Absent, or without an answer: it keeps none, or in its own place. */
  readonly databaseBy?: (settings: DatabaseSettings) => string | undefined;
  /** @throws UserError or CallError when its database cannot be opened */
  readonly open: (context: EngineContext) => Promise<Engine>;
}
