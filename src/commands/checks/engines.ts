import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfiguredServer } from '../../mcp/configured-server.js';
import type { Engine } from '../../mcp/engine.js';
import type { EmbeddedEngine } from '../../mcp/engines/embedded.js';
import { UserError } from '../../model/user-error.js';
import type { Check } from '../../reports/preflight.js';
import { cacheDirectory } from '../cache-directory.js';
import type { ScanSettings } from '../settings.js';
import type { Surroundings } from './surroundings.js';

/** Cheap read-only calls that show whether an engine answers. */
const QUESTIONS: Readonly<Record<string, { readonly tool: string; readonly input: Record<string, unknown> }>> = {
  'contract-engine': { tool: 'list_contracts', input: {} },
  'codebase-intelligence': { tool: 'search_semantic', input: { query: 'health', n_results: 1 } },
  architect: { tool: 'get_service_map', input: {} },
};

/** Checks whether each engine answers, how quickly, and whether it has the required tools. */
export async function engineChecks(where: Surroundings): Promise<readonly Check[]> {
  if (where.settings === undefined) return [];
  const { embeddedEngines } = await import('../../mcp/engines/index.js');
  const { chooseEngine, commandTrust } = await import('../../mcp/choose.js');
  const { resolved } = where.settings;
  const commands = commandTrust(where.allowCommands, where.env);
  const request = { resolved, commands, env: where.env, repository: where.repository };
  const found: Check[] = [];
  for (const engine of embeddedEngines) {
    const { id } = engine.toolset;
    const choice = id === 'architect' ? ({ kind: 'embedded' } as const) : chooseEngine(idOf(id), request);
    if (choice.kind === 'server') found.push(await serverCheck(engine, choice, where));
    else if (choice.kind === 'off' && id !== 'contract-engine') found.push(switchedOff(id));
    // `validate` asks the embedded Contract Engine even when the settings enable no engine.
    else found.push(await embeddedCheck(engine, where, where.settings, choice.kind === 'embedded' ? choice.why : undefined));
  }
  return found;
}

function idOf(id: string): 'contract-engine' | 'codebase-intelligence' {
  return id === 'contract-engine' ? id : 'codebase-intelligence';
}

function switchedOff(id: string): Check {
  return { name: id, status: 'skipped', message: `it is switched off (${id.replaceAll('-', '_')}.enabled)` };
}

const HINT = 'Check its settings, and whether `.tallystick` is writable.';

/** Checks the embedded engine; without a database it uses a temporary one, so that the check creates none. */
async function embeddedCheck(
  { toolset, open, databaseBy }: EmbeddedEngine,
  { repository, env }: Surroundings,
  { request, resolved: { config } }: ScanSettings,
  why: string | undefined,
): Promise<Check> {
  const started = performance.now();
  const temporary = mkdtempSync(join(tmpdir(), 'tallystick-'));
  const scan = { ...request, cacheDirectory: cacheDirectory(env) };
  let engine: Engine | undefined;
  try {
    const usual = databaseBy?.({ repository, config, env });
    const databasePath = usual !== undefined && existsSync(usual) ? usual : join(temporary, 'engine.db');
    engine = await open({ scan, databasePath });
    const failure = await failureOf(engine, repository, env);
    const latencyMs = Math.round(performance.now() - started);
    if (failure !== undefined) return { name: toolset.id, status: 'failed', message: failure, hint: HINT, latencyMs };
    if (why !== undefined) {
      const hint = 'Until then, the embedded engine is used.';
      return { name: toolset.id, status: 'warning', message: why.replace(/\.$/, ''), hint, latencyMs };
    }
    return { name: toolset.id, status: 'ok', message: `embedded, answered in ${latencyMs} ms`, latencyMs };
  } catch (error) {
    if (!(error instanceof Error) || !['UserError', 'CallError'].includes(error.name)) throw error;
    const hint = error instanceof UserError && error.hint !== undefined ? error.hint : HINT;
    return { name: toolset.id, status: 'failed', message: error.message.replace(/\.$/, ''), hint };
  } finally {
    await engine?.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Makes one attempt, which the journal records. */
async function failureOf(engine: Engine, repository: string, env: Surroundings['env']): Promise<string | undefined> {
  const question = QUESTIONS[engine.toolset.id];
  if (question === undefined) return undefined;
  const { clientOf } = await import('../../mcp/clients/client.js');
  const { limitsOf } = await import('../../mcp/clients/limits.js');
  const { openJournal } = await import('../../journal/write.js');
  const { secretsOf } = await import('../../model/secrets.js');
  const journal = openJournal(repository, { secrets: secretsOf(env) });
  const client = clientOf(engine, { agent: 'preflight', journal, limits: { ...limitsOf(env), retries: 0 } });
  const answer = await client[question.tool]?.(question.input);
  return answer?.failure?.message.replace(/\.$/, '');
}

interface ChosenServer {
  readonly server: ConfiguredServer;
  readonly namedBy: string;
}

/** Checks whether a server starts, which tools it has, and whether it answers. Validation works without it, but this command reports it. */
async function serverCheck({ toolset }: EmbeddedEngine, { server, namedBy }: ChosenServer, where: Surroundings): Promise<Check> {
  const { openSession } = await import('../../mcp/sessions/session.js');
  const { misfitsOf } = await import('../../mcp/tool-shapes.js');
  const name = toolset.id;
  const hint = `Check ${namedBy}. Until then, the embedded engine is used.`;
  const session = openSession(toolset, server.address, server.options);
  const started = performance.now();
  try {
    const { name: title, version, tools } = await session.open();
    const failure = await failureOf(session, where.repository, where.env);
    const latencyMs = Math.round(performance.now() - started);
    if (failure !== undefined) return { name, status: 'failed', message: failure, hint, latencyMs };
    const { absent, different } = tools === undefined ? { absent: [], different: [] } : misfitsOf(toolset, tools);
    const misfits = [...(absent.length === 0 ? [] : [`it lacks ${absent.join(', ')}`]), ...different].join('; ');
    if (misfits !== '') return { name, status: 'failed', message: misfits, hint, latencyMs };
    return { name, status: 'ok', message: `${title} ${version} answered in ${latencyMs} ms`.replaceAll('  ', ' '), latencyMs };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'CallError') throw error;
    return { name, status: 'failed', message: error.message.replace(/\.$/, ''), hint };
  } finally {
    await session.close();
  }
}
