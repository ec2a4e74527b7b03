import type { Resolved } from '../../config/resolve.js';
import type { CommandTrust } from '../../mcp/choose.js';
import type { ScanRequest } from '../../scan.js';

/** Which engines a build has, and what it may start. */
export interface EnginesRequest {
  /** Absolute and real. */
  readonly workspace: string;
  readonly scan: ScanRequest;
  readonly resolved: Resolved;
  /** Whether commands of the configuration may be started. */
  readonly commands: CommandTrust;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The build goes on after an interruption. */
  readonly resumed: boolean;
  /** As contracts and engines call what is built. */
  readonly serviceName: string;
  /** This program, for agents that start embedded engines. */
  readonly self: { readonly command: string; readonly args: readonly string[] };
  /** Options of `serve` that give it the settings of this build. */
  readonly serveOptions: readonly string[];
  /** Aborted: nobody waits for a server any more. */
  readonly signal: AbortSignal;
  /** One sentence that people must know. */
  readonly warn: (warning: string) => void;
}
