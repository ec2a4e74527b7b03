import { cpSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runCommandLine } from '../src/commands/command-line.js';
import { commands } from '../src/commands/index.js';
import { recordedIo } from './commands/io.js';
import { folderOf, removeFolders } from './temporary-folder.js';

const BASE = '/api/v1';
const author = { id: 'a1', name: 'Jane Austen' };
/** What the example's code answers, but for the stock, which the warehouse would know. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/books': { items: [{ id: 'b1', title: 'Emma', genre: 'fiction' }], total: 1 },
  '/books/b1': { id: 'b1', title: 'Emma', genre: 'fiction', price: '7.50', authors: [author] },
  '/books/b1/availability': { copies: 3 },
  '/authors': [author],
  '/authors/a1': { ...author, birth_year: 1775, biography: null },
};

/** What `validate` says of the example while it runs, without what a scan says too. */
export async function realValidation(): Promise<string> {
  const server = createServer(({ url = '' }, response) => answer(response, ANSWERS[url.slice(BASE.length)]));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cwd = folderOf({});
  cpSync('examples/bookshop', cwd, { recursive: true });
  const io = recordedIo({ cwd });
  await runCommandLine(['validate', '--base-url', address, '--seed', '7', '--no-cache'], commands, io);
  await new Promise((resolve) => server.close(resolve));
  removeFolders();
  const lines = io.out().replaceAll(address, 'http://localhost:3000').split('\n');
  const from = lines.indexOf('Validation');
  const finding = lines.findIndex((line) => line.startsWith('✗ GET /books/{bookId} '));
  const shown = [...lines.slice(from, finding), ...lines.slice(finding, finding + 7), '  ...'];
  return ['```', '...', ...shown, '```'].join('\n');
}

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? { error: 'There is no such thing.' }));
}
