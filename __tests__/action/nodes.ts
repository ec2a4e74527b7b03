import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../architecture/source-files.js';

/** A Node that the action is run on. */
export interface NodeProgram {
  readonly major: string;
  /** Its path; undefined where it is not installed. */
  readonly path: string | undefined;
}

const MAJORS = ['20', '24'];

/** Node 20 and 24: this one, what TALLYSTICK_NODE_20 or _24 names, or what `npm run setup:e2e` installed. */
export const nodes: readonly NodeProgram[] = MAJORS.map((major) => {
  const installed = join(root, '.e2e', `node-${major}`, 'node_modules', 'node', 'bin', 'node');
  const candidates = [process.env[`TALLYSTICK_NODE_${major}`] ?? '', process.execPath, installed];
  return { major, path: candidates.find((path) => path !== '' && existsSync(path) && majorOf(path) === major) };
});

function majorOf(path: string): string | undefined {
  if (path === process.execPath) return process.versions.node.split('.')[0];
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return /^v(\d+)\./.exec(stdout ?? '')?.[1];
}
