import { rmSync } from 'node:fs';
import { CallError } from '../../call-failure.js';
import { openStore, type Store } from '../store/store.js';
import { MIGRATIONS } from './database.js';

/**
 * Opens the database of an index. It need not survive a power loss: a damaged one is deleted, because it can be rebuilt. A
 * foreign file is left alone.
 *
 * @throws CallError when it cannot be opened
 */
export async function openIndex(repository: string, path: string): Promise<Store> {
  const options = { repository, path, kind: 'TSCI', migrations: MIGRATIONS, durable: false };
  try {
    return await checked(await openStore(options));
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const ending of ['', '-journal']) rmSync(`${path}${ending}`, { force: true });
    return openStore(options);
  }
}

async function checked(store: Store): Promise<Store> {
  try {
    await store.read((connection) => connection.get('SELECT count(*) FROM files, state'));
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** SQLite's messages, except "file is not a database": that file may be foreign. */
const isDamaged = (error: unknown): boolean =>
  error instanceof CallError && error.message.includes('database disk image is malformed');
