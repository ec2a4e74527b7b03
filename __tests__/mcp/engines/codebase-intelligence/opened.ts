import { join } from 'node:path';
import { openCodebaseIntelligence } from '../../../../src/mcp/engines/codebase-intelligence/codebase-intelligence.js';
import type { EngineContext } from '../../../../src/mcp/engines/embedded.js';
import { folderOf } from '../../../temporary-folder.js';
import { scanOf } from '../contract-engine/opened.js';

export type CodebaseIntelligence = Awaited<ReturnType<typeof openCodebaseIntelligence>>;
const opened: CodebaseIntelligence[] = [];

/** An engine for a folder with these files. */
export async function engineFor(
  files: Readonly<Record<string, string>>,
  changes: Partial<EngineContext['scan']> = {},
): Promise<{ readonly engine: CodebaseIntelligence; readonly folder: string }> {
  const folder = folderOf(files);
  return { folder, engine: await engineIn(folder, changes) };
}

/** An engine for a folder that is there. */
export async function engineIn(folder: string, changes: Partial<EngineContext['scan']> = {}): Promise<CodebaseIntelligence> {
  const engine = await openCodebaseIntelligence({
    scan: scanOf(folder, changes),
    databasePath: join(folder, '.tallystick', 'index.db'),
  });
  opened.push(engine);
  return engine;
}

/** Ends all that were opened. */
export async function closeEngines(): Promise<void> {
  for (const engine of opened.splice(0)) await engine.close();
}
