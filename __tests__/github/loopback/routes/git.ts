import { type Answer, type Call, type Handler, notFound } from '../call.js';
import { commitOf, parentsOf } from '../git-source.js';
import { isAncestor, makeBlob, makeCommit, makeTree, setRef, treeOf } from '../git-write.js';

/** Trees, commits and refs. https://docs.github.com/rest/git */

const refused = (message: string): Answer => ({ status: 422, body: { message, status: '422' } });

const shownRef = (name: string, sha: string, { api, path: { owner, repo } }: Call): Answer => ({
  status: 200,
  body: { ref: `refs/${name}`, url: `${api}/repos/${owner}/${repo}/git/refs/${name}`, object: { type: 'commit', sha } },
});

const getRef: Handler = (call) => {
  const name = String(call.path.ref);
  const sha = call.world.git === undefined ? undefined : commitOf(call.world.git, `refs/${name}`);
  return sha === undefined ? notFound : shownRef(name, sha, call);
};

const createBlob: Handler = ({ world, body }) => {
  const { content, encoding = 'utf-8' } = body as { readonly content: string; readonly encoding?: string };
  if (world.git === undefined) return notFound;
  const sha = makeBlob(world.git, Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'));
  return { status: 201, body: { sha, url: `https://api.github.com/${sha}` } };
};

interface Leaf {
  readonly path: string;
  readonly mode?: string;
  readonly content?: string;
  readonly sha?: string | null;
}

const createTree: Handler = ({ world, body }) => {
  const wish = body as { readonly base_tree?: string; readonly tree: readonly Leaf[] };
  if (world.git === undefined) return notFound;
  const files = wish.tree.map(({ path, mode, content = '', sha }) => ({ path, mode, content, sha }));
  const sha = makeTree(world.git, wish.base_tree, files);
  return { status: 201, body: { sha, truncated: false } };
};

const createCommit: Handler = ({ world, body }) => {
  const wish = body as { readonly message: string; readonly tree: string; readonly parents?: readonly string[] };
  if (world.git === undefined) return notFound;
  const sha = makeCommit(world.git, wish.tree, wish.parents ?? [], wish.message);
  world.commits.add(sha);
  return { status: 201, body: { sha, message: wish.message, tree: { sha: wish.tree } } };
};

const getCommit: Handler = ({ world, path }) => {
  const sha = String(path.commit_sha);
  const tree = world.git === undefined ? undefined : treeOf(world.git, sha);
  if (tree === undefined || world.git === undefined) return notFound;
  return {
    status: 200,
    body: { sha, tree: { sha: tree }, parents: parentsOf(world.git, sha).map((parent) => ({ sha: parent })) },
  };
};

const createRef: Handler = (call) => {
  const { ref, sha } = call.body as { readonly ref: string; readonly sha: string };
  if (call.world.git === undefined) return notFound;
  if (commitOf(call.world.git, ref) !== undefined) return refused('Reference already exists');
  setRef(call.world.git, ref, sha);
  return { ...shownRef(ref.replace(/^refs\//, ''), sha, call), status: 201 };
};

const updateRef: Handler = (call) => {
  const { sha, force = false } = call.body as { readonly sha: string; readonly force?: boolean };
  const name = String(call.path.ref);
  const old = call.world.git === undefined ? undefined : commitOf(call.world.git, `refs/${name}`);
  if (call.world.git === undefined || old === undefined) return refused('Reference does not exist');
  if (!force && !isAncestor(call.world.git, old, sha)) return refused('Update is not a fast forward');
  setRef(call.world.git, `refs/${name}`, sha);
  const { owner, repo } = call.path;
  for (const pull of call.world.pulls)
    if (name === `heads/${pull.headRef}` && pull.headRepository === `${owner}/${repo}`) pull.headSha = sha;
  return shownRef(name, sha, call);
};

export const git: Readonly<Record<string, Handler>> = {
  'git/create-blob': createBlob,
  'git/create-commit': createCommit,
  'git/create-ref': createRef,
  'git/create-tree': createTree,
  'git/get-commit': getCommit,
  'git/get-ref': getRef,
  'git/update-ref': updateRef,
};
