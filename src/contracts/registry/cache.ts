import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../../model/user-error.js';
import { parseContracts, printContracts, type ServiceContract } from './service-contract.js';

const MAX_BYTES = 100_000_000;

/** The contracts of a file. @throws UserError if it does not exist, is too large, or has another format */
export function readContracts(path: string): readonly ServiceContract[] {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined)
    throw new UserError(`There is no ${basename(path)}.`, { hint: 'It is written when contracts were loaded.' });
  if (size > MAX_BYTES) throw new UserError(`${basename(path)} has more than ${MAX_BYTES / 1_000_000} MB.`);
  return parseContracts(readFileSync(path, 'utf8'), basename(path));
}

/** Writes a file so that readers see either the old or the new contracts. @throws UserError if it cannot be written */
export function writeContracts(path: string, contracts: readonly ServiceContract[]): void {
  writeText(path, printContracts(contracts));
}

/** Writes a file completely or not at all. @throws UserError if it cannot be written */
export function writeText(path: string, text: string): void {
  const draft = join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new UserError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
