import { UserError } from '../model/user-error.js';
import { readNamed } from './choose.js';
import type { Contract } from './contract.js';
import { type Place, rootOf } from './place.js';
import { Reader, type ReadFile } from './reader.js';

/** A contract with the document that it was read from, for callers that need more of it. */
export interface OpenedContract {
  readonly contract: Contract;
  /** Absent: it is a table of services, not a document. */
  readonly root: Place | undefined;
  /** Follows the references of the document. */
  readonly reader: Reader;
  /** Real paths of all files that were read so far. */
  readonly files: ReadonlySet<string>;
}

/** Opens one file as a contract. @throws UserError if it is none, or if any part of it is broken */
export function openContract(path: string, read: ReadFile): OpenedContract {
  const files = new Set<string>();
  const noting: ReadFile = (asked, from) => {
    const found = read(asked, from);
    if (typeof found !== 'string') files.add(found.path);
    return found;
  };
  const [contract] = readNamed([{ path, read: noting }], [], true).contracts;
  if (contract === undefined) throw new Error(`${path} was read, and is nothing`);
  const reader = new Reader(noting, new Map());
  if (contract.kind === 'service-table') return { contract, root: undefined, reader, files };
  const document = reader.open(path);
  if (typeof document === 'string') throw new UserError(`${path} is gone.`);
  return { contract, root: rootOf(document), reader, files };
}

/**
 * Opens a text as a contract; files that it refers to are not read. @param name stands for its file @throws UserError as above
 */
export function openText(text: string, name: string): OpenedContract {
  const path = `/${name}`;
  return openContract(path, (asked) => (asked === path ? { path, file: name, text } : 'outside'));
}
