import { spawnSync } from 'node:child_process';

/** A Node that the action is run on. */
interface NodeProgram {
  readonly major: string;
  /** Its path; undefined where it is not installed. */
  readonly path: string | undefined;
}

const CURRENT = process.versions.node.split('.')[0] ?? '';
const MAJORS = new Set(['20', '24', CURRENT]);

/** Node 20 and 24 as npm has them in the package `node` (`npm run setup:e2e` fetches it), and the one that runs the tests. */
const nodes: readonly NodeProgram[] = [...MAJORS].map((major) => ({ major, path: pathOf(major) }));

/** Those that are there. */
export const installed: readonly { readonly major: string; readonly path: string }[] = nodes.flatMap(({ major, path }) =>
  path === undefined ? [] : [{ major, path }],
);

/** Prints that tests were not run on a Node, where they were not. */
export function tellIfNotRun(what: string): void {
  const missing = nodes.filter(({ path }) => path === undefined).map(({ major }) => major);
  if (missing.length > 0)
    process.stderr.write(
      `not run: ${what} on Node ${missing.join(', ')} (npm has none in its cache; npm run setup:e2e fetches it)\n`,
    );
}

function pathOf(major: string): string | undefined {
  if (major === CURRENT) return process.execPath;
  const words = ['--offline', '--yes', '--package', `node@${major}`, 'node', '--print', 'process.execPath'];
  const { status, stdout } = spawnSync('npx', words, { encoding: 'utf8', shell: process.platform === 'win32' });
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined;
}
