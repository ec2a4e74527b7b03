import type { Resolved } from '../../config/resolve.js';
import type { CommandTrust } from '../../mcp/choose.js';
import type { ScanRequest } from '../../scan.js';

/** The engines of a build, and what it may start. */
export interface EnginesRequest {
  /** Absolute and real. */
  readonly workspace: string;
  readonly scan: ScanRequest;
  readonly resolved: Resolved;
  /** Whether commands of the configuration may be started. */
  readonly commands: CommandTrust;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The build resumes an interrupted one. */
  readonly resumed: boolean;
  /** Name of the built service in contracts and engines. */
  readonly serviceName: string;
  /** This program, for agents that start embedded engines. */
  readonly self: { readonly command: string; readonly args: readonly string[] };
  readonly serveOptions: readonly string[];
  /** Aborts the agents and calls to servers; completed work stays. */
  readonly signal: AbortSignal;
  /** Receives one sentence for the user. */
  readonly warn: (warning: string) => void;
}
