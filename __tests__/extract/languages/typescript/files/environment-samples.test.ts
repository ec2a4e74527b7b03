import { fileURLToPath } from 'node:url';
import { collect } from '../../../../../src/extract/collect.js';
import { isSample, readSample } from '../../../../../src/extract/languages/typescript/files/environment-samples.js';
import { typescript } from '../../../../../src/extract/languages/typescript/index.js';
import { link } from '../../../../../src/facts/link.js';

test('of a sample only variables that may be part of a path are kept', () => {
  const text =
    'PORT=3000\nAPI_PREFIX=/api\nexport BASE_PATH="v1"\nSECRET_PATH=a b c\nJWT_SECRET=/x\n# API_BASE=/y\nAPI_VERSION=\n';
  expect(readSample('server/.env.sample', text)).toEqual([
    {
      kind: 'setting',
      key: 'environment',
      scope: 'server',
      value: { API_PREFIX: '/api', BASE_PATH: 'v1', API_VERSION: '' },
      at: { line: 1, column: 1 },
    },
  ]);
  expect(readSample('.env.example', 'PORT=1')).toEqual([]);
});

test('the environment itself is not read', () => {
  expect(['.env', 'a/.env.local', '.env.production'].map(isSample)).toEqual([false, false, false]);
  expect(isSample('a/.env.example')).toBe(true);
});

test('a sample says what a prefix is likely to be, and no more', async () => {
  const folder = fileURLToPath(new URL('../../../../fixtures/typescript/fastify/environment-sample', import.meta.url));
  const { routes } = link(await collect({ repository: folder, dir: folder, languages: [typescript] }));
  expect(routes.map(({ path, prefixUnknown, likelyPrefix }) => ({ path, prefixUnknown, likelyPrefix }))).toEqual([
    { path: '/books', prefixUnknown: true, likelyPrefix: '/api' },
    { path: '/v2/books', prefixUnknown: true, likelyPrefix: '/api' },
  ]);
});
