import type { ReadFile } from './reader.js';

/** Texts that replace the content of files, by the files' names in reports. */
export type TextOverrides = ReadonlyMap<string, string>;

/** Reads files, but returns the override of a file that has one. A deleted file stays deleted. */
export function withTextOverrides(read: ReadFile, texts: TextOverrides | undefined): ReadFile {
  if (texts === undefined) return read;
  return (path, from) => {
    const found = read(path, from);
    const former = typeof found === 'string' ? undefined : texts.get(found.file);
    return typeof found === 'string' || former === undefined ? found : { ...found, text: former };
  };
}
