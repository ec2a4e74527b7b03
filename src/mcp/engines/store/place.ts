import { lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { leadsOut } from '../../../model/leads-out.js';
import { CallError } from '../../call-failure.js';
import { systemCode } from './system-error.js';

/** Files beside a database: those of SQLite, of the library and of this program. */
const BESIDE = ['', '-journal', '-wal', '.lock', '.owner'] as const;

/**
 * The real path of a database; creates its folder. A path in the repository must not lead out of it, and no opened file may be
 * a link: a checkout can contain both.
 *
 * @param path absolute
 * @throws CallError `refused` for such a path, `start-failed` when it cannot be created
 */
export function placeOfDatabase(repository: string, path: string): string {
  const root = realpathSync(repository);
  const inside = leadsInto(path, repository) ?? leadsInto(path, root);
  const place = inside === undefined ? path : join(root, inside);
  const folder = madeFolder(dirname(place), inside === undefined ? undefined : root);
  const real = join(folder, basename(place));
  for (const ending of BESIDE) {
    const found = lstatSync(`${real}${ending}`, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) throw new CallError('refused', `${basename(real)}${ending} is a symbolic link.`);
  }
  return real;
}

/** Creates each folder and checks it before the next: a link would lead elsewhere. */
function madeFolder(folder: string, root: string | undefined): string {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) {
    const parent = madeFolder(dirname(folder), root);
    try {
      mkdirSync(join(parent, basename(folder)));
    } catch (error) {
      if (systemCode(error) !== 'EEXIST')
        throw new CallError('start-failed', `The folder ${folder} cannot be made.`, { cause: error });
    }
  }
  const real = realOf(folder);
  if (root !== undefined && leadsInto(real, root) === undefined)
    throw new CallError('refused', `The folder ${basename(folder)} leads out of the repository.`);
  return real;
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    throw new CallError('start-failed', `The folder ${folder} cannot be opened.`, { cause: error });
  }
}

function leadsInto(path: string, root: string): string | undefined {
  const way = relative(root, path);
  return leadsOut(way) ? undefined : way;
}
