import { join } from 'node:path';
import { openContractEngine } from '../../../../src/mcp/engines/contract-engine/contract-engine.js';
import type { EngineContext } from '../../../../src/mcp/engines/embedded.js';
import { folderOf } from '../../../temporary-folder.js';

export type ContractEngine = Awaited<ReturnType<typeof openContractEngine>>;
const opened: ContractEngine[] = [];

const SCANS = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };

/** What is scanned: a repository, as the settings without a configuration say. */
export function scanOf(repository: string, changes: Partial<EngineContext['scan']> = {}): EngineContext['scan'] {
  return { repository, dir: repository, scans: SCANS, ...changes };
}

/** An engine for a folder with these files. */
export async function engineFor(
  files: Readonly<Record<string, string>>,
  changes: Partial<EngineContext['scan']> = {},
): Promise<{ readonly engine: ContractEngine; readonly folder: string }> {
  const folder = folderOf(files);
  return { folder, engine: await engineIn(folder, changes) };
}

/** An engine for a folder that is there. */
export async function engineIn(folder: string, changes: Partial<EngineContext['scan']> = {}): Promise<ContractEngine> {
  const engine = await openContractEngine({
    scan: scanOf(folder, changes),
    databasePath: join(folder, '.tallystick', 'contracts.db'),
  });
  opened.push(engine);
  return engine;
}

/** Ends all that were opened. */
export async function closeEngines(): Promise<void> {
  for (const engine of opened.splice(0)) await engine.close();
}

/** A contract with these paths, and more. */
export function openapi(paths: object, more: object = {}): Record<string, unknown> {
  return { openapi: '3.0.3', info: { title: 'Books', version: '1.2.0' }, paths, ...more };
}
