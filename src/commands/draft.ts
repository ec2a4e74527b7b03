import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { UserError } from '../model/user-error.js';
import { plain } from '../reports/escape.js';
import { counted } from '../reports/verdict.js';
import { cacheDirectory } from './cache-directory.js';
import { type Arguments, type Command, type Io, switchOption, textOption } from './command.js';
import { progressOn } from './progress.js';
import { CACHE_OPTION, wishesOf } from './scan.js';

export const draft: Command = {
  name: 'draft',
  summary: 'Write a first OpenAPI document for a service without one, from its code.',
  operands: '[dir]',
  options: [
    { flags: '-o, --out <file>', description: 'Write it to a file.', default: 'standard output' },
    { flags: '--title <title>', description: 'The title of the document.', default: 'the name of the folder' },
    { flags: '--service <name>', description: 'The service of the configuration to use.' },
    { flags: '--config <file>', description: 'The configuration.', default: '.tallystick.yml at the root of the repository' },
    CACHE_OPTION,
    { flags: '--quiet', description: 'Print nothing but the document.' },
  ],
  examples: [
    { command: 'tallystick draft -o openapi.yaml', does: 'the first contract of the service in this folder' },
    { command: 'tallystick draft services/books', does: 'print the document of one service' },
  ],
  run: runDraft,
};

async function runDraft(given: Arguments, io: Io): Promise<number> {
  const quiet = switchOption(given, 'quiet', false);
  const out = textOption(given, 'out');
  // What stands there may be a contract that somebody wrote.
  if (out !== undefined && existsSync(resolve(io.cwd, out)))
    throw new UserError(`${out} is there already.`, { hint: 'A draft replaces no file. Name another one, or remove it.' });
  const progress = progressOn(io.stderr, quiet);
  const { settle } = await import('./settings.js');
  const { request } = await settle({ ...wishesOf(given, io), dir: given.operands[0] });
  const [{ readCode }, { draftOf }] = await Promise.all([import('../scan.js'), import('../fix/draft.js')]);
  const cache = switchOption(given, 'cache', true) ? cacheDirectory(io.env) : undefined;
  const codebase = await readCode({ ...request, cacheDirectory: cache, onProgress: progress.show }).finally(progress.end);
  const { text, operations, open } = draftOf(codebase, textOption(given, 'title') ?? basename(request.dir));
  if (out === undefined) io.stdout.write(text);
  else (await import('./publish.js')).writeWhole(resolve(io.cwd, out), text);
  if (quiet) return 0;
  const doubt = open === 0 ? '' : `, ${open} of them with \`x-unknown\``;
  const where = out === undefined ? 'The draft has' : `Wrote ${plain(out)}:`;
  io.stderr.write(`${where} ${counted(operations, 'operation')}${doubt}.\n`);
  if (codebase.gaps.length > 0)
    io.stderr.write(`${counted(codebase.gaps.length, 'place')} in the code not analysed; operations may be missing.\n`);
  return 0;
}
