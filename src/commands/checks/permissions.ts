import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLinkOut } from '../../config/inside.js';
import type { Check } from '../../reports/preflight.js';
import type { Surroundings } from './surroundings.js';

const WORKFLOWS = '.github/workflows';
const LARGEST = 500_000;
/** What the agent signs in with where it has no sign-in of its own. */
const AGENT_TOKENS = ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'];
/** Without these a result is not published as a check run and a comment; it is then in the log and the summary alone. */
const PUBLISHING = ['checks', 'pull-requests'];

/** The agent's token, told by its name alone, and what the workflows that use this tool allow its token. */
export async function permissionChecks({ repository, env }: Surroundings): Promise<readonly Check[]> {
  const token = AGENT_TOKENS.find((name) => (env[name] ?? '') !== '');
  const agent: Check =
    token === undefined
      ? {
          name: 'token',
          status: 'skipped',
          message: `neither ${AGENT_TOKENS.join(' nor ')} is set: builds need the sign-in of claude`,
        }
      : { name: 'token', status: 'ok', message: `${token} is set, for builds; no server is given it` };
  return [agent, ...(await workflowChecks(repository))];
}

async function workflowChecks(repository: string): Promise<readonly Check[]> {
  const folder = join(repository, WORKFLOWS);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true || isLinkOut(repository, folder)) return [];
  const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  const { parse } = await import('yaml');
  return files.flatMap((name) => {
    const found = lstatSync(join(folder, name));
    if (!found.isFile() || found.size > LARGEST) return [];
    try {
      return workflowCheck(`${WORKFLOWS}/${name}`, parse(readFileSync(join(folder, name), 'utf8'), { logLevel: 'silent' }));
    } catch {
      // GitHub says what is wrong with it.
      return [];
    }
  });
}

/** Of a workflow that has a step of this tool; of others nothing. */
function workflowCheck(name: string, workflow: unknown): readonly Check[] {
  const jobs = member(workflow, 'jobs');
  const own = Object.values(isRecord(jobs) ? jobs : {}).filter(publishes);
  if (own.length === 0) return [];
  const lacking = PUBLISHING.filter(
    (scope) => !own.every((job) => mayWrite(member(job, 'permissions') ?? member(workflow, 'permissions'), scope)),
  );
  if (lacking.length === 0) return [{ name, status: 'ok', message: 'its token may write check runs and comments' }];
  const wanted = lacking.map((scope) => `${scope}: write`).join(', ');
  return [
    {
      name,
      status: 'warning',
      message: `its token may not write ${lacking.join(' and ')}, or is not said to`,
      hint: `Add to the permissions of the job: ${wanted}.`,
    },
  ];
}

/** A job that compares and publishes: the modes of shards and of regressions publish otherwise. */
function publishes(job: unknown): boolean {
  const steps = member(job, 'steps');
  return (Array.isArray(steps) ? steps : []).some((step) => {
    const uses = member(step, 'uses');
    const mode = member(member(step, 'with'), 'mode') ?? 'scan';
    return (
      typeof uses === 'string' &&
      /(?:^|\/)tallystick(?:\/(?:merge|report))?@/.test(uses) &&
      ['scan', 'merge', 'report', 'validate'].includes(String(mode))
    );
  });
}

function mayWrite(permissions: unknown, scope: string): boolean {
  return permissions === 'write-all' || member(permissions, scope) === 'write';
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
