import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { compiled } from '../../../compiled.js';
import { folderOf, removeFolders } from '../../../temporary-folder.js';
import { closeEngines, engineIn } from './opened.js';

/** The end-to-end tests ask for more. */
const KILLS = Number(process.env.KILLS ?? 3);
const WRITER = join(import.meta.dirname, 'writer.js');

let sources = '';
beforeAll(() => {
  sources = compiled('.');
});
afterAll(async () => {
  await closeEngines();
  removeFolders();
});

interface Writer {
  readonly process: ChildProcess;
  /** What it said was stored: the last number by id. */
  readonly acknowledged: Map<string, number>;
  readonly begun: Promise<void>;
  readonly ended: Promise<unknown>;
}

function writer(repository: string, name: string): Writer {
  const child = spawn(process.execPath, [WRITER, sources, repository, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged = new Map<string, number>();
  const ended = new Promise((resolve) => child.on('close', resolve));
  const begun = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [id, count] = JSON.parse(line) as [string, number];
      acknowledged.set(id, count);
      resolve();
    });
  });
  return { process: child, acknowledged, begun, ended };
}

/** Contracts that were acknowledged and are not there, or in an older version. */
async function lost(repository: string, acknowledged: ReadonlyMap<string, number>): Promise<readonly string[]> {
  const engine = await engineIn(repository);
  const rows = new Map((await engine.call('list_contracts', {})).map(({ id, version }) => [id, Number(version.split('.')[0])]));
  const missing = [...acknowledged].flatMap(([id, count]) => ((rows.get(id) ?? -1) < count ? [id] : []));
  const [last = ''] = [...acknowledged.keys()].slice(-1);
  expect(await engine.call('get_contract', { contract_id: last })).toMatchObject({ id: last, type: 'openapi' });
  await engine.close();
  return missing;
}

test(
  `a writer that is killed at ${KILLS} random moments, while another writes, has lost nothing that it acknowledged`,
  async () => {
    const repository = folderOf({});
    const path = join(repository, '.tallystick', 'contracts.db');
    const steady = writer(repository, 'steady');
    await steady.begun;
    for (let round = 0; round < KILLS; round++) {
      const killed = writer(repository, `killed ${round}`);
      await killed.begun;
      // A sleep on purpose: the moment has to be any.
      await pause(Math.random() * 60);
      killed.process.kill('SIGKILL');
      await killed.ended;
      expect([round, await lost(repository, killed.acknowledged)]).toEqual([round, []]);
    }
    steady.process.kill('SIGKILL');
    await steady.ended;
    expect(await lost(repository, steady.acknowledged)).toEqual([]);
    expect(steady.acknowledged.size).toBeGreaterThan(1);
    const database = new sqlite.Database(path);
    expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
    database.close();
  },
  60_000 + KILLS * 5_000,
);
