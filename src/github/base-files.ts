import type { BaseFile } from '../config/trust.js';
import { isNoText } from '../model/no-text.js';
import { statusOf } from './answer.js';
import type { Api } from './api.js';

/** GitHub lists at most this number of files in a comparison: https://docs.github.com/rest/commits/commits#compare-two-commits */
const MOST_FILES = 300;
/** The number of files per request. */
const IN_ONE = 50;
/** Files that such a request cannot return (not UTF-8, or too large) need a separate request each; this limits their number. */
const MOST_ALONE = 10;

/** A file at the base; without `content` the base does not have it. */
interface Reverted {
  readonly path: string;
  readonly content?: Buffer | undefined;
}

/** The commits to compare. */
interface Compared {
  /** The base commit according to the event. */
  readonly from: string;
  readonly head: string;
  /** The commit that the head was merged into; absent: the best common ancestor of both counts, which GitHub returns. */
  readonly base: string | undefined;
}

type RevertedFiles =
  | { readonly ok: true; readonly value: { readonly base: string; readonly files: readonly Reverted[] } }
  | { readonly ok: false; readonly why: string };

/**
 * A file of the repository at a commit; without a commit, at the tip of the default branch. Never throws: a token without read
 * access is a reason.
 */
export async function baseFile(api: Api, path: string, commit: string | undefined): Promise<BaseFile> {
  try {
    const content = await contentOf(api, path, commit);
    if (content !== undefined) return { kind: 'text', text: content.toString('utf8') };
    // GitHub gives the same response for a missing file and for missing rights: with read access the commit is visible.
    if (commit === undefined) await api.rest.repos.getCommit({ ...api.at, ref: 'HEAD', per_page: 1 });
    else await api.rest.git.getCommit({ ...api.at, commit_sha: commit });
    return { kind: 'absent' };
  } catch (error) {
    return { kind: 'unknown', why: reasonOf(error) };
  }
}

/**
 * The files that differ between base and head, with the base's content: written over the head's files, they restore the base.
 * Never throws.
 */
export async function revertedFiles(api: Api, { from, head, base }: Compared): Promise<RevertedFiles> {
  try {
    const { data } = await api.rest.repos.compareCommitsWithBasehead({ ...api.at, basehead: `${base ?? from}...${head}` });
    const files = data.files ?? [];
    // GitHub lists no more files, and does not say that there are more.
    if (files.length >= MOST_FILES) return { ok: false, why: `the change touches ${MOST_FILES} files or more` };
    const commit = base ?? data.merge_base_commit.sha;
    const gone = files.filter(({ status }) => status === 'added' || status === 'copied' || status === 'renamed');
    const old = files.filter(({ status }) => status !== 'added' && status !== 'copied');
    const paths = old.map(({ filename, previous_filename }) => previous_filename ?? filename);
    const contents = await contentsOf(
      api,
      paths.filter((path) => !isNoText(path)),
      commit,
    );
    return { ok: true, value: { base: commit, files: [...gone.map(({ filename }) => ({ path: filename })), ...contents] } };
  } catch (error) {
    return { ok: false, why: reasonOf(error) };
  }
}

async function contentsOf(api: Api, paths: readonly string[], commit: string): Promise<readonly Reverted[]> {
  const found: Reverted[] = [];
  const alone: string[] = [];
  for (let at = 0; at < paths.length; at += IN_ONE) {
    const some = paths.slice(at, at + IN_ONE);
    const texts = await textsOf(api, some, commit);
    for (const [index, path] of some.entries()) {
      const content = texts[index];
      if (content === 'untold') alone.push(path);
      else found.push({ path, content });
    }
  }
  if (alone.length > MOST_ALONE) throw new Error(`${alone.length} changed files are large or no text`);
  for (const path of alone) found.push({ path, content: await contentOf(api, path, commit) });
  return found;
}

/** https://docs.github.com/graphql/reference/objects#treeentry */
interface TreeEntry {
  readonly mode: number;
  readonly object: { readonly byteSize?: number; readonly text?: string | null } | null;
}

/** A link: 120000, in octal digits. */
const LINK = 0o120000;

/** Files at a commit, by one request; `undefined`: there is no such file. */
async function textsOf(api: Api, paths: readonly string[], commit: string): Promise<readonly (Buffer | 'untold' | undefined)[]> {
  const names = paths.map((_, index) => `p${index}`);
  const query = `query($owner: String!, $repo: String!, $commit: GitObjectID!, ${names.map((name) => `$${name}: String!`).join(', ')}) {
    repository(owner: $owner, name: $repo) { object(oid: $commit) { ... on Commit {
      ${names.map((name) => `${name}: file(path: $${name}) { mode object { ... on Blob { byteSize text } } }`).join('\n')}
    } } }
  }`;
  const variables = Object.fromEntries(paths.map((path, index) => [`p${index}`, path]));
  const { repository } = await api.graphql<{
    readonly repository: { readonly object: Readonly<Record<string, TreeEntry | null>> | null } | null;
  }>(query, { ...api.at, commit, ...variables });
  const entries = repository?.object;
  if (entries === null || entries === undefined) throw new Error(`there is no commit ${commit}`);
  return names.map((name) => contentIn(entries[name] ?? undefined));
}

function contentIn(entry: TreeEntry | undefined): Buffer | 'untold' | undefined {
  if (entry === undefined || entry.mode === LINK || entry.object?.byteSize === undefined) return undefined;
  const content = Buffer.from(entry.object.text ?? '', 'utf8');
  // A truncated or non-UTF-8 text has another length than the file.
  return content.length === entry.object.byteSize ? content : 'untold';
}

/** `undefined`: there is no such file. Throws other errors of the server, and if the file is too large. */
async function contentOf(api: Api, path: string, commit: string | undefined): Promise<Buffer | undefined> {
  try {
    const { data } = await api.rest.repos.getContent({ ...api.at, path, ...refOf(commit) });
    if (Array.isArray(data) || data.type !== 'file') return undefined;
    // https://docs.github.com/rest/repos/contents#get-repository-content: above 1 MB the response has no content.
    if (!('content' in data) || data.encoding !== 'base64') throw new Error(`${path} is too large`);
    return Buffer.from(data.content, 'base64');
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

const refOf = (commit: string | undefined) => (commit === undefined ? {} : { ref: commit });

function reasonOf(error: unknown): string {
  const status = statusOf(error);
  const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const may = status === 401 || status === 403 || status === 404 ? ' (the job needs `contents: read`)' : '';
  return `GitHub says ${message.replace(/\.$/, '')}${may}`;
}
