import { basename } from 'node:path';
import type { Resolved } from '../config/resolve.js';
import type { Choice } from '../mcp/choose.js';
import type { MapOfCode } from '../mcp/codebase-map.js';
import type { Engine } from '../mcp/engine.js';
import { codebaseIntelligence } from '../mcp/toolsets/codebase-intelligence.js';
import { secretsOf } from '../model/secrets.js';
import { UserError } from '../model/user-error.js';
import type { ScanRequest } from '../scan.js';
import type { Io } from './command.js';

/** The scanned service, and the trust in its configuration. */
export interface MapRequest {
  readonly scan: ScanRequest;
  readonly resolved: Resolved;
  /** The user allowed the configuration to start servers. */
  readonly allowCommands: boolean;
}

/**
 * `CODEBASE_MAP.md`: from Codebase Intelligence if it is enabled, `replace_static_map` is on and it answers, else from the
 * scan's facts (REQ-054).
 */
export async function mapText({ scan, resolved, allowCommands }: MapRequest, io: Io): Promise<string> {
  const [{ codebaseMap }, { mapOfFacts }, { chooseEngine, commandTrust }] = await Promise.all([
    import('../reports/codebase-map.js'),
    import('../mcp/codebase-map.js'),
    import('../mcp/choose.js'),
  ]);
  const facts = await mapOfFacts(scan);
  const commands = commandTrust(allowCommands, io.env);
  const choice = chooseEngine('codebase-intelligence', { resolved, commands, env: io.env, repository: scan.repository });
  const isAsked = choice.kind !== 'off' && resolved.config.codebase_intelligence.replace_static_map;
  const map = isAsked ? await optionsOf(choice, facts, { scan, resolved }, io) : facts;
  return codebaseMap({ title: basename(scan.dir), ...map });
}

async function optionsOf(
  choice: Choice,
  facts: MapOfCode,
  request: Pick<MapRequest, 'scan' | 'resolved'>,
  io: Io,
): Promise<MapOfCode> {
  const [{ mapOfEngine }, { clientOf }, { limitsOf }, { openJournal }] = await Promise.all([
    import('../mcp/codebase-map.js'),
    import('../mcp/clients/client.js'),
    import('../mcp/clients/limits.js'),
    import('../journal/write.js'),
  ]);
  const limits = limitsOf(io.env);
  let engine: Engine<typeof codebaseIntelligence.tools>;
  try {
    engine = await intelligenceOf(choice, request, io.env);
  } catch (error) {
    const isExpected = error instanceof UserError || (error instanceof Error && error.name === 'CallError');
    if (!isExpected) throw error;
    return { ...facts, why: `Codebase Intelligence did not answer: ${error.message}` };
  }
  try {
    const journal = openJournal(request.scan.repository, { secrets: secretsOf(io.env) });
    const map = await mapOfEngine(facts, clientOf(engine, { agent: 'facts', journal, limits }));
    const why = choice.kind === 'embedded' ? (map.why ?? choice.why) : map.why;
    return why === undefined ? map : { ...map, why };
  } finally {
    await engine.close();
  }
}

/** Opens the configured Codebase Intelligence. @throws UserError or CallError when the embedded one cannot be opened */
export async function intelligenceOf(
  choice: Choice,
  { scan, resolved }: Pick<MapRequest, 'scan' | 'resolved'>,
  variables: Io['env'],
): Promise<Engine<typeof codebaseIntelligence.tools>> {
  if (choice.kind === 'server') {
    const { openSession } = await import('../mcp/sessions/session.js');
    return openSession(codebaseIntelligence, choice.server.address, choice.server.options);
  }
  const [{ openCodebaseIntelligence }, { indexDatabase }] = await Promise.all([
    import('../mcp/engines/codebase-intelligence/codebase-intelligence.js'),
    import('../mcp/engines/codebase-intelligence/index-place.js'),
  ]);
  const configured = resolved.config.codebase_intelligence.database_path;
  // `DATABASE_PATH` is for external servers: here it may be the database of the scanned service.
  const env = { ...variables, DATABASE_PATH: undefined };
  return openCodebaseIntelligence({ scan, databasePath: indexDatabase({ repository: scan.repository, configured, env }) });
}
