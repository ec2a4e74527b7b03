import { nearest } from '../model/nearest.js';
import { UserError } from '../model/user-error.js';
import { findContracts, type Tree } from './find.js';
import { globLists } from './glob.js';

/** Globs of contracts, from the root of the repository: those that begin with `!` take out of this list. */
export interface ContractList {
  readonly globs: readonly string[];
  /** Those of them that may match nothing, and are only told of then: what a change may have taken away. */
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
 * @throws UserError when a glob matches nothing: whoever wrote it believes that a contract is kept
 */
export function matching(lists: readonly ContractList[], { repository, tree }: Matching) {
  const { files, unmatched } = globLists(
    lists.map(({ globs }) => globs),
    repository,
    tree,
  );
  const optional = new Set(lists.flatMap((list) => list.optional ?? []));
  const missing = unmatched.filter((glob) => !optional.has(glob));
  if (missing.length > 0 || files.length === 0) throw nothingMatches(missing.length > 0 ? missing : unmatched, repository, tree);
  return { files, notices: unmatched.map((glob) => `No file matches \`${glob}\` of the base revision any more.`) };
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
