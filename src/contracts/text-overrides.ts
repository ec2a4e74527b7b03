import type { ReadFile } from './reader.js';

/** Texts that count instead of what files hold now, by the files' names in reports. */
export type TextOverrides = ReadonlyMap<string, string>;

/** Reads files, but those whose former text is what counts. A file that is gone stays gone. */
export function withTextOverrides(read: ReadFile, texts: TextOverrides | undefined): ReadFile {
  if (texts === undefined) return read;
  return (path, from) => {
    const found = read(path, from);
    const former = typeof found === 'string' ? undefined : texts.get(found.file);
    return typeof found === 'string' || former === undefined ? found : { ...found, text: former };
  };
}
