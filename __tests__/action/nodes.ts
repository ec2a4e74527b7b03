import { spawnSync } from 'node:child_process';

/** A Node that the action is run on. */
export interface NodeProgram {
  readonly major: string;
  /** Its path; undefined where it is not installed. */
  readonly path: string | undefined;
}

const MAJORS = ['20', '24'];

/** Node 20 and 24: this one, or what npm has of the package `node` (`npm run setup:e2e` fetches it). */
export const nodes: readonly NodeProgram[] = MAJORS.map((major) => ({ major, path: pathOf(major) }));

function pathOf(major: string): string | undefined {
  if (process.versions.node.split('.')[0] === major) return process.execPath;
  const words = ['--offline', '--yes', '--package', `node@${major}`, 'node', '--print', 'process.execPath'];
  const { status, stdout } = spawnSync('npx', words, { encoding: 'utf8', shell: process.platform === 'win32' });
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined;
}
