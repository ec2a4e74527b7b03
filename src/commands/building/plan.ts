import type { Plan } from '../../builder/plan/plan.js';
import { readPlan } from '../../builder/plan/read-plan.js';
import { noJournal } from '../../journal/entry.js';
import { openJournal } from '../../journal/write.js';
import { clientOf } from '../../mcp/clients/client.js';
import { limitsOf } from '../../mcp/clients/limits.js';
import { namedServer } from '../../mcp/named-server.js';
import type { StdioServer } from '../../mcp/sessions/server-address.js';
import { architect } from '../../mcp/toolsets/architect.js';
import { secretsOf } from '../../model/secrets.js';
import { TOOL } from '../../model/tool.js';
import type { EnginesRequest } from './engines-request.js';

/** The plan to read, and the server to ask when its document has no milestones. */
export interface PlanRequest extends Pick<EnginesRequest, 'workspace' | 'scan' | 'env' | 'commands' | 'warn'> {
  /** As `readPlan` takes it. */
  readonly file: string | undefined;
  /** Write nothing, not even a line of the journal. */
  readonly dry: boolean;
}

const ARCHITECT = /^architect$/;
const BOUNDS = { startupTimeoutMs: 30_000, toolTimeoutMs: 60_000 };

/**
 * Reads the plan. The Architect of `.mcp.json` splits a document without milestones, if commands may be started (INT-003).
 * Without its answer the document is one milestone. The embedded Architect would not add anything, because the plan's reader
 * knows the same rules.
 *
 * @throws UserError as `readPlan` does
 */
export async function planToBuild(request: PlanRequest): Promise<Plan> {
  const { workspace, file, scan, commands, warn } = request;
  const named = namedServer(scan.repository, ARCHITECT);
  if (named.kind !== 'server' || named.address.command === TOOL.name) return readPlan(workspace, file);
  const { readPlanWithArchitect } = await import('../../builder/plan/asked-plan.js');
  return readPlanWithArchitect(workspace, file, (prd) => {
    if (commands.why === undefined) return asked(prd, named.address, request);
    warn(`The Architect in .mcp.json was not used to split the document: ${commands.why}`);
    return Promise.resolve(undefined);
  });
}

async function asked(prd: string, address: StdioServer, { scan, env, dry, warn }: PlanRequest) {
  const { openSession } = await import('../../mcp/sessions/session.js');
  const engine = openSession(architect, address, { ...BOUNDS, env });
  try {
    const journal = dry ? noJournal : openJournal(scan.repository, { secrets: secretsOf(env) });
    const client = clientOf(engine, { agent: 'build', journal, limits: limitsOf(env) });
    const { value, failure } = await client.decompose({ prd });
    if (failure === undefined) return value;
    warn(`The Architect did not answer: ${failure.message.replace(/\.$/, '')}. The build treats the document as one milestone.`);
    return undefined;
  } finally {
    await engine.close();
  }
}
