import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { openStore, type Store } from '../../../../src/mcp/engines/store/store.js';
import { folderOf, removeFolders } from '../../../temporary-folder.js';

const KIND = 'TEST';
const FIRST = 'CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)';
const opened: Store[] = [];

async function storeIn(folder: string, changes: Partial<Parameters<typeof openStore>[0]> = {}): Promise<Store> {
  const path = join(folder, '.tallystick', 'notes.db');
  const store = await openStore({ repository: folder, path, kind: KIND, migrations: [FIRST], ...changes });
  opened.push(store);
  return store;
}

const note = (store: Store, text: string): Promise<number> =>
  store.write((connection) => connection.run('INSERT INTO notes (text) VALUES (?)', [text]));
const notes = (store: Store): Promise<readonly unknown[]> =>
  store.read((connection) => connection.all('SELECT text FROM notes ORDER BY id').map(({ text }) => text));

afterAll(() => {
  for (const store of opened) store.close();
  removeFolders();
});

describe('a store', () => {
  test('keeps what was written, for the next who opens it', async () => {
    const folder = folderOf({});
    const first = await storeIn(folder);
    await note(first, 'one');
    first.close();
    expect(await notes(await storeIn(folder))).toEqual(['one']);
  });

  test('takes back all of a transaction that fails, and goes on', async () => {
    const store = await storeIn(folderOf({}));
    const failing = store.write((connection) => {
      connection.run('INSERT INTO notes (text) VALUES (?)', ['lost']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await note(store, 'kept');
    expect(await notes(store)).toEqual(['kept']);
  });

  test('leaves a mistake of ours what it is', async () => {
    const store = await storeIn(folderOf({}));
    const asked = store.read((connection) => connection.all('SELECT * FROM absent'));
    await expect(asked).rejects.toThrow('no such table: absent');
    await expect(asked).rejects.not.toHaveProperty('code');
  });

  test('is used by several at once, none of whose words are lost', async () => {
    const folder = folderOf({});
    const stores = await Promise.all([1, 2, 3].map(() => storeIn(folder)));
    await Promise.all(
      stores.flatMap((store, index) => Array.from({ length: 20 }, (_, count) => note(store, `${index} ${count}`))),
    );
    expect(await notes(stores[0] as Store)).toHaveLength(60);
    expect(await notes(stores[2] as Store)).toHaveLength(60);
  });

  test('is brought up to date by what was added since, step by step', async () => {
    const folder = folderOf({});
    const old = await storeIn(folder);
    await note(old, 'old');
    old.close();
    const migrations = [FIRST, "ALTER TABLE notes ADD COLUMN author TEXT NOT NULL DEFAULT 'nobody'"];
    const store = await storeIn(folder, { migrations });
    expect(await store.read((connection) => connection.all('SELECT text, author FROM notes'))).toEqual([
      { text: 'old', author: 'nobody' },
    ]);
  });

  test('of a newer version is left alone', async () => {
    const folder = folderOf({});
    (await storeIn(folder, { migrations: [FIRST, 'CREATE TABLE more (id INTEGER)'] })).close();
    await expect(storeIn(folder)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('newer version') });
  });

  test('of somebody else is left alone', async () => {
    const folder = folderOf({});
    mkdirSync(join(folder, '.tallystick'));
    const foreign = new sqlite.Database(join(folder, '.tallystick', 'notes.db'));
    foreign.exec('CREATE TABLE customers (id INTEGER)');
    foreign.close();
    await expect(storeIn(folder)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('something else') });
  });

  test('that is not a database is reported', async () => {
    const folder = folderOf({ '.tallystick/notes.db': 'This is a text, and a rather long one at that. '.repeat(50) });
    await expect(storeIn(folder)).rejects.toMatchObject({ code: 'start-failed', message: 'notes.db: file is not a database.' });
  });
});

test('who waits longest is next, however often others come', async () => {
  const folder = folderOf({});
  const [busy, patient] = [await storeIn(folder), await storeIn(folder)];
  let isOver = false;
  const begun: string[] = [];
  const again = async (): Promise<void> => {
    while (!isOver) await busy.write(() => void begun.push('busy'));
  };
  const both = [again(), again()];
  await patient.write(() => void begun.push('patient'));
  await patient.write(() => void begun.push('patient'));
  isOver = true;
  await Promise.all(both);
  expect(begun.lastIndexOf('patient')).toBeLessThan(20);
});

describe('after the death of a process', () => {
  const GONE = { pid: 4_000_000, started: '1', since: Date.now() };

  /** Who holds the lock, as it wrote itself down. */
  async function withHolder(change: object): Promise<string> {
    const folder = folderOf({});
    const store = await storeIn(folder);
    const lock = join(folder, '.tallystick', 'notes.db.owner');
    let own = '';
    await store.write(() => {
      own = readFileSync(join(lock, readdirSync(lock).at(-1) ?? ''), 'utf8');
    });
    store.close();
    for (const name of readdirSync(lock)) writeFileSync(join(lock, name), JSON.stringify({ ...JSON.parse(own), ...change }));
    return folder;
  }

  test('its lock is taken over', async () => {
    const folder = await withHolder(GONE);
    mkdirSync(join(folder, '.tallystick', 'notes.db.lock'));
    const store = await storeIn(folder, { patience: 0 });
    expect(await note(store, 'on')).toBe(1);
  });

  test('the lock of another process that has its number now is taken over, where the system tells them apart', async () => {
    const folder = await withHolder({ pid: process.ppid, started: 'long ago' });
    const opening = storeIn(folder, { patience: 0 });
    if (process.platform === 'linux') await expect(opening).resolves.toBeDefined();
    else await expect(opening).rejects.toMatchObject({ code: 'tool-timeout' });
  });

  test('the lock of one that runs is waited for, and named when it takes too long', async () => {
    const folder = await withHolder({ since: Date.now() });
    await expect(storeIn(folder, { patience: 0 })).rejects.toMatchObject({
      code: 'tool-timeout',
      message: expect.stringContaining(`in use by process ${process.pid}`),
    });
  });

  test('the lock of another machine is waited for, but not for ever', async () => {
    const elsewhere = { host: 'elsewhere', pid: 1 };
    await expect(storeIn(await withHolder({ ...elsewhere, since: Date.now() }), { patience: 0 })).rejects.toMatchObject({
      code: 'tool-timeout',
    });
    await expect(
      storeIn(await withHolder({ ...elsewhere, since: Date.now() - 6 * 60_000 }), { patience: 0 }),
    ).resolves.toBeDefined();
  });

  test('what it had begun to write is undone', async () => {
    const folder = folderOf({});
    const store = await storeIn(folder);
    await store.write((connection) => {
      for (let count = 0; count < 500; count++) connection.run('INSERT INTO notes (text) VALUES (?)', ['whole '.repeat(40)]);
    });
    const path = join(folder, '.tallystick', 'notes.db');
    // A small cache makes SQLite write pages before the transaction ends: the state in which a killed process leaves them.
    const killed = new sqlite.Database(path);
    killed.exec('PRAGMA cache_size = 5; BEGIN');
    killed.run("UPDATE notes SET text = 'torn'");
    for (const ending of ['', '-journal']) copyFileSync(`${path}${ending}`, `${path}${ending}.left`);
    killed.exec('ROLLBACK');
    killed.close();
    for (const ending of ['', '-journal']) copyFileSync(`${path}${ending}.left`, `${path}${ending}`);

    expect(await notes(store)).toEqual(Array.from({ length: 500 }, () => 'whole '.repeat(40)));
    expect(existsSync(`${path}-journal`)).toBe(false);
  });
});

describe('a checkout that would lead elsewhere is refused', () => {
  test('by a link for the folder', async () => {
    const [folder, elsewhere] = [folderOf({}), folderOf({})];
    symlinkSync(elsewhere, join(folder, '.tallystick'), 'junction');
    await expect(storeIn(folder)).rejects.toMatchObject({ code: 'refused' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test.each(['notes.db', 'notes.db-journal', 'notes.db.owner'])('by a link for %s', async (name) => {
    const [folder, elsewhere] = [folderOf({ '.tallystick/.keep': '' }), folderOf({ target: 'precious' })];
    const target = name.endsWith('owner') ? elsewhere : join(elsewhere, 'target');
    symlinkSync(target, join(folder, '.tallystick', name), name.endsWith('owner') ? 'junction' : 'file');
    await expect(storeIn(folder)).rejects.toMatchObject({ code: 'refused' });
    expect(readFileSync(join(elsewhere, 'target'), 'utf8')).toBe('precious');
  });

  test('but not where a trusted person named a database outside of it', async () => {
    const elsewhere = folderOf({});
    const store = await storeIn(folderOf({}), { path: join(elsewhere, 'notes.db') });
    expect(await note(store, 'there')).toBe(1);
  });
});
