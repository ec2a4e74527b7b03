import { showAccount, showRepository } from '../answers.js';
import { type Call, type Handler, invalid, notFound } from '../call.js';
import { blobOf, changesBetween, commitOf, commitsBetween, type Entry, entriesOf, parentsOf } from '../git-source.js';
import { writeFile } from '../git-write.js';

/** The repository: its contents, commits and people. https://docs.github.com/rest/repos */

const MOST_FILES_OF_A_COMPARISON = 300;
const LARGEST_IN_JSON = 1024 * 1024;

const get: Handler = ({ world }) => ({ status: 200, body: showRepository(world) });

function shownEntry({ kind, sha, size, path }: Entry, { api, world, path: { owner, repo } }: Call, content?: Buffer) {
  const type = kind === 'tree' ? 'dir' : kind === 'link' ? 'symlink' : kind === 'commit' ? 'submodule' : 'file';
  const encoded =
    content === undefined ? {} : { encoding: 'base64', content: content.toString('base64').replaceAll(/.{60}/g, '$&\n') };
  // What is larger is not sent in JSON: the raw media type has it.
  const body = size > LARGEST_IN_JSON && content !== undefined ? { encoding: 'none', content: '' } : encoded;
  const url = `${api}/repos/${owner}/${repo}/contents/${path}?ref=${world.defaultBranch}`;
  return { type, sha, size, path, name: path.split('/').at(-1), url, ...body };
}

const noCommit = (name: string) => ({ status: 404, body: { message: `No commit found for the ref ${name}`, status: '404' } });

const contents: Handler = (call) => {
  const { world, path, query, accept } = call;
  const folder = world.git;
  if (folder === undefined) return notFound;
  const ref = String(query.ref ?? world.defaultBranch);
  const commit = commitOf(folder, ref);
  if (commit === undefined) return noCommit(ref);
  const asked = String(path.path ?? '').replace(/^\/|\/$/g, '');
  const entries = entriesOf(folder, commit, asked);
  if (entries === undefined || entries.length === 0) return notFound;
  const [only] = entries;
  if (only === undefined || only.path !== asked) return { status: 200, body: entries.map((entry) => shownEntry(entry, call)) };
  let file = only;
  if (file.kind === 'link') {
    // A link to a file of the repository is answered with that file.
    const target = new URL(blobOf(folder, file.sha).toString('utf8'), `http://x/${asked}`).pathname.slice(1);
    const [pointed] = entriesOf(folder, commit, target) ?? [];
    if (pointed?.kind !== 'blob') {
      const link = { ...shownEntry(file, call), target: blobOf(folder, file.sha).toString('utf8') };
      return { status: 200, body: link };
    }
    file = pointed;
  }
  const content = blobOf(folder, file.sha);
  if (accept.includes('raw')) return { status: 200, body: content };
  return { status: 200, body: shownEntry(file, call, content) };
};

const put: Handler = ({ world, path, body }) => {
  const wish = body as { readonly message: string; readonly content: string; readonly sha?: string; readonly branch?: string };
  if (world.git === undefined) return notFound;
  const name = String(path.path);
  const branch = wish.branch ?? world.defaultBranch;
  const commit = commitOf(world.git, `refs/heads/${branch}`);
  if (commit === undefined) return { status: 404, body: { message: `Branch ${branch} not found`, status: '404' } };
  const [old] = entriesOf(world.git, commit, name) ?? [];
  if (old !== undefined && wish.sha === undefined) return invalid('Content', 'sha', `"sha" wasn't supplied.`);
  if (old !== undefined && wish.sha !== old.sha)
    return { status: 409, body: { message: `${name} does not match ${wish.sha}`, status: '409' } };
  const written = writeFile(world.git, {
    branch,
    path: name,
    content: Buffer.from(wish.content, 'base64'),
    message: wish.message,
  });
  world.commits.add(written);
  return { status: old === undefined ? 201 : 200, body: { content: { path: name }, commit: { sha: written } } };
};

const commit: Handler = ({ world, path }) => {
  const name = String(path.ref);
  const sha = world.git === undefined ? undefined : commitOf(world.git, name);
  if (sha === undefined || world.git === undefined)
    return { status: 422, body: { message: `No commit found for SHA: ${name}`, status: '422' } };
  return { status: 200, body: { sha, parents: parentsOf(world.git, sha).map((parent) => ({ sha: parent })) } };
};

const compare: Handler = ({ world, path, query }) => {
  const [from = '', to = ''] = String(path.basehead).split('...');
  if (world.git === undefined) return notFound;
  const [base, head] = [commitOf(world.git, from), commitOf(world.git, to)];
  if (base === undefined || head === undefined) return notFound;
  const { ahead, behind, mergeBase } = commitsBetween(world.git, base, head);
  if (mergeBase === undefined) return { status: 404, body: { message: `No common ancestor between ${from} and ${to}.` } };
  const status = ahead.length === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged';
  // Files stand on the first page only, at most 300 of them.
  const files = Number(query.page ?? 1) > 1 ? [] : changesBetween(world.git, base, head).slice(0, MOST_FILES_OF_A_COMPARISON);
  return {
    status: 200,
    body: {
      status,
      ahead_by: ahead.length,
      behind_by: behind,
      total_commits: ahead.length,
      merge_base_commit: { sha: mergeBase },
      commits: ahead.map((sha) => ({ sha })),
      files: files.map(({ path: filename, status, patch, sha }) => ({ filename, status, patch, sha })),
    },
  };
};

const permission: Handler = ({ world, path }) => {
  const login = String(path.username);
  const level = world.collaborators.get(login) ?? (world.private ? 'none' : 'read');
  return { status: 200, body: { permission: level, role_name: level, user: { login } } };
};

const whoAmI: Handler = ({ token }) => (token === undefined ? notFound : { status: 200, body: showAccount(token.actor) });

const rateLimit: Handler = () => {
  const core = { limit: 5000, remaining: 4999, reset: Math.ceil(Date.now() / 1000) + 3600, used: 1 };
  return { status: 200, body: { resources: { core }, rate: core } };
};

export const repos: Readonly<Record<string, Handler>> = {
  'rate-limit/get': rateLimit,
  'repos/compare-commits-with-basehead': compare,
  'repos/create-or-update-file-contents': put,
  'repos/get': get,
  'repos/get-collaborator-permission-level': permission,
  'repos/get-commit': commit,
  'repos/get-content': contents,
  'users/get-authenticated': whoAmI,
};
