import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLinkOut } from '../../config/inside.js';
import { isRecord, ownMember } from '../../model/json.js';
import type { Check } from '../../reports/preflight.js';
import type { Surroundings } from './surroundings.js';

const WORKFLOWS = '.github/workflows';
const LARGEST = 500_000;
/** Variables with which an agent without a login signs in. */
const AGENT_TOKENS = ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'];
/** Without these permissions results appear only in the log and the summary, not as check run and comment. */
const PUBLISHING = ['checks', 'pull-requests'];

/** Checks the agent's token, by its name alone, and the permissions of workflows that use this tool. */
export async function permissionChecks({ repository, env }: Surroundings): Promise<readonly Check[]> {
  const token = AGENT_TOKENS.find((name) => (env[name] ?? '') !== '');
  const agent: Check =
    token === undefined
      ? {
          name: 'token',
          status: 'skipped',
          message: `neither ${AGENT_TOKENS.join(' nor ')} is set, so builds need a claude login`,
        }
      : { name: 'token', status: 'ok', message: `${token} is set, for builds; servers do not receive it` };
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
      // GitHub reports this error itself.
      return [];
    }
  });
}

/** Checks workflows that have a step of this tool. */
function workflowCheck(name: string, workflow: unknown): readonly Check[] {
  const jobs = ownMember(workflow, 'jobs');
  const own = Object.values(isRecord(jobs) ? jobs : {}).filter(publishes);
  if (own.length === 0) return [];
  const lacking = PUBLISHING.filter(
    (scope) => !own.every((job) => mayWrite(ownMember(job, 'permissions') ?? ownMember(workflow, 'permissions'), scope)),
  );
  if (lacking.length === 0) return [{ name, status: 'ok', message: 'its token may write check runs and comments' }];
  const requested = lacking.map((scope) => `${scope}: write`).join(', ');
  return [
    {
      name,
      status: 'warning',
      message: `its token has no permission to write ${lacking.join(' and ')}, or declares none`,
      hint: `Add to the permissions of the job: ${requested}.`,
    },
  ];
}

/** Whether a job compares and publishes: the modes of shards and of regressions publish in another way. */
function publishes(job: unknown): boolean {
  const steps = ownMember(job, 'steps');
  return (Array.isArray(steps) ? steps : []).some((step) => {
    const uses = ownMember(step, 'uses');
    const mode = ownMember(ownMember(step, 'with'), 'mode') ?? 'scan';
    return (
      typeof uses === 'string' &&
      /(?:^|\/)tallystick(?:\/(?:merge|report))?@/.test(uses) &&
      ['scan', 'merge', 'report', 'validate'].includes(String(mode))
    );
  });
}

function mayWrite(permissions: unknown, scope: string): boolean {
  return permissions === 'write-all' || ownMember(permissions, scope) === 'write';
}
