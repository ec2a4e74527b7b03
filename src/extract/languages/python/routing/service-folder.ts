/** The folder of a service in a shared repository; it may also be a package of a single service. */
export function folderOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  return folders.length > 2 ? (folders[0] ?? '') : '';
}
