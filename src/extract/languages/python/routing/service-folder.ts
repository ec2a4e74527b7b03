/** Where services share a repository, each has a folder; a package of one service is one as well. */
export function folderOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  return folders.length > 2 ? (folders[0] ?? '') : '';
}
