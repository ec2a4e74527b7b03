import { nearest } from '../model/nearest.js';
import { UserError } from '../model/user-error.js';
import { findContracts, type Tree } from './find.js';
import { globLists } from './glob.js';

/** Globs of contracts, from the root of the repository: those that begin with `!` exclude files from this list. */
export interface ContractList {
  readonly globs: readonly string[];
  /** Those of the globs that may match nothing, which is only reported: a change may have removed the files. */
  readonly optional?: readonly string[];
}

/** Where lists are matched. */
interface Matching {
  /** Absolute and real. */
  readonly repository: string;
  readonly tree: Tree;
}

/**
 * The files that lists of globs match, from the root of the repository.
 *
 * @throws UserError if a glob matches nothing: its author expects that a contract is checked
 */
export function matching(lists: readonly ContractList[], { repository, tree }: Matching) {
  const { files, unmatched } = globLists(
    lists.map(({ globs }) => globs),
    repository,
    tree,
  );
  const [bare] = lists.filter(({ globs }) => globs.every((glob) => glob.startsWith('!')));
  if (bare !== undefined) throw nothingNamed(bare.globs);
  const address = lists.flatMap(({ globs }) => globs).find(isAddress);
  if (address !== undefined) throw notFetched(address);
  const optional = new Set(lists.flatMap((list) => list.optional ?? []));
  const missing = unmatched.filter((glob) => !optional.has(glob));
  if (missing.length > 0) throw nothingMatches(missing, repository, tree);
  if (files.length === 0) throw unmatched.length > 0 ? nothingMatches(unmatched, repository, tree) : nothingLeft(lists);
  return { files, notices: unmatched.map((glob) => `No file matches \`${glob}\` of the base revision any more.`) };
}

/** Whether a name has the scheme of a URL; no file or glob has one. */
export function isAddress(name: string): boolean {
  return /^!?[a-z][a-z0-9+.-]*:\/\//i.test(name);
}

/** The error for a contract that is given by its URL. */
export function notFetched(name: string): UserError {
  return new UserError(`${name} is an address, but Tallystick reads contracts only from files.`, {
    hint: 'Download it, and name the file.',
  });
}

function nothingLeft(lists: readonly ContractList[]): UserError {
  const excluding = lists.flatMap(({ globs }) => globs.filter((glob) => glob.startsWith('!'))).map((glob) => `\`${glob}\``);
  return new UserError(
    `${excluding.join(' and ')} exclude${excluding.length === 1 ? 's' : ''} every contract that the list names.`,
    {
      hint: 'Narrow what begins with `!`, or name another contract in the list.',
    },
  );
}

function nothingNamed(globs: readonly string[]): UserError {
  const named = globs.map((glob) => `\`${glob}\``).join(' and ');
  return new UserError(`${named} leave${globs.length === 1 ? 's' : ''} out of a list that names no contract.`, {
    hint: 'Name the contracts in it, such as `**/openapi.yaml`.',
  });
}

function nothingMatches(globs: readonly string[], repository: string, tree: Tree): UserError {
  const [first = ''] = globs;
  const known = findContracts(repository, [], tree).candidates.map(({ path }) =>
    path.slice(repository.length).replaceAll('\\', '/').replace(/^\//, ''),
  );
  const meant = nearest(first, known) ?? known.find((path) => path.endsWith(`/${first.split('/').at(-1)}`));
  return new UserError(`No file matches ${globs.map((glob) => `\`${glob}\``).join(' or ')}.`, {
    hint: `Globs of contracts start from the root of the repository.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`,
  });
}
