import { blobOf, commitOf, entriesOf } from './git-source.js';
import type { Token } from './token.js';
import type { World } from './world.js';

interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly misuses: readonly string[];
}

/** GitHub cuts longer texts of files. */
const LONGEST_TEXT = 512_000;
/** Aliases of a request: far below what GitHub would bear. */
const MOST_FILES = 100;

/**
 * GraphQL, as far as anybody asks it here: whom the token stands for, which `GET /user` does not tell of an app, and files of a commit.
 * https://docs.github.com/graphql/reference/queries#viewer
 */
export function answerGraphql(body: unknown, token: Token | undefined, world: World): Answered {
  if (token === undefined) return { status: 401, body: { message: 'Requires authentication', status: '401' }, misuses: [] };
  const { query = '', variables = {} } = (body ?? {}) as { query?: string; variables?: Readonly<Record<string, string>> };
  if (/^(?:query\s*)?\{\s*viewer\s*\{\s*login\s*\}\s*\}$/.test(query.trim()))
    return { status: 200, body: { data: { viewer: { login: token.actor.login } } }, misuses: [] };
  const files = [
    ...query.matchAll(/^\s*(\w+): file\(path: \$(\w+)\) \{ mode object \{ \.\.\. on Blob \{ byteSize text \} \} \}$/gm),
  ];
  if (files.length === 0 || files.length > MOST_FILES)
    return { status: 200, body: { errors: [{ message: 'unknown query' }] }, misuses: [`GraphQL: ${query}`] };
  const may = !world.private || token.permissions.contents !== undefined;
  const object = may && world.git !== undefined ? filesAt(world.git, variables, files) : null;
  return { status: 200, body: { data: { repository: may ? { object } : null } }, misuses: [] };
}

function filesAt(folder: string, variables: Readonly<Record<string, string>>, files: readonly RegExpMatchArray[]) {
  const { commit: requested = '' } = variables;
  const commit = commitOf(folder, requested);
  if (commit !== requested) return null;
  const entry = (path: string) => {
    const [found] = entriesOf(folder, commit, path) ?? [];
    if (found?.path !== path) return null;
    if (found.kind !== 'blob' && found.kind !== 'link') return { mode: 0o40000, object: {} };
    const content = blobOf(folder, found.sha);
    const text = content.includes(0) ? null : content.subarray(0, LONGEST_TEXT).toString('utf8');
    return { mode: found.kind === 'link' ? 0o120000 : 0o100644, object: { byteSize: content.length, text } };
  };
  return Object.fromEntries(files.map(([, alias = '', name = '']) => [alias, entry(variables[name] ?? '')]));
}
