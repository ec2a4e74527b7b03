/** A server in a process, with messages over its standard streams. */
export interface StdioServer {
  readonly kind: 'stdio';
  /** A program of `PATH`, or its path. Callers ensure that a trusted user named it. */
  readonly command: string;
  readonly args: readonly string[];
  /** Working folder; absolute. */
  readonly cwd?: string;
  /** Variables besides the allow-list, such as the path of its database. Empty ones are left out. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A server with streamable HTTP. */
export interface HttpServer {
  readonly kind: 'http';
  /** `http:` or `https:`. */
  readonly url: string;
  /** Sent with every request, never shown. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type ServerAddress = StdioServer | HttpServer;

/** Limits of a session. */
export interface SessionOptions {
  /** Until the handshake and the list of tools. */
  readonly startupTimeoutMs: number;
  /** For one call, unless its tool has a limit. */
  readonly toolTimeoutMs: number;
  /** The source of allow-listed variables and of known secrets; that of this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Most bytes of one answer; default 10 MB. */
  readonly maxBytes?: number;
}

/** Default limit of one answer. */
export const MAX_BYTES = 10_000_000;
