import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Where programs begin; the last is the list that the pages of `docs/tools` are made from. */
const DOORS = ['src/cli.ts', 'src/index.ts', 'src/action/action.ts', 'src/mcp/toolsets/index.ts'];
/** What committed files are made of, by `npm run update`. */
const PUBLISHED: ReadonlySet<string> = new Set(['embeddedToolsets', 'foreignToolsets', 'taskFileSchemas']);
const IMPORTED = /(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g;
const EXPORTED = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;

/** What of the sources the program uses, without its tests. */
export interface Callers {
  /** A program that begins at one of the doors imports the file. */
  readonly isLoaded: (file: string) => boolean;
  /** Values that a file exports and no other line of the sources names. */
  readonly uncalled: (file: string) => readonly string[];
}

export function callers(): Callers {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const texts = new Map(files.map((file) => [`src/${file.replaceAll('\\', '/')}`, readFileSync(join('src', file), 'utf8')]));
  const loaded = new Set(DOORS.filter(existsSync));
  // A set's iterator also visits what is added while it runs.
  for (const file of loaded)
    for (const [, path = ''] of texts.get(file)?.matchAll(IMPORTED) ?? [])
      loaded.add(posix.join(posix.dirname(file), path).replace(/\.js$/, '.ts'));
  const code = new Map([...loaded].map((file) => [file, withoutComments(texts.get(file) ?? '')]));
  const isNamed = (name: string, own: string): boolean => {
    if (PUBLISHED.has(name)) return true;
    const word = new RegExp(`\\b${name}\\b`, 'g');
    if ((code.get(own)?.match(word)?.length ?? 0) > 1) return true;
    return [...code].some(([file, text]) => file !== own && text.includes(name) && word.test(text));
  };
  return {
    isLoaded: (file) => loaded.has(file),
    uncalled: (file) =>
      [...(texts.get(file) ?? '').matchAll(EXPORTED)].flatMap(([, name = '']) => (isNamed(name, file) ? [] : [name])),
  };
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
