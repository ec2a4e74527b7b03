import type { Plan } from '../../build/plan/plan.js';
import { readPlan } from '../../build/plan/read-plan.js';
import { noJournal } from '../../journal/entry.js';
import { openJournal } from '../../journal/write.js';
import type { CommandTrust } from '../../mcp/choose.js';
import { clientOf } from '../../mcp/clients/client.js';
import { limitsOf } from '../../mcp/clients/limits.js';
import type { Engine } from '../../mcp/engine.js';
import { namedServer } from '../../mcp/named-server.js';
import type { StdioServer } from '../../mcp/sessions/server-address.js';
import type { architect } from '../../mcp/toolsets/architect.js';
import { secretsOf } from '../../model/secrets.js';
import type { ScanRequest } from '../../scan.js';

/** What is to be built, and whom to ask where its document has no milestones. */
export interface PlanRequest {
  /** Absolute and real. */
  readonly workspace: string;
  /** As `readPlan` takes it. */
  readonly file: string | undefined;
  readonly scan: ScanRequest;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly commands: CommandTrust;
  /** Nothing is to be written: not even that somebody was asked. */
  readonly dry: boolean;
  readonly warn: (warning: string) => void;
}

const ARCHITECT = /^architect$/;
const BOUNDS = { startupTimeoutMs: 30_000, toolTimeoutMs: 60_000 };

/**
 * Reads the plan. A document without milestones is taken apart by an Architect where `.mcp.json` names one (seed 000, INT-003): its server
 * where commands may be started, else the engine of this process.
 *
 * @throws UserError as `readPlan` does
 */
export async function planToBuild(request: PlanRequest): Promise<Plan> {
  const { workspace, file, scan } = request;
  const named = namedServer(scan.repository, ARCHITECT);
  if (named.kind === 'none' || named.name !== 'architect') return readPlan(workspace, file);
  const { readPlanAsking } = await import('../../build/plan/asked-plan.js');
  return readPlanAsking(workspace, file, async (prd) => {
    const engine = await architectOf(request, named.kind === 'server' ? named.address : undefined);
    try {
      const journal = request.dry ? noJournal : openJournal(scan.repository, { secrets: secretsOf(request.env) });
      const client = clientOf(engine, { agent: 'build', journal, limits: limitsOf(request.env) });
      const { value, failure } = await client.decompose({ prd });
      if (failure === undefined) return value;
      request.warn(`The Architect gave no answer: ${failure.message.replace(/\.$/, '')}. The document is one milestone.`);
      return undefined;
    } finally {
      await engine.close();
    }
  });
}

async function architectOf(
  { scan, env, commands, warn }: PlanRequest,
  address: StdioServer | undefined,
): Promise<Engine<typeof architect.tools>> {
  const { openArchitect } = await import('../../mcp/engines/architect/architect.js');
  // Ours, as `tallystick init --mcp` names it, need not be started.
  if (address === undefined || address.command === 'tallystick') return openArchitect({ scan });
  if (commands.why !== undefined) {
    warn(`The Architect that .mcp.json names was not started: ${commands.why}`);
    return openArchitect({ scan });
  }
  const { openSession } = await import('../../mcp/sessions/session.js');
  const { architect: toolset } = await import('../../mcp/toolsets/architect.js');
  return openSession(toolset, address, { ...BOUNDS, env });
}
