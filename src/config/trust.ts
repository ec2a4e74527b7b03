import { join } from 'node:path';
import { UserError } from '../model/user-error.js';
import { isLinkOut, pathInside } from './inside.js';
import { CONFIG_FILE, loadConfig } from './load.js';
import type { ConfigFile } from './parse.js';
import { joined, NOTHING_PROPOSED, type Proposed } from './proposed.js';

/** A file at the base revision; `why` is a reason without a full stop. */
export type BaseFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly why: string };

/** How far the configuration of a checkout with untrusted code is trusted. */
export interface Trust {
  /** `ignored`: nothing of the checkout is read, because the run has the repository's own token and secrets. */
  readonly head: 'limited' | 'ignored';
  /** Reads a file of the repository at its base revision; `path` is relative to the repository, with forward slashes. */
  readonly base: (path: string) => Promise<BaseFile>;
}

/** The effective configuration, and notes on how it was determined: sentences with untrusted text. */
export interface TrustedConfig {
  readonly file: ConfigFile | undefined;
  readonly notes: readonly string[];
  /** What the change adds to it; absent: it counts unchanged. */
  readonly proposed?: Proposed | undefined;
}

/**
 * The configuration for a checkout with untrusted code: the base revision's, with the options that the change may decide. A file
 * outside the repository was named by the author of the workflow and counts unchanged.
 *
 * @param named absolute path of the file that a trusted user named
 * @throws UserError as {@link loadConfig}, for the change's own file
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
  return `${name} of the base revision could not be read: ${why}. Its defaults apply instead.`;
}

function refusedNote(name: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  return [
    `Not taken from ${name} of this change: ${listed(paths)}. These options could loosen the check or name a command, so the base revision decides.`,
  ];
}

function takenNote(name: string, paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [`Taken from ${name} of this change, unlike the base revision: ${listed(paths)}.`];
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 10).map((path) => (path.length > 80 ? `${path.slice(0, 80)}…` : path));
  return paths.length > shown.length ? `${shown.join(', ')} and ${paths.length - shown.length} more` : shown.join(', ');
}
