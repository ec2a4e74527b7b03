/** The folder of a file, repository-relative; `''` is the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/** The decoded text of a part of a URL; one that is malformed stays as it is. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
