import { resolve } from 'node:path';
import type { Config } from '../config/schema.js';
import type { Journal } from '../journal/entry.js';
import { makeRunFolder } from '../journal/run-folder.js';
import type { EmbeddedEngine, EngineContext } from '../mcp/engines/embedded.js';
import { lazyValue } from '../mcp/lazy-value.js';
import { contractScan } from '../mcp/toolsets/contract-scan.js';
import { knownHint } from '../model/nearest.js';
import { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import { cacheDirectory } from './cache-directory.js';
import { type Arguments, type Command, type Io, switchOption, textOption } from './command.js';
import { existingFolder } from './folders.js';
import { SCAN_OPTIONS, wishesOf } from './scan.js';

/** The exit code after Ctrl-C. */
const INTERRUPTED = 130;

export const serve: Command = {
  name: 'serve',
  summary: 'Serve the embedded engines to coding agents and editors (MCP, over standard input and output).',
  operands: '[engine...]',
  options: [
    { flags: '--dir <dir>', description: 'The folder that the engines work on.', default: 'the current one' },
    { flags: '--database <file>', description: 'Database file of the engine (one engine only).' },
    { flags: '--no-journal', description: 'Do not record which tools were called.' },
    ...SCAN_OPTIONS,
  ],
  examples: [
    { command: 'tallystick serve', does: 'all engines: contract-scan, contract-engine, codebase-intelligence, architect' },
    { command: 'tallystick serve contract-scan', does: 'one of them' },
    { command: 'tallystick serve --dir services/books', does: 'for one service of a repository' },
  ],
  run: runServe,
};

/** The engines' context, with the settings. */
interface Settled extends Pick<EngineContext, 'scan'> {
  readonly config: Config;
}

async function runServe(given: Arguments, io: Io): Promise<number> {
  const { embeddedEngines } = await import('../mcp/engines/index.js');
  const engines = chosen(given.operands, [contractScanEngine(given, io), ...embeddedEngines]);
  const databasePath = databaseOf(given, io, engines);
  // Resolved on the first call, so that a client sees the tools at once. An error in the settings is the answer to that call;
  // after a fix the server need not restart.
  const settled = lazyValue(async (): Promise<Settled> => {
    const { settle } = await import('./settings.js');
    const { request, resolved } = await settle({ ...wishesOf(given, io), dir: textOption(given, 'dir') });
    makeRunFolder(request.repository);
    return { scan: { ...request, cacheDirectory: cacheDirectory(io.env) }, config: resolved.config };
  });
  // One variable names one file; with several engines it is ambiguous.
  const env = engines.length === 1 ? io.env : { ...io.env, DATABASE_PATH: undefined };
  const served = engines.map(({ toolset, open, databaseBy }) => ({
    toolset,
    open: async () => {
      const { scan, config } = await settled();
      return open({ scan, databasePath: databasePath ?? databaseBy?.({ repository: scan.repository, config, env }) });
    },
  }));
  const { serveStdio } = await import('../mcp/serve-stdio.js');
  const tell = (text: string): void => io.stderr.write(`${text.split('\n').map(plain).join('\n')}\n`);
  const isInterrupted = await serveStdio(served, {
    interruption: io.interruption?.(),
    onBug: (error) => tell(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    ...(switchOption(given, 'journal', true) ? { journal: await journalOf(given, io, tell) } : {}),
  });
  return isInterrupted ? INTERRUPTED : 0;
}

/** Settles anew for each call, so that an edited configuration counts. */
function contractScanEngine(given: Arguments, io: Io): EmbeddedEngine {
  return {
    toolset: contractScan,
    open: async () => {
      const { settle } = await import('./settings.js');
      const { openContractScan } = await import('./serving/contract-scan.js');
      const wishes = { ...wishesOf(given, io), dir: textOption(given, 'dir') };
      return openContractScan(() => settle(wishes), cacheDirectory(io.env));
    },
  };
}

/** The journal of the repository; none if the folder does not exist, which every answer reports. */
async function journalOf(given: Arguments, io: Io, onProblem: (why: string) => void): Promise<Journal> {
  const { findRepository } = await import('../config/repository.js');
  const { openJournal } = await import('../journal/write.js');
  const { noJournal } = await import('../journal/entry.js');
  const { secretsOf } = await import('../model/secrets.js');
  try {
    const repository = findRepository(existingFolder(io.cwd, textOption(given, 'dir') ?? '.'));
    return openJournal(repository, { secrets: secretsOf(io.env), onProblem });
  } catch (error) {
    if (error instanceof UserError) return noJournal;
    throw error;
  }
}

/** The named engines; without names all. UserError: unknown name. */
function chosen(names: readonly string[], engines: readonly EmbeddedEngine[]): readonly EmbeddedEngine[] {
  const known = engines.map(({ toolset }) => toolset.id);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new UserError(`There is no engine ${name}.`, { hint: knownHint(name, known) });
  }
  return names.length === 0 ? engines : engines.filter(({ toolset }) => names.includes(toolset.id));
}

function databaseOf(given: Arguments, io: Io, engines: readonly EmbeddedEngine[]): string | undefined {
  const named = textOption(given, 'database');
  if (named === undefined) return undefined;
  if (engines.length !== 1)
    throw new UserError('--database names the file of one engine.', { hint: 'Say which: tallystick serve contract-engine.' });
  return resolve(io.cwd, named);
}
