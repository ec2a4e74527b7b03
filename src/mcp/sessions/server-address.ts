/** A server that is started as a process and spoken to over its standard streams. */
export interface StdioServer {
  readonly kind: 'stdio';
  /** A program of `PATH`, or its path. Whoever calls has made sure that somebody trusted named it. */
  readonly command: string;
  readonly args: readonly string[];
  /** Folder that it is started in; absolute. */
  readonly cwd?: string;
  /** Variables that it is given besides the allow-list: where its database is, and the like. Empty ones are left out. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A server that is reached by streamable HTTP. */
export interface HttpServer {
  readonly kind: 'http';
  /** `http:` or `https:`. */
  readonly url: string;
  /** Sent with every request, and never shown. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where a server is. */
export type ServerAddress = StdioServer | HttpServer;

/** What bounds a session. */
export interface SessionOptions {
  /** Until the server said hello and told its tools. */
  readonly startupTimeoutMs: number;
  /** For one call, where its tool says nothing else. */
  readonly toolTimeoutMs: number;
  /** What the allow-list takes its values from, and where secrets are known from; that of this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Most bytes of one answer; default 10 MB. */
  readonly maxBytes?: number;
}

/** Most bytes of one answer where nobody says otherwise. */
export const MAX_BYTES = 10_000_000;
