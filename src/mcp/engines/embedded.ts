import type { Config } from '../../config/schema.js';
import type { ScanRequest } from '../../scan.js';
import type { Engine } from '../engine.js';
import type { Toolset } from '../tool.js';

/** The context of an embedded engine. */
export interface EngineContext {
  /** The scan request: folder, contracts, services, cache. */
  readonly scan: ScanRequest;
  /** Absolute path of the engine's database. Absent: the default below `.tallystick` of the repository. */
  readonly databasePath?: string | undefined;
}

/** Sources of the database's path. */
export interface DatabaseSettings {
  /** Absolute root of the repository; base of relative paths. */
  readonly repository: string;
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Sources of the path of an engine's database. */
export interface PathSources {
  /** Absolute root of the repository; base of relative paths. */
  readonly repository: string;
  /** The setting `database_path` of the engine in the repository's configuration; empty: not set. */
  readonly configured?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** An embedded engine: its tools can be listed before heavy modules load. */
export interface EmbeddedEngine {
  readonly toolset: Toolset;
  /** The absolute path of its database, by settings and environment. Absent or undefined: no database, or the default path. */
  readonly databaseBy?: (settings: DatabaseSettings) => string | undefined;
  /** @throws UserError or CallError when its database cannot be opened */
  readonly open: (context: EngineContext) => Promise<Engine>;
}
