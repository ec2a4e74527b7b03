import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../../scripts/build.js';
import { root } from '../architecture/source-files.js';

interface Manifest {
  readonly exports: { readonly '.': { readonly types: string; readonly default: string } };
  readonly files: readonly string[];
}

/** Below node_modules, so that the packages are found as they are for whoever installs the library. */
const cache = join(root, 'node_modules', '.cache');
let folder: string;
beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'library-'));
  build(join(folder, 'lib'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

test('a program that imports the package can scan a service', () => {
  const entry = join(folder, manifest.exports['.'].default);
  const program = join(folder, 'program.mjs');
  const dir = join(root, 'examples', 'bookshop');
  const scans = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };
  const text = `const { scan } = await import(process.argv[2]);
    const analysis = await scan(${JSON.stringify({ repository: root, dir, scans })});
    console.log(JSON.stringify(analysis.summary));`;
  writeFileSync(program, text);
  const run = spawnSync(process.execPath, [program, pathToFileURL(entry).href], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(JSON.parse(run.stdout)).toMatchObject({ health: 'failed' });
});

test('its types are beside it, and both are in what is published', () => {
  const { types, default: entry } = manifest.exports['.'];
  expect(readFileSync(join(folder, types), 'utf8')).toContain('scan');
  expect([types, entry].map((path) => path.split('/')[1])).toEqual(['lib', 'lib']);
  expect(manifest.files).toEqual(expect.arrayContaining(['dist', 'lib', 'action.yml']));
});
