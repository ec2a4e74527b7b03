import { extractFile } from '../../../../../../src/extract/languages/typescript/open.js';
import { expectQuick } from '../../../../../processor-time.js';

test('what is written and read again thousands of times takes time in proportion', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `  use${index}(given${index});`).join('\n');
  const lines = Array.from({ length: 4000 }, (_, at) => `  await createThing${at}a(1);\n  const v${at} = await load('1');`).join(
    '\n',
  );
  const text = `import express from 'express';
const app = express();
async function load(id: string): Promise<{ id: string } | null> {
${names}
  return null;
}
app.get('/x', async (req, res) => {
${lines}
  res.json([${Array.from({ length: 4000 }, (_, index) => `v${index}`).join(', ')}]);
});
`;
  await expectQuick(6000, () => extractFile('src/app.ts', text));
});
