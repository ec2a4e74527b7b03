import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { scan } from '../../src/commands/scan.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

/** A whole result with many findings, of several services. */
const EXAMPLE = join(import.meta.dirname, '../../examples/platform');
const witness = join(folderOf({}), 'started');
const START = ['-e', `require('fs').writeFileSync(${JSON.stringify(witness)}, '')`];

const started = { command: process.execPath, args: START };
const unreachable = { command: 'no-such-server-anywhere', args: [] };
const serversOf = (server: object): string =>
  JSON.stringify({
    mcpServers: { 'contract-engine': server, 'codebase-intelligence': server, architect: server, 'task-master-ai': server },
  });
const engines = (settings: object): string =>
  `\ncontract_engine: ${JSON.stringify(settings)}\ncodebase_intelligence: ${JSON.stringify(settings)}\n`;
const command = { mcp_command: process.execPath, mcp_args: START };

/** The folders have one name: it stands in reports. */
function copyWith(files: { readonly servers?: string; readonly settings?: string }): string {
  const folder = join(folderOf({}), 'platform');
  cpSync(EXAMPLE, folder, { recursive: true });
  if (files.servers !== undefined) writeFileSync(join(folder, '.mcp.json'), files.servers);
  if (files.settings !== undefined) writeFileSync(join(folder, '.tallystick.yml'), files.settings, { flag: 'a' });
  return folder;
}

const FORMATS = ['json', 'text', 'markdown', 'sarif', 'junit', 'html'] as const;

/** The report in each format, without how long it took, and what the scan left behind. */
async function scanned(folder: string) {
  const reports: string[] = [];
  const exits = new Set<number>();
  for (const format of FORMATS) {
    const io = recordedIo({ cwd: folder, env: { PATH: process.env.PATH ?? '' } });
    exits.add(await scan.run({ operands: [], options: { format, cache: false, quiet: true } }, io));
    reports.push(format === 'json' ? withoutStats(io.out()) : withoutTimes(io.out()));
    expect(io.err()).toBe('');
  }
  return { reports, exits: [...exits], left: existsSync(join(folder, '.tallystick')) };
}

/** To the letter, but for the one member. */
const withoutStats = (json: string): string => json.replace(/^ {2}"stats": \{[^}]*\},?\n/m, '');
const withoutTimes = (text: string): string => text.replace(/\d+(?:\.\d+)? (?:ms|s)\b| time="[\d.]+"/g, '');

describe('a scan is to the letter the one without MCP', () => {
  let plain: Awaited<ReturnType<typeof scanned>>;
  beforeAll(async () => {
    plain = await scanned(copyWith({}));
  });

  test('which finds something, and leaves nothing behind', () => {
    expect(plain.exits).toEqual([1]);
    expect(plain.reports[0]).toMatch(/"violations": \[\n/);
    expect(plain.reports[0]).not.toMatch(/"stats"|"millis"/);
    expect(plain.left).toBe(false);
  });

  test.each([
    ['agents have servers of our names', { servers: serversOf(started) }],
    ['those cannot be reached', { servers: serversOf(unreachable) }],
    ['.mcp.json is no JSON', { servers: '{' }],
    ['the engines are switched off', { settings: engines({ enabled: false }) }],
    ['they are switched off, with a command', { settings: engines({ enabled: false, ...command }) }],
    ['they are switched on', { settings: engines({ enabled: true }) }],
    ['they are switched on, with a command', { servers: serversOf(started), settings: engines({ enabled: true, ...command }) }],
    ['they cannot be reached', { settings: engines({ enabled: true, mcp_command: 'no-such-server-anywhere' }) }],
  ])('when %s', async (_, files) => {
    const folder = copyWith(files);
    const before = readdirSync(folder);
    expect(await scanned(folder)).toEqual(plain);
    expect(readdirSync(folder)).toEqual(before);
    expect(existsSync(witness)).toBe(false);
  });
});
