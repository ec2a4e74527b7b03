import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServerEntry } from '../../mcp/servers-text.js';

/**
 * Writes the agents' servers to a file for `claude --mcp-config`: below `.tallystick`, so that no user file changes. It
 * contains no secrets: servers get the environment of `claude`, and paths of data.
 *
 * @param servers `tallystick` is this program
 * @param self this program, for embedded servers: it need not be on `PATH`
 * @returns the file, absolute; undefined: there are no servers
 */
export function writeMcpConfig(
  workspace: string,
  servers: Readonly<Record<string, ServerEntry>>,
  self: { readonly command: string; readonly args: readonly string[] },
): string | undefined {
  if (Object.keys(servers).length === 0) return undefined;
  const file = join(workspace, '.tallystick', 'build', 'mcp.json');
  const started = Object.entries(servers).map(([name, entry]): [string, ServerEntry] => [
    name,
    entry.command === 'tallystick' ? { ...entry, command: self.command, args: [...self.args, ...entry.args] } : entry,
  ]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.tmp`, `${JSON.stringify({ mcpServers: Object.fromEntries(started) }, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
  return file;
}
