/** What stays of a name when it is written in another case: `createdAt`, `created_at`, `CreatedAt` and `created-at` are one. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}
