/**
 * Globals of Node that services commonly send, or parts of them: their declarations are in a package that is not installed. What a
 * client or another service decides is `any`.
 */
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
declare var __dirname: string;
declare var __filename: string;
declare function atob(data: string): string;
declare function btoa(data: string): string;
interface URL {
  hash: string; host: string; hostname: string; href: string; readonly origin: string; password: string; pathname: string;
  port: string; protocol: string; search: string; readonly searchParams: any; username: string;
  toString(): string; toJSON(): string;
}
declare var URL: { new (url: string | URL, base?: string | URL): URL; canParse(url: string): boolean };
interface Buffer extends Uint8Array { toString(encoding?: string, start?: number, end?: number): string; equals(other: Uint8Array): boolean }
declare var Buffer: {
  from(data: any, encoding?: any, length?: number): Buffer; alloc(size: number): Buffer; concat(list: any): Buffer;
  byteLength(data: any, encoding?: string): number; isBuffer(value: any): value is Buffer;
};
declare function fetch(url: any, init?: any): Promise<{
  readonly ok: boolean; readonly redirected: boolean; readonly status: number; readonly statusText: string; readonly url: string;
  readonly headers: any; readonly body: any; text(): Promise<string>; json(): Promise<any>; arrayBuffer(): Promise<ArrayBuffer>; blob(): any;
}>;
`;
