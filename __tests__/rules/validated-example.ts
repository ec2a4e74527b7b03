import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { settle } from '../../src/commands/settings.js';
import { validate } from '../../src/commands/validate.js';
import { openContractEngine } from '../../src/mcp/engines/contract-engine/contract-engine.js';
import type { Analysis } from '../../src/rules/judge.js';
import { recordedIo } from '../commands/io.js';
import { folderOf, writeFiles } from '../temporary-folder.js';

type Files = Readonly<Record<string, string>>;

/**
 * Validates the files of an example as the page of its rule means it: `before/` is what was marked, or committed; `service.js` runs.
 *
 * @returns the report for machines
 */
export async function validatedExample(id: string, files: Files): Promise<Analysis> {
  const before = Object.entries(files).filter(([path]) => path.startsWith('before/'));
  const now = Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('before/')));
  const folder = folderOf({ 'package.json': '{ "type": "module" }', ...now });
  writeFiles(folder, Object.fromEntries(before.map(([path, content]) => [path.slice('before/'.length), content])));
  const options: Record<string, unknown> = { format: 'json', cache: false };
  if (id === 'VALIDATE-002') await mark(folder);
  if (id === 'VALIDATE-004') {
    commit(folder);
    options.base = 'HEAD';
  }
  writeFiles(folder, now);
  if (id !== 'VALIDATE-003') return report(folder, options);
  const { url, end } = await started(join(folder, 'service.js'));
  try {
    return await report(folder, { ...options, baseUrl: url });
  } finally {
    await end();
  }
}

async function report(cwd: string, options: Record<string, unknown>): Promise<Analysis> {
  const io = recordedIo({ cwd });
  await validate.run({ operands: [], options }, io);
  return JSON.parse(io.out());
}

async function mark(folder: string): Promise<void> {
  const { request } = await settle({ cwd: folder, env: {}, by: 'the test' });
  const engine = await openContractEngine({ scan: request });
  const asked = { contract_id: 'openapi.yaml', service_name: '', evidence_path: 'src/app.ts' };
  const marked = await engine.call('mark_implemented', asked);
  await engine.close();
  expect(marked).toMatchObject({ marked: true });
}

function commit(cwd: string): void {
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'before');
}

/** Runs a service on a port that was free a moment ago, until it answers. */
async function started(script: string) {
  const port = await freePort();
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  while (
    child.exitCode === null &&
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  );
  return {
    url,
    end: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
