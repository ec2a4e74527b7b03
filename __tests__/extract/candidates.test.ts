import { typescript } from '../../src/extract/languages/typescript/index.js';

const client = "import { api } from './api';\nexport const load = () => api.get('/cats');\n";
const server = "import express from 'express';\nconst app = express();\napp.get('/', (req, res) => res.send(<App />));\n";
/** Of the Apache License 2.0, as it stands at the head of files. */
const licence = ' * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.\n */\nexport class Panel {}\n';

it.each<[string, string, boolean]>([
  ['src/server.ts', server, true],
  ['src/server.tsx', server, true],
  ['src/server.js', server, true],
  ['src/load.tsx', client, false],
  ['src/load.jsx', client, false],
  ['src/server.d.ts', server, false],
  ['src/licensed.ts', `/**\n${licence}`, false],
  ['src/licensed.tsx', `/**\n${licence}`, false],
  ['src/sum.ts', 'export const sum = (a: number, b: number) => a + b;\n', false],
])('%s is parsed for its own sake or not', (path, text, expected) => {
  expect(typescript.candidate(path, text)).toBe(expected);
});
