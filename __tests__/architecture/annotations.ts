import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test that shows that a requirement is kept: `// Shows REQ-005 by builder/backends/choose.ts; TEST-016` above its name. */
export interface Annotation {
  readonly id: string;
  /** Files and folders below `src` that keep it; at least one of its tests names them. */
  readonly modules: readonly string[];
  /** Below `__tests__`. */
  readonly file: string;
  /** The name of the test. */
  readonly name: string;
}

const NOTE = /^ *\/\/ Shows (.+)$/;
/** The name is the first argument of the call that begins in the line below. */
const NAMED = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/;

/** All of them, by file and place. @throws Error for one that stands above no test */
export function annotations(): readonly Annotation[] {
  const files = readdirSync('__tests__', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => annotationsIn(file, readFileSync(join('__tests__', file), 'utf8')));
}

export function annotationsIn(file: string, source: string): readonly Annotation[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    const notes = NOTE.exec(line)?.[1]?.split('; ') ?? [];
    if (notes.length === 0) return [];
    const below = lines.slice(index).findIndex((each) => !NOTE.test(each)) + index;
    const name = nameIn(lines.slice(below, below + 3).join('\n'));
    if (name === undefined) throw new Error(`${file}:${index + 1} stands above no test.`);
    return notes.map((note) => {
      const [id = '', modules = ''] = note.split(' by ');
      return { id, modules: modules.split(' ').filter(Boolean), file, name };
    });
  });
}

/** Of a call in these lines: the last literal that begins an argument list in the first line, else the first below. */
function nameIn(text: string): string | undefined {
  const [, quote = '', written] = NAMED.exec(text) ?? [];
  return written?.replaceAll(`\\${quote}`, quote);
}
