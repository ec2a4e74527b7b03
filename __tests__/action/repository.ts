import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file of a commit: its text, a symbolic link, or nothing where the commit removes it. */
export type Content = string | { readonly link: string } | undefined;
export type Files = Readonly<Record<string, Content>>;

/** What a repository on GitHub is to a test: bare, with branches and the refs of pull requests. Its commits have the same ids everywhere. */
export interface Repository {
  /** The bare repository. */
  readonly git: string;
  /** A commit on a branch: on top of what the branch is, else of `from`, else a first one. Returns its id. */
  readonly commit: (branch: string, files: Files, from?: string) => string;
  /** Opens or moves on pull request `number`: sets `refs/pull/N/head`, makes `refs/pull/N/merge`. */
  readonly propose: (number: number, base: string, head: string) => Proposal;
  /** A checkout as `actions/checkout` makes it, of a ref or a commit, with `depth` commits (0: all, and all branches). */
  readonly checkout: (ref: string, depth?: number) => string;
  readonly remove: () => void;
}

export interface Proposal {
  readonly baseSha: string;
  readonly headSha: string;
  readonly mergeSha: string;
}

const IDENTITY = 'A contributor <contributor@example.com> 1767225600 +0000';

/** Runs git with nothing of this machine's settings. Throws what it says when it fails. */
export function git(folder: string, words: readonly string[], input?: string | Buffer): string {
  const run = spawnSync('git', words, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      SystemRoot: process.env.SystemRoot,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
      GIT_AUTHOR_NAME: 'A contributor',
      GIT_AUTHOR_EMAIL: 'contributor@example.com',
      GIT_AUTHOR_DATE: '1767225600 +0000',
      GIT_COMMITTER_NAME: 'A contributor',
      GIT_COMMITTER_EMAIL: 'contributor@example.com',
      GIT_COMMITTER_DATE: '1767225600 +0000',
    },
    maxBuffer: 1 << 28,
    ...(input === undefined ? {} : { input }),
  });
  if (run.status !== 0) throw new Error(`git ${words.join(' ')}: ${run.stderr?.toString('utf8')}`);
  return run.stdout.toString('utf8').trim();
}

/** A path as fast-import takes it, whatever it holds. */
const quoted = (path: string): string =>
  `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;

function change([path, content]: readonly [string, Content]): string {
  if (content === undefined) return `D ${quoted(path)}\n`;
  const text = typeof content === 'string' ? content : content.link;
  return `M ${typeof content === 'string' ? '100644' : '120000'} inline ${quoted(path)}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
}

/** Empty repositories, made once for all tests of a file: most of the time of a small test was spent in starting git. */
const templates = new Map<string, string>();
afterAll(() => {
  for (const folder of templates.values()) rmSync(folder, { recursive: true, force: true });
});

/** Writes an empty repository, as `git init` makes it with these words. */
function initialise(folder: string, words: readonly string[] = []): void {
  const key = words.join(' ');
  const template = templates.get(key) ?? realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-template-')));
  if (!templates.has(key)) git(template, ['init', '--quiet', '--initial-branch=main', ...words]);
  templates.set(key, template);
  cpSync(template, folder, { recursive: true });
}

export function createRepository(): Repository {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-repository-')));
  const origin = join(folder, 'origin.git');
  initialise(origin, ['--bare']);
  git(origin, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
  let checkouts = 0;

  /** Nothing here packs refs: each is a file. */
  const known = (ref: string): string | undefined =>
    existsSync(join(origin, ref)) ? readFileSync(join(origin, ref), 'utf8').trim() : undefined;

  function commit(branch: string, files: Files, from = branch): string {
    const ref = `refs/heads/${branch}`;
    const parent = known(ref) ?? known(`refs/heads/${from}`);
    const stream = `commit ${ref}\ncommitter ${IDENTITY}\ndata 1\nx\n${parent === undefined ? '' : `from ${parent}\n`}${Object.entries(files).map(change).join('')}\n`;
    git(origin, ['fast-import', '--quiet', '--force', '--date-format=raw'], stream);
    return idOf(ref);
  }

  function idOf(ref: string): string {
    return known(ref) ?? git(origin, ['rev-parse', `${ref}^{commit}`]);
  }

  function propose(number: number, base: string, head: string): Proposal {
    const [baseSha, headSha] = [idOf(`refs/heads/${base}`), idOf(`refs/heads/${head}`)];
    const tree = git(origin, ['merge-tree', '--write-tree', baseSha, headSha]);
    const mergeSha = git(origin, ['commit-tree', tree, '-p', baseSha, '-p', headSha, '-m', 'merge']);
    for (const [name, id] of [['head', headSha] as const, ['merge', mergeSha] as const]) {
      const ref = join(origin, `refs/pull/${number}/${name}`);
      mkdirSync(dirname(ref), { recursive: true });
      writeFileSync(ref, `${id}\n`);
    }
    return { baseSha, headSha, mergeSha };
  }

  function checkout(ref: string, depth = 1): string {
    const work = join(folder, `checkout ${++checkouts}`);
    initialise(work);
    const remote = `[remote "origin"]\n\turl = ${pathToFileURL(origin).href}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
    appendFileSync(join(work, '.git/config'), remote);
    // Where the action keeps it: branches as those of the origin, all else by its own name; a commit has none.
    const here = ref.startsWith('refs/')
      ? ref.replace(/^refs\/heads\//, 'refs/origin/').replace(/^refs\//, 'refs/remotes/')
      : undefined;
    const requested = here === undefined ? ref : `+${ref}:${here}`;
    const all = depth === 0 ? ['origin', '+refs/heads/*:refs/remotes/origin/*'] : [`--depth=${depth}`, 'origin'];
    git(work, ['fetch', '--quiet', '--no-tags', ...all, requested]);
    const branch = /^refs\/heads\/(.*)$/.exec(ref)?.[1];
    const how = branch === undefined ? ['--detach', here ?? ref] : ['-B', branch, here ?? ref];
    git(work, ['checkout', '--quiet', '--force', ...how]);
    return work;
  }

  return { git: origin, commit, propose, checkout, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
