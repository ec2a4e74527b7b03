import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fileNameOf, readRunFile, runFolder, writeWhole } from './run-files.js';
import { type FileState, readFiles } from './workspace-files.js';

export interface Snapshot {
  /** ISO 8601. */
  readonly taken: string;
  /** By path: relative to the workspace, with forward slashes. */
  readonly files: ReadonlyMap<string, FileState>;
  readonly folders: ReadonlySet<string>;
  /** Unreadable files, about which nothing is known. */
  readonly skipped: ReadonlySet<string>;
  /** The `.gitignore` rules of each folder. */
  readonly gitignores: readonly GitIgnore[];
  /** Excluded files and folders, besides the fixed ones. */
  readonly leftOut: readonly string[];
}

export interface GitIgnore {
  /** `''` is the workspace. */
  readonly folder: string;
  readonly text: string;
}

/** Paths, sorted. */
export interface Changes {
  readonly created: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
}

export interface SnapshotOptions {
  /** Excluded besides `.git`, `node_modules` and `.tallystick`: files that this program writes. */
  readonly leaveOut?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

const FOLDER = ['build', 'snapshots'] as const;

/**
 * Reads every file of a workspace. Links are never followed: their target is their content.
 *
 * @param workspace absolute and real
 * @throws UserError when there are too many files
 */
export async function takeSnapshot(workspace: string, options: SnapshotOptions = {}): Promise<Snapshot> {
  const taken = new Date().toISOString();
  const leftOut = options.leaveOut ?? [];
  return { taken, leftOut, ...(await readFiles(workspace, leftOut, options.signal)) };
}

/** The changes between two snapshots. Files that one of them could not read are skipped. */
export function compare(before: Snapshot, after: Snapshot): Changes {
  const unseen = (path: string): boolean => isSkipped(before, path) || isSkipped(after, path);
  const seen = (paths: Iterable<string>): readonly string[] => [...paths].filter((path) => !unseen(path)).sort();
  return {
    created: seen(after.files.keys()).filter((path) => !before.files.has(path)),
    modified: seen(after.files.keys()).filter((path) => differs(before.files.get(path), after.files.get(path))),
    deleted: seen(before.files.keys()).filter((path) => !after.files.has(path)),
  };
}

function isSkipped({ skipped }: Snapshot, path: string): boolean {
  if (skipped.size === 0) return false;
  const parts = path.split('/');
  return parts.some((_, index) => skipped.has(parts.slice(0, index + 1).join('/')));
}

function differs(before: FileState | undefined, after: FileState | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return before.kind !== after.kind || before.hash !== after.hash || before.mode !== after.mode;
}

const stored = z.object({
  format: z.literal(1),
  taken: z.string(),
  files: z.array(z.tuple([z.string(), z.enum(['file', 'link', 'other']), z.string(), z.number(), z.number()])),
  folders: z.array(z.string()),
  skipped: z.array(z.string()),
  gitignores: z.array(z.object({ folder: z.string(), text: z.string() })),
  leftOut: z.array(z.string()),
});

/** Stores a snapshot in `.tallystick/build/snapshots` for resumed builds. */
export function saveSnapshot(workspace: string, id: string, snapshot: Snapshot): void {
  writeWhole(join(runFolder(workspace, ...FOLDER), `${fileNameOf(id)}.json`), snapshotText(snapshot));
}

/** undefined: none stored, or unreadable. */
export function loadSnapshot(workspace: string, id: string): Snapshot | undefined {
  const text = readRunFile(join(runFolder(workspace, ...FOLDER), `${fileNameOf(id)}.json`));
  return text === undefined ? undefined : snapshotOf(text);
}

export function dropSnapshot(workspace: string, id: string): void {
  rmSync(join(runFolder(workspace, ...FOLDER), `${fileNameOf(id)}.json`), { force: true });
}

export function snapshotText(snapshot: Snapshot): string {
  const { taken, files, folders, skipped, gitignores, leftOut } = snapshot;
  return JSON.stringify({
    format: 1,
    taken,
    files: [...files].map(([path, { kind, hash, bytes, mode }]) => [path, kind, hash, bytes, mode]),
    folders: [...folders],
    skipped: [...skipped],
    gitignores,
    leftOut,
  });
}

/** undefined: not a snapshot. */
export function snapshotOf(text: string): Snapshot | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = stored.safeParse(value);
  if (!read.success) return undefined;
  const { taken, files, folders, skipped, gitignores, leftOut } = read.data;
  return {
    taken,
    files: new Map(files.map(([path, kind, hash, bytes, mode]) => [path, { kind, hash, bytes, mode }])),
    folders: new Set(folders),
    skipped: new Set(skipped),
    gitignores,
    leftOut,
  };
}
