import { SERVERS_FILE } from '../../mcp/servers-file.js';
import type { SessionOptions, StdioServer } from '../../mcp/sessions/server-address.js';
import type { Check } from '../../reports/preflight.js';
import type { Surroundings } from './surroundings.js';

const NAME = 'task-master';
const MOST_PROBLEMS = 3;
const BOUNDS: Omit<SessionOptions, 'env'> = { startupTimeoutMs: 30_000, toolTimeoutMs: 15_000 };

/** Checks the tasks of the TaskMaster server in `.mcp.json` (spec 001, D3). Starts it only when a trusted user allowed commands. */
export async function taskServerChecks(where: Surroundings): Promise<readonly Check[]> {
  const { taskServer } = await import('../../mcp/task-server.js');
  const { commandTrust } = await import('../../mcp/choose.js');
  const found = taskServer(where.repository);
  if (found.kind === 'none') return [];
  if (found.kind === 'unusable')
    return [{ name: NAME, status: 'warning', message: `${found.name}: ${found.why}`, hint: `Look at ${SERVERS_FILE}.` }];
  const { why } = commandTrust(where.allowCommands, where.env);
  if (why !== undefined)
    return [{ name: NAME, status: 'skipped', message: `${found.name} was not started: ${why.replace(/\.$/, '')}` }];
  return [await asked(found.address, where)];
}

async function asked(address: StdioServer, { repository, env }: Surroundings): Promise<Check> {
  const { openSession } = await import('../../mcp/sessions/session.js');
  const { taskMaster } = await import('../../mcp/toolsets/task-master.js');
  const { clientOf } = await import('../../mcp/clients/client.js');
  const { limitsOf } = await import('../../mcp/clients/limits.js');
  const { openJournal } = await import('../../journal/write.js');
  const { secretsOf } = await import('../../model/secrets.js');
  const { problemsOf } = await import('../../mcp/task-files.js');
  const session = openSession(taskMaster, address, { ...BOUNDS, env });
  const started = performance.now();
  try {
    const journal = openJournal(repository, { secrets: secretsOf(env) });
    const client = clientOf(session, { agent: 'preflight', journal, limits: { ...limitsOf(env), retries: 0 } });
    const { value, failure } = await client.get_tasks({ projectRoot: repository });
    const latencyMs = Math.round(performance.now() - started);
    const hint = `Check its entry in ${SERVERS_FILE}.`;
    if (failure !== undefined)
      return { name: NAME, status: 'failed', message: failure.message.replace(/\.$/, ''), hint, latencyMs };
    const problems = problemsOf(value.tasks);
    const count = `${value.tasks.length} ${value.tasks.length === 1 ? 'task' : 'tasks'}`;
    if (problems.length === 0) return { name: NAME, status: 'ok', message: `${count}, answered in ${latencyMs} ms`, latencyMs };
    const more = problems.length > MOST_PROBLEMS ? ` and ${problems.length - MOST_PROBLEMS} more` : '';
    const message = `${problems.slice(0, MOST_PROBLEMS).join('; ')}${more}`;
    return {
      name: NAME,
      status: 'failed',
      message,
      hint: 'Fix it with TaskMaster, because only TaskMaster writes its tasks.',
      latencyMs,
    };
  } finally {
    await session.close();
  }
}
