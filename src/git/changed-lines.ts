import { type Answer, type Place, runGit } from './process.js';

/** Lines at one place that differ between two versions of a file. A count of 0: that version has no line there. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

export interface FileChange {
  /** In the newer revision; absent: the file was deleted. */
  readonly path?: string | undefined;
  /** In the older one; absent: the file is new. */
  readonly oldPath?: string | undefined;
  readonly hunks: readonly Hunk[];
}

/** The lines in which two commits differ, file by file; renamed files are followed. */
export async function changesBetween(place: Place, older: string, newer: string): Promise<Answer<readonly FileChange[]>> {
  const guards = ['--no-ext-diff', '--no-textconv', '--text', '--no-color', '--ignore-submodules=all', '--no-relative'];
  const form = ['-r', '-p', '-U0', '-M', '--inter-hunk-context=0', '--src-prefix=a/', '--dst-prefix=b/'];
  const patch = await runGit(place, ['diff-tree', ...guards, ...form, '--end-of-options', older, newer, '--']);
  return patch.ok ? { ok: true, value: parsePatch(patch.value.toString('utf8')) } : patch;
}

/** Reads a patch without context lines. Lines of files are skipped by count, because a file may contain text that looks like the header of another file. */
export function parsePatch(patch: string): readonly FileChange[] {
  const changes: { path: string | undefined; oldPath: string | undefined; hunks: Hunk[] }[] = [];
  const lines = patch.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const last = changes.at(-1);
    if (line.startsWith('diff --git ')) changes.push({ path: undefined, oldPath: undefined, hunks: [] });
    if (last === undefined) continue;
    if (line.startsWith('--- ')) last.oldPath = nameOf(line.slice(4), 'a/');
    else if (line.startsWith('+++ ')) last.path = nameOf(line.slice(4), 'b/');
    else if (line.startsWith('rename from ')) last.oldPath = nameOf(line.slice(12), '');
    else if (line.startsWith('rename to ')) last.path = nameOf(line.slice(10), '');
    const hunk = readHunk(line);
    if (hunk === undefined) continue;
    last.hunks.push(hunk);
    at += hunk.oldCount + hunk.newCount;
    // Git writes `\ No newline at end of file` after a last line that does not end; both versions may have one.
    while (lines[at + 1]?.startsWith('\\') === true) at++;
  }
  return changes.filter(({ path, oldPath }) => path !== undefined || oldPath !== undefined);
}

function readHunk(line: string): Hunk | undefined {
  const [, oldStart, oldCount = '1', newStart, newCount = '1'] =
    /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(line) ?? [];
  if (oldStart === undefined || newStart === undefined) return undefined;
  return {
    oldStart: Number(oldStart),
    oldCount: Number(oldCount),
    newStart: Number(newStart),
    newCount: Number(newCount),
  };
}

/** A name as git prints it: quoted and escaped when it contains unusual characters. `/dev/null`: no file. */
function nameOf(printed: string, prefix: string): string | undefined {
  // A tab ends a name with blanks in it.
  const text = printed.startsWith('"') ? unquoted(printed) : printed.replace(/\t$/, '');
  if (prefix !== '' && text === '/dev/null') return undefined;
  return text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

function unquoted(printed: string): string {
  const text = printed.slice(1, printed.lastIndexOf('"'));
  return text.replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
}

/** Whether the change wrote this line of the newer version. */
export function isChanged({ hunks }: FileChange, line: number): boolean {
  return hunks.some(({ newStart, newCount }) => line >= newStart && line < newStart + newCount);
}

/** The line of the older version that this line of the newer version was; `undefined`: the change wrote it. */
export function olderLine({ hunks }: FileChange, line: number): number | undefined {
  let shift = 0;
  for (const { newStart, newCount, oldCount } of hunks) {
    // A hunk that only removes stands behind its line.
    const start = newCount === 0 ? newStart + 1 : newStart;
    if (line < start) break;
    if (line < start + newCount) return undefined;
    shift += newCount - oldCount;
  }
  return line - shift;
}
