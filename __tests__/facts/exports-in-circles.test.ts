import { scan } from '../../src/scan.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterAll(removeFolders);

const SCANS = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: false, shared_model_scan: false };

const served = (types: Record<string, string>) =>
  folderOf({
    'openapi.json': JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'shop', version: '1' },
      paths: {
        '/book': {
          get: {
            responses: {
              200: {
                description: 'one book',
                content: {
                  'application/json': {
                    schema: { type: 'object', required: ['isbn'], properties: { isbn: { type: 'string' } } },
                  },
                },
              },
            },
          },
        },
      },
    }),
    'app.ts': `import express from 'express';
import { Book } from './types';
declare const anything: any;
const app = express();
app.get('/book', (request, response) => { const book: Book = anything.find(); response.json(book); });
app.listen(3000);
`,
    ...types,
  });

async function statusOf(types: Record<string, string>) {
  const repository = served(types);
  return (await scan({ repository, dir: repository, scans: SCANS })).matrix[0]?.status;
}

describe('files that export what they have of each other', () => {
  it('in a circle end, and what nobody declares is unknown', async () => {
    expect(await statusOf({ 'types.ts': "export * from './types';\nexport { Book } from './types';\n" })).toBe('unverified');
    const twoWays = (other: string) => `export * from './${other}';\nexport { Book } from './${other}';\n`;
    expect(await statusOf({ 'types.ts': twoWays('more'), 'more.ts': twoWays('types') })).toBe('unverified');
  });

  it('each by two ways are asked once', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        index === 0 ? 'types.ts' : `types${index}.ts`,
        `export * from './types${index + 1}';\nexport { Book } from './types${index + 1}';\n`,
      ]),
    );
    expect(await statusOf({ ...files, 'types30.ts': '' })).toBe('unverified');
    expect(await statusOf({ ...files, 'types30.ts': 'export interface Book { isbn: string }' })).toBe('verified');
    expect(await statusOf({ ...files, 'types30.ts': 'export interface Book { title: string }' })).toBe('violated');
  });

  it('in a circle give what one of them declares', async () => {
    const types = {
      'types.ts': "export * from './more';\n",
      'more.ts': "export * from './types';\nexport interface Book { title: string }\n",
    };
    expect(await statusOf(types)).toBe('violated');
  });
});
