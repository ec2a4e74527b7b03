/** Globals of Node that services commonly send: their declarations are in a package that is not installed. */
export const NODE_GLOBALS = `
declare var process: {
  readonly pid: number; readonly ppid: number; readonly platform: string; readonly arch: string; readonly version: string;
  readonly title: string; readonly execPath: string; readonly argv: string[];
  readonly env: { readonly [name: string]: string | undefined };
  uptime(): number; cwd(): string; hrtime(): [number, number];
  memoryUsage(): { rss: number; heapTotal: number; heapUsed: number; external: number; arrayBuffers: number };
  cpuUsage(): { user: number; system: number };
};
declare var performance: { now(): number };
`;
