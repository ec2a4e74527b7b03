import { resolve } from 'node:path';
import { UserError } from '../model/user-error.js';
import { cacheDirectory } from './cache-directory.js';
import { type Arguments, type Command, type Io, switchOption, textOption } from './command.js';
import { progressOn } from './progress.js';
import { CONTRACT_OPTIONS, INFER_OPTION, PACKAGES_OPTION, wishesOf } from './scan.js';

export const facts: Command = {
  name: 'facts',
  summary: 'Write what the code does to a fact sheet.',
  operands: '[dir]',
  options: [
    { flags: '--shard <i/n>', description: 'Read one of n parts of the code.', default: 'all of it' },
    { flags: '--map', description: 'Write a map of the code for readers instead (CODEBASE_MAP.md).' },
    { flags: '--allow-commands', description: 'Start the server of Codebase Intelligence that the configuration names.' },
    { flags: '-o, --out <file>', description: 'Write the sheet to a file.', default: 'it is printed' },
    ...CONTRACT_OPTIONS,
    INFER_OPTION,
    PACKAGES_OPTION,
    { flags: '--no-cache', description: 'Read every file again, without the cache.' },
    { flags: '--quiet', description: 'Print nothing but the result.' },
  ],
  examples: [
    { command: 'tallystick facts -o facts.json', does: 'the whole service in this folder' },
    { command: 'tallystick facts services/books --shard 2/4 -o 2.json', does: 'the second of four parts of it' },
    { command: 'tallystick facts --map -o CODEBASE_MAP.md', does: 'services, endpoints, events, models and their dependencies' },
  ],
  run: runFacts,
};

async function runFacts(given: Arguments, io: Io): Promise<number> {
  const shard = shardOption(textOption(given, 'shard'));
  const out = textOption(given, 'out');
  const progress = progressOn(io.stderr, switchOption(given, 'quiet', false));
  const { settle } = await import('./settings.js');
  const { request, resolved } = await settle({ ...wishesOf(given, io), dir: given.operands[0] });
  const write = async (text: string): Promise<number> => {
    if (out === undefined) io.stdout.write(text);
    else (await import('./publish.js')).writeWhole(resolve(io.cwd, out), text);
    return 0;
  };
  if (switchOption(given, 'map', false)) {
    if (shard !== undefined) throw new UserError('A map needs all code, not a shard.', { hint: 'Leave out --shard or --map.' });
    const cache = switchOption(given, 'cache', true) ? cacheDirectory(io.env) : undefined;
    const scan = { ...request, cacheDirectory: cache, onProgress: progress.show };
    const allowCommands = switchOption(given, 'allowCommands', false);
    const { mapText } = await import('./facts-map.js');
    return write(await mapText({ scan, resolved, allowCommands }, io).finally(progress.end));
  }
  const [{ collectFacts }, { sheetText }] = await Promise.all([import('../scan.js'), import('./sheet-commit.js')]);
  const sheet = await collectFacts({
    ...request,
    shard,
    cacheDirectory: switchOption(given, 'cache', true) ? cacheDirectory(io.env) : undefined,
    onProgress: progress.show,
  }).finally(progress.end);
  return write(await sheetText(sheet, request.repository));
}

/**
 * Reads the `i/n` of `--shard`. Absent: no shards.
 *
 * @throws UserError unless it is two numbers with 1 <= i <= n
 */
export function shardOption(text: string | undefined): { readonly index: number; readonly total: number } | undefined {
  if (text === undefined) return undefined;
  const [, index, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { index: Number(index), total: Number(total) };
  if (shard.index <= shard.total) return shard;
  throw new UserError(`--shard cannot be ${text}.`, {
    hint: 'Give part and number of parts, such as 1/4 for the first of four.',
  });
}
