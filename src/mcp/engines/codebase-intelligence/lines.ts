import type { Sources } from '../../../extract/sources.js';

const MAX_LINE = 200;

/** Reads trimmed lines of the present files; lines of unreadable files are empty. */
export function lineReader({ read }: Pick<Sources, 'read'>): (file: string, line: number) => string {
  let last: { readonly file: string; readonly lines: readonly string[] } | undefined;
  return (file, line) => {
    if (last?.file !== file) {
      const source = read(file);
      last = { file, lines: source?.kind === 'text' ? source.text.split('\n') : [] };
    }
    return (last.lines[line - 1] ?? '').trim().slice(0, MAX_LINE);
  };
}
