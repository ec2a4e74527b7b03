import { randomUUID } from 'node:crypto';
import { copyFileSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { CONFIG_FILE } from '../../config/load.js';
import { runFolder } from '../agent-report/run-files.js';
import type { Site } from './site.js';

/** The user's input files before agents began. */
export type Inputs = ReadonlyMap<string, { readonly bytes: Buffer; readonly mode: number } | undefined>;

/** The plan with its requirements, and settings: agents follow them, but must not write them. */
export function inputsNow({ workspace, plan, scan: { repository } }: Site): Inputs {
  const requirements = plan.milestones.flatMap((each) => [each.at.file, ...each.requirements.map(({ file }) => file)]);
  const written = [plan.file, ...requirements].map((file) => join(workspace, file));
  const files = new Set([...written, join(workspace, CONFIG_FILE), join(repository, CONFIG_FILE)]);
  // Other files, such as links, are left alone.
  const ours = [...files].filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile() !== false);
  return new Map(ours.map((file) => [file, contentOf(file)]));
}

/** Restores input files that agents changed, and stores their version beside. Returns the restored paths, relative to the workspace. */
export function returnInputs({ workspace }: Pick<Site, 'workspace'>, before: Inputs): readonly string[] {
  return [...before].flatMap(([file, was]) => {
    const now = contentOf(file);
    const found = lstatSync(file, { throwIfNoEntry: false });
    const isSame = was === undefined ? found === undefined : now?.bytes.equals(was.bytes) === true;
    if (isSame) return [];
    putAside(workspace, file, found);
    if (was === undefined) rmSync(file, { force: true, recursive: true });
    else write(file, was.bytes, was.mode);
    return [relative(workspace, file).replaceAll('\\', '/')];
  });
}

function contentOf(file: string): { readonly bytes: Buffer; readonly mode: number } | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return undefined;
  return { bytes: readFileSync(file), mode: found.mode & 0o777 };
}

function putAside(workspace: string, file: string, found: Stats | undefined): void {
  if (found?.isFile() !== true) return;
  const aside = runFolder(workspace, 'build', 'taken-back', 'inputs');
  copyFileSync(file, join(aside, `${basename(file)}.${randomUUID().slice(0, 8)}.kept`));
}

function write(file: string, bytes: Buffer, mode: number): void {
  const draft = `${file}.${randomUUID()}.tmp`;
  mkdirSync(dirname(file), { recursive: true });
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true });
  writeFileSync(draft, bytes, { mode, flag: 'wx' });
  renameSync(draft, file);
}
