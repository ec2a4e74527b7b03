import { extractFile } from '../../../../../src/extract/languages/typescript/open.js';

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('\n');
const size = (code: string): number =>
  JSON.stringify(extractFile('app.js', `import express from 'express';\nconst app = express();\n${code}`).facts).length;

test('values that are written at many places do not multiply by those that read them', () => {
  const writes = (count: number): string => many(count, (index) => `redis.set('k', JSON.stringify({ a${index}: 1 }));`);
  const reads = many(50, (index) => `app.get('/${index}', async (req, res) => res.json(JSON.parse(await redis.get('k'))));`);
  expect(size(writes(2) + reads)).toBeGreaterThan(size(writes(200) + reads));
});
