import type { Check } from '../../reports/preflight.js';
import { programOf } from './program.js';
import type { Surroundings } from './surroundings.js';

/** As `engines` of package.json says. */
const OLDEST_NODE = [20, 19] as const;

/** Checks Node.js, git, and the agent that builds. */
export async function programChecks({ env, repository }: Surroundings): Promise<readonly Check[]> {
  const [git, claude] = await Promise.all([programOf('git', env, repository), programOf('claude', env, repository)]);
  return [
    nodeCheck(process.versions.node),
    git === undefined
      ? {
          name: 'git',
          status: 'warning',
          message: 'git is not found, so changed files and tracked but ignored files are unknown',
          hint: 'Install it, and add it to PATH.',
        }
      : { name: 'git', status: 'ok', message: git.version ?? 'it is there' },
    claude === undefined
      ? {
          name: 'claude',
          status: 'warning',
          message: 'claude is not found; it is needed for builds only',
          hint: 'Install it with `npm install -g @anthropic-ai/claude-code`.',
        }
      : { name: 'claude', status: 'ok', message: claude.version ?? 'it is there, but does not report its version' },
  ];
}

/** @param version such as `24.1.0` */
export function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldest, least] = OLDEST_NODE;
  if (major > oldest || (major === oldest && minor >= least))
    return { name: 'node', status: 'ok', message: `Node.js ${version}` };
  return {
    name: 'node',
    status: 'failed',
    message: `Node.js ${version} is too old`,
    hint: `Install ${oldest}.${least} or a later one.`,
  };
}
