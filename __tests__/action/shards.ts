import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generateTree } from '../../scripts/generate-tree.js';
import { workflowDispatch } from './events.js';
import type { Folder } from './folders.js';
import { type Runner, type Step, startRunner } from './runner.js';

/** Declares the test of a repository of so many files, with a contract about so many of its modules, over so many shards. */
export function shardsOf({ files, modules, shards }: Readonly<Record<'files' | 'modules' | 'shards', number>>): void {
  let runner: Runner;
  let workspace: string;
  beforeAll(() => {
    runner = startRunner();
    workspace = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-shards-')));
    // Of the tree's 40 files of a module 28 end in `.ts`.
    generateTree(workspace, files * (28 / 40));
    mkdirSync(join(workspace, '.git'));
    writeFileSync(join(workspace, 'openapi.yaml'), contractOf(readdirSync(join(workspace, 'src')), modules));
  });
  afterAll(() => {
    runner?.remove();
    rmSync(workspace, { recursive: true, force: true });
  });

  const step = (inputs: Readonly<Record<string, string>>, action?: Folder): Promise<Step> =>
    runner.step({ event: workflowDispatch('a'.repeat(40)), workspace, inputs, ...(action && { action }) });

  test('the shards of a repository give the report of one job, and without one of them none', async () => {
    const sources = readdirSync(workspace, { recursive: true }).filter((path) => /\.tsx?$/.test(String(path)));
    expect(sources.length).toBeGreaterThanOrEqual(files);

    const whole = await step({});
    const sheets: string[] = [];
    for (let shard = 1; shard <= shards; shard += 1) {
      const { code, outputs } = await step({ shard: `${shard}/${shards}` }, 'shard');
      expect(code).toBe(0);
      sheets.push(outputs.sheet ?? '');
    }
    const merged = await step({ sheets: sheets.toReversed().join('\n') }, 'merge');
    expect(reportOf(merged)).toBe(reportOf(whole));
    expect(merged.code).toBe(whole.code);

    // That there is something to be equal: promises of every status, of modules in every shard.
    const { summary } = JSON.parse(reportOf(whole));
    expect(summary).toMatchObject({
      verified: 3 * modules,
      violated: modules,
      missing: modules,
      unverified: 0,
      errors: 3 * modules,
      warnings: 0,
    });

    const without = await step({ sheets: sheets.slice(1).join('\n') }, 'merge');
    expect(without.code).toBe(3);
    expect(without.commands[0]).toMatchObject({
      name: 'error',
      message: expect.stringContaining(`Shard 1/${shards} is missing.`),
    });
    expect(without.outputs.report).toBeUndefined();
  });
}

/** The JSON report without `stats`, which says what a run had to do. */
function reportOf({ outputs }: Step): string {
  const { stats: _stats, ...report } = JSON.parse(readFileSync(outputs.report ?? 'no report', 'utf8'));
  return JSON.stringify(report, null, 1);
}

/** A contract about some of the modules, each with three promises that are kept, one that is broken twice, and one that is missing. */
function contractOf(entries: readonly string[], modules: number): string {
  const nouns = entries.filter((name) => !name.includes('.')).sort();
  const chosen = nouns.filter((_, index) => index % Math.floor(nouns.length / modules) === 0).slice(0, modules);
  const body = (schema: object) => ({ description: 'x', content: { 'application/json': { schema } } });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const item = (noun: string, extra: Readonly<Record<string, string>>) => ({
    type: 'object',
    required: ['id', 'createdAt', 'point0', ...Object.keys(extra)],
    properties: {
      id: { type: 'string' },
      createdAt: { type: 'string', format: 'date-time' },
      point0: { type: 'string', description: noun },
      ...Object.fromEntries(Object.entries(extra).map(([name, type]) => [name, { type }])),
    },
  });
  const paths = chosen.flatMap((noun) => [
    [`/${noun}s/1/list`, { get: { responses: { 200: body({ type: 'array', items: item(noun, {}) }) } } }],
    [
      `/${noun}s/1/{id}`,
      { parameters: [id], get: { responses: { 200: body(item(noun, { point1: 'string', weight: 'number' })) } } },
    ],
    [
      `/${noun}s/{id}`,
      {
        parameters: [id],
        // What its handler sends is written down nowhere: it is worked out, in the shard that has the handler.
        patch: {
          responses: {
            200: body({
              type: 'object',
              required: ['id', 'changed'],
              properties: { id: { type: 'string' }, changed: { type: 'number' } },
            }),
          },
        },
        delete: { responses: { 204: { description: 'gone' } } },
      },
    ],
    [`/${noun}s/archive`, { post: { responses: { 204: { description: 'archived' } } } }],
  ]);
  const info = { title: 'Shop', version: '1.0.0' };
  return JSON.stringify({ openapi: '3.0.3', info, servers: [{ url: '/api' }], paths: Object.fromEntries(paths) });
}
