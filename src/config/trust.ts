import { join } from 'node:path';
import { UserError } from '../model/user-error.js';
import { isLinkOut, pathInside } from './inside.js';
import { CONFIG_FILE, loadConfig } from './load.js';
import type { ConfigFile } from './parse.js';
import { joined, NOTHING_PROPOSED, type Proposed } from './proposed.js';

/** A file as the base revision has it; `why` is a reason without a full stop. */
export type BaseFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly why: string };

/** How far the configuration of a checkout is believed when it comes with foreign code. */
export interface Trust {
  /** `ignored`: nothing of the checkout is read, as where the token and secrets are the repository's own. */
  readonly head: 'limited' | 'ignored';
  /** A file of the repository at its base revision; `path` is relative to the repository, with forward slashes. */
  readonly base: (path: string) => Promise<BaseFile>;
}

/** The configuration that counts, and what a reader must know of how it came about: sentences, with untrusted words in them. */
export interface TrustedConfig {
  readonly file: ConfigFile | undefined;
  readonly notes: readonly string[];
  /** What the change adds to it; absent: it counts as it stands. */
  readonly proposed?: Proposed | undefined;
}

/**
 * The configuration of a checkout that holds foreign code: the base revision's, with what the change may say itself. A file
 * outside the repository was named by whoever wrote the workflow and counts as it stands.
 *
 * @param named absolute path of the file that a trusted person named
 * @throws UserError as {@link loadConfig}, of the change's own file
 */
export async function loadTrusted(repository: string, named: string | undefined, trust: Trust): Promise<TrustedConfig> {
  const name = named === undefined ? CONFIG_FILE : pathInside(repository, named);
  if (name === undefined) return { file: await loadConfig(repository, named), notes: [] };
  const place = join(repository, name);
  if (isLinkOut(repository, place))
    throw new UserError(`${name} is a link to a file outside the repository.`, { hint: 'Put the file itself there.' });
  const { file: base, notes } = await readBase(name, trust);
  const head = trust.head === 'ignored' ? undefined : await loadConfig(repository, named === undefined ? undefined : place);
  if (head === undefined) return { file: base, notes, proposed: NOTHING_PROPOSED };
  const { file, proposed, refused, taken } = joined(base, head);
  return { file, notes: [...notes, ...refusedNote(head.name, refused), ...takenNote(head.name, taken)], proposed };
}

async function readBase(name: string, trust: Trust): Promise<Pick<TrustedConfig, 'file' | 'notes'>> {
  const found = await trust.base(name);
  if (found.kind === 'absent') return { file: undefined, notes: [] };
  if (found.kind === 'unknown') return { file: undefined, notes: [unknownNote(name, found.why)] };
  try {
    const { parseConfig } = await import('./parse.js');
    return { file: parseConfig(found.text, name), notes: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { file: undefined, notes: [unknownNote(name, error.message.replace(/\.$/, ''))] };
  }
}

function unknownNote(name: string, why: string): string {
  return `${name} of the base revision could not be read: ${why}. The defaults stand for whatever it sets.`;
}

function refusedNote(name: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  return [
    `Not taken from ${name} of this change, and counted as the base revision has it: ${listed(paths)}. It could loosen the check or name a command.`,
  ];
}

function takenNote(name: string, paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [`Taken from ${name} of this change, unlike the base revision: ${listed(paths)}.`];
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 10).map((path) => (path.length > 80 ? `${path.slice(0, 80)}…` : path));
  return paths.length > shown.length ? `${shown.join(', ')} and ${paths.length - shown.length} more` : shown.join(', ');
}
