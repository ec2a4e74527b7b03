import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, one by one: `recursive` of `mkdirSync` never returns where an existing folder refuses new
 * ones, as `/proc` does.
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}
