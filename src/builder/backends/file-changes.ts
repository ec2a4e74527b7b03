import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { pathInside } from '../../config/inside.js';

/** Tools that write files, with the input field of the file. */
const WRITERS: Readonly<Record<string, string>> = {
  Write: 'file_path',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
};
/** Limit of reported files. */
const MOST_FILES = 10_000;
/** Limit of files outside of the workspace, which are only named. */
const MOST_OUTSIDE = 20;
const LONGEST_PATH = 4_096;

type Fields = Readonly<Record<string, unknown>>;

/** Files below the workspace, relative, with forward slashes, in the order of their first write. */
export interface Changed {
  readonly created: readonly string[];
  readonly modified: readonly string[];
  /** Absolute paths outside of the workspace. */
  readonly outside: readonly string[];
}

/** Finds files that tool calls created and modified (TECH-012A). Writes of shell commands are not visible here. */
export class FileChanges {
  readonly #workspace: string;
  /** Calls without an answer, by their id. */
  readonly #open = new Map<
    string,
    { readonly file: string; readonly existed: boolean; readonly name: string; readonly isOutside: boolean }
  >();
  readonly #created = new Set<string>();
  readonly #modified = new Set<string>();
  readonly #outside = new Set<string>();

  /** @param workspace absolute and real */
  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  called(id: string, name: string, input: Fields): void {
    const field = Object.hasOwn(WRITERS, name) ? WRITERS[name] : undefined;
    const path = field === undefined ? undefined : input[field];
    if (typeof path !== 'string' || path === '' || path.length > LONGEST_PATH || path.includes('\0')) return;
    if (this.#open.size >= MOST_FILES) return;
    const absolute = isAbsolute(path) ? path : resolve(this.#workspace, path);
    const file = this.#inside(absolute);
    this.#open.set(id, { file: file ?? absolute, existed: existsSync(absolute), name, isOutside: file === undefined });
  }

  /** @param details structured output of the tool; says whether the file existed */
  answered(id: string, failed: boolean, text: string, details: unknown): void {
    const call = this.#open.get(id);
    this.#open.delete(id);
    if (call === undefined || failed) return;
    const { file, existed, name, isOutside } = call;
    if (isOutside) {
      if (this.#outside.size < MOST_OUTSIDE) this.#outside.add(file);
      return;
    }
    if (this.#created.has(file) || this.#modified.has(file)) return;
    if (this.#created.size + this.#modified.size >= MOST_FILES) return;
    const isNew = name === 'Write' && wasCreated(text, details, existed);
    (isNew ? this.#created : this.#modified).add(file);
  }

  get changed(): Changed {
    return { created: [...this.#created], modified: [...this.#modified], outside: [...this.#outside] };
  }

  #inside(absolute: string): string | undefined {
    try {
      return pathInside(this.#workspace, absolute) || undefined;
    } catch {
      // A circular link.
      return undefined;
    }
  }
}

/** The call is reported at about the time of the write, so the tool's own answer counts more than the observed file. */
function wasCreated(text: string, details: unknown, existed: boolean): boolean {
  if (typeof details === 'object' && details !== null && 'type' in details) {
    if (details.type === 'create') return true;
    if (details.type === 'update') return false;
  }
  if (text.startsWith('File created')) return true;
  if (/^The file \S.{0,4096} has been updated/s.test(text)) return false;
  return !existed;
}
