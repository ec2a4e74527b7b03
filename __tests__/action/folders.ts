/** The folders of the actions beside the main one. */
export const FOLDERS = ['shard', 'merge', 'report', 'regression', 'build', 'apply'] as const;

export type Folder = (typeof FOLDERS)[number];
