import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, isAbsolute, join } from 'node:path';

/** The output of a git call, or why it failed: one sentence without a full stop. */
export type Answer<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly why: string };

/** A repository's git directory, with limits on the time and output of one call. */
export interface Place {
  /** Absolute: the folder that holds `.git`. */
  readonly repository: string;
  readonly timeoutMillis: number;
  readonly maxBytes: number;
  /** Where git writes objects and an index, so that nothing of the repository changes. */
  readonly aside?: Aside | undefined;
}

/** Absolute folders. */
export interface Aside {
  /** Empty at first; the caller removes it. */
  readonly folder: string;
  /** Of the repository's own objects. */
  readonly objects: string;
}

/**
 * Keeps git from running programs of an untrusted repository (hooks, file system monitors, diff drivers, filters, credential
 * helpers, pagers), from asking a server (partial clones fetch missing objects), from following replacement objects and from
 * reading the machine's configuration. `diff` gets its own guards where it is called.
 */
const GUARDS = [
  '--no-pager',
  '--no-replace-objects',
  '--no-optional-locks',
  '--literal-pathspecs',
  ...[
    'core.fsmonitor=',
    'core.hooksPath=/dev/null',
    'core.attributesFile=/dev/null',
    'core.quotePath=false',
    'credential.helper=',
    'diff.external=',
    'diff.renameLimit=2000',
    'protocol.allow=never',
    'safe.bareRepository=explicit',
  ].flatMap((setting) => ['-c', setting]),
];

/** The variables that git needs. No variable changes what git does or gives it a secret. */
export function gitEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const passed = ['SystemRoot', 'SYSTEMROOT', 'WINDIR', 'PATHEXT', 'TEMP', 'TMP', 'TMPDIR'];
  const separator = process.platform === 'win32' ? ';' : ':';
  // Git would resolve a relative entry against the folder that the call starts in.
  const path = (env.PATH ?? env.Path ?? '').split(separator).filter(isAbsolute).join(separator);
  return {
    ...Object.fromEntries(passed.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    PATH: path,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_PROTOCOL_FROM_USER: '0',
  };
}

function asideEnvironment(aside: Aside | undefined): Record<string, string> {
  if (aside === undefined) return {};
  return {
    GIT_INDEX_FILE: join(aside.folder, 'index'),
    GIT_OBJECT_DIRECTORY: join(aside.folder, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: aside.objects,
  };
}

/**
 * Starts git with an explicit git directory, so that git does not search for one. A folder that only resembles a repository is
 * not used, and the files' owner does not matter.
 */
export function startGit({ repository, aside }: Place, words: readonly string[]): ChildProcess {
  return spawn('git', [...GUARDS, '-C', repository, '--git-dir=.git', ...words], {
    // Windows searches the current folder for programs first, so it must not be the repository.
    cwd: dirname(process.execPath),
    env: { ...gitEnvironment(process.env), ...asideEnvironment(aside) },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

/** Runs git and returns its output, at most `maxBytes`; `input` goes to stdin. */
export function runGit(place: Place, words: readonly string[], input?: string | Buffer): Promise<Answer<Buffer>> {
  const child = startGit(place, words);
  child.stdin?.end(input);
  const chunks: Buffer[] = [];
  let bytes = 0;
  return finished(child, place, (chunk, refuse) => {
    bytes += chunk.length;
    if (bytes > place.maxBytes) refuse(`git gives more than ${Math.round(place.maxBytes / 1_000_000)} MB`);
    else chunks.push(chunk);
  }).then((answer) => (answer.ok ? { ok: true, value: Buffer.concat(chunks) } : answer));
}

/** Handles a piece of output; `refuse` ends the process with `why` as the answer. */
export type OnChunk = (chunk: Buffer, refuse: (why: string) => void) => void;

/** Waits for the end of a started process. Never rejects. */
export function finished(child: ChildProcess, { timeoutMillis }: Place, onChunk: OnChunk): Promise<Answer<undefined>> {
  return new Promise((resolve) => {
    let refused: string | undefined;
    let complaint = '';
    const refuse = (why: string): void => {
      refused ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => refuse(`git did not end within ${Math.round(timeoutMillis / 1000)} seconds`), timeoutMillis);
    const end = (answer: Answer<undefined>): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      if (refused === undefined) onChunk(chunk, refuse);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(0, 2000);
    });
    // Git may exit before it has read all input.
    child.stdin?.on('error', () => undefined);
    child.on('error', (error) => end({ ok: false, why: `git cannot be started (${codeOf(error)})` }));
    child.on('close', (code) => {
      if (refused !== undefined) end({ ok: false, why: refused });
      else if (code === 0) end({ ok: true, value: undefined });
      else end({ ok: false, why: reasonOf(complaint, code) });
    });
  });
}

function reasonOf(complaint: string, code: number | null): string {
  const lines = complaint.split('\n').map((each) => each.trim());
  const line = lines.find((each) => /^(?:fatal|error):/.test(each)) ?? lines[0] ?? '';
  return line === '' ? `git ended with ${code ?? 'a signal'}` : `git says: ${line.replace(/\.$/, '')}`;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message;
}
