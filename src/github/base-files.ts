import type { BaseFile } from '../config/trust.js';
import { statusOf } from './answer.js';
import type { Api } from './api.js';

/** GitHub lists so many changed files of a comparison, and more of them are not asked for one by one. */
const MOST_FILES = 100;
/** How many files are asked for at once. */
const AT_ONCE = 8;

/** A file as the base has it; without `content` it has none. */
interface Reverted {
  readonly path: string;
  readonly content?: Buffer | undefined;
}

/** What is compared. */
interface Compared {
  /** The commit that the event names as the base. */
  readonly from: string;
  readonly head: string;
  /** What the head was merged into; absent: the best common ancestor of both counts, which GitHub knows. */
  readonly base: string | undefined;
}

type RevertedFiles =
  | { readonly ok: true; readonly value: { readonly base: string; readonly files: readonly Reverted[] } }
  | { readonly ok: false; readonly why: string };

/**
 * A file of the repository at a commit; without one at the tip of the default branch. Never throws: a token that may not read is
 * a reason.
 */
export async function baseFile(api: Api, path: string, commit: string | undefined): Promise<BaseFile> {
  try {
    const content = await contentOf(api, path, commit);
    if (content !== undefined) return { kind: 'text', text: content.toString('utf8') };
    // GitHub answers the same for what is not there and for what the token may not see: whoever may read sees the commit.
    if (commit === undefined) await api.rest.repos.getCommit({ ...api.at, ref: 'HEAD', per_page: 1 });
    else await api.rest.git.getCommit({ ...api.at, commit_sha: commit });
    return { kind: 'absent' };
  } catch (error) {
    return { kind: 'unknown', why: reasonOf(error) };
  }
}

/**
 * The files in which the base differs from the head, as the base has them: laid over the head's they make the base. Never throws.
 */
export async function revertedFiles(api: Api, { from, head, base }: Compared): Promise<RevertedFiles> {
  try {
    const { data } = await api.rest.repos.compareCommitsWithBasehead({ ...api.at, basehead: `${base ?? from}...${head}` });
    const files = data.files ?? [];
    if (files.length > MOST_FILES) return { ok: false, why: `the change touches more than ${MOST_FILES} files` };
    const commit = base ?? data.merge_base_commit.sha;
    const gone = files.filter(({ status }) => status === 'added' || status === 'copied' || status === 'renamed');
    const old = files.filter(({ status }) => status !== 'added' && status !== 'copied');
    const paths = old.map(({ filename, previous_filename }) => previous_filename ?? filename);
    const contents = await eachOf(paths, async (path) => ({ path, content: await contentOf(api, path, commit) }));
    return { ok: true, value: { base: commit, files: [...gone.map(({ filename }) => ({ path: filename })), ...contents] } };
  } catch (error) {
    return { ok: false, why: reasonOf(error) };
  }
}

async function eachOf<Item, Value>(items: readonly Item[], ask: (item: Item) => Promise<Value>): Promise<readonly Value[]> {
  const values: Value[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) values.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(ask))));
  return values;
}

/** `undefined`: there is no such file. Throws what the server answers otherwise, and where the file is too large to be sent. */
async function contentOf(api: Api, path: string, commit: string | undefined): Promise<Buffer | undefined> {
  try {
    const { data } = await api.rest.repos.getContent({ ...api.at, path, ...refOf(commit) });
    if (Array.isArray(data) || data.type !== 'file') return undefined;
    // https://docs.github.com/rest/repos/contents#get-repository-content: above 1 MB nothing is sent.
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
