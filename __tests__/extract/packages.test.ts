import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parseSheet, printSheet } from '../../src/facts/sheets/sheet-parse.js';
import { isInstalled } from '../../src/facts/values/installed.js';
import { collectFacts, scan } from '../../src/scan.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';

afterAll(removeFolders);

const SCANS = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: false, shared_model_scan: false };

/** A service whose only route sends what `statement` gives, beside a contract that promises a title and an isbn. */
function serviceOf(statement: string, imports = 'Book'): Record<string, string> {
  return {
    'package.json': '{ "name": "shop", "dependencies": { "express": "4", "@shop/types": "1" } }',
    'openapi.yaml': `openapi: 3.0.3
info: { title: shop, version: '1' }
paths:
  /book:
    get:
      responses:
        '200':
          description: one book
          content:
            application/json:
              schema:
                type: object
                required: [title, isbn]
                properties: { title: { type: string }, isbn: { type: string } }
`,
    'src/app.ts': `import express from 'express';
import { ${imports} } from '@shop/types';
declare const anything: any;
const app = express();
app.get('/book', (request, response) => { ${statement} });
app.listen(3000);
`,
  };
}

const MANIFEST = '{ "name": "@shop/types", "version": "1.0.0", "types": "dist/index.d.ts" }';
const TYPED = 'const book: Book = anything.find(); response.json(book);';

/** The package, with what its entry declares. */
const installed = (declarations: string, files: Record<string, string> = {}): Record<string, string> => ({
  'node_modules/@shop/types/package.json': MANIFEST,
  'node_modules/@shop/types/dist/index.d.ts': declarations,
  ...files,
});

async function scanned(repository: string, asks = true) {
  const packagesOf = asks ? repository : undefined;
  const { matrix, violations } = await scan({ repository, dir: repository, scans: SCANS, packagesOf });
  return {
    status: matrix[0]?.status,
    note: matrix[0]?.note,
    found: violations.map(({ field, problem }) => `${field} ${problem}`),
  };
}

const statusWith = async (statement: string, declarations: string, imports?: string) =>
  scanned(folderOf({ ...serviceOf(statement, imports), ...installed(declarations) }));

describe('packages that are installed', () => {
  const complete = 'export interface Book { title: string; isbn: string }';
  const lacking = 'export interface Book { title: string }';

  it('are read only when the user asks for it: results do not depend on what is installed', async () => {
    const service = folderOf({ ...serviceOf(TYPED), ...installed(lacking) });
    expect(await scanned(service, false)).toMatchObject({ status: 'unverified', found: [] });
    expect(await scanned(service)).toMatchObject({ status: 'violated', found: ['isbn missing'] });
  });

  it('say what an interface has, also through what their files export of each other', async () => {
    expect(await statusWith(TYPED, complete)).toMatchObject({ status: 'verified', found: [] });
    const files = { 'node_modules/@shop/types/dist/book.d.ts': lacking };
    const declarations = ["export * from './book';", "export { Book } from './book';", "export { Book } from './book.js';"];
    for (const one of declarations)
      expect(await scanned(folderOf({ ...serviceOf(TYPED), ...installed(one, files) }))).toMatchObject({
        found: ['isbn missing'],
      });
  });

  it.each([
    ['the result of a function', 'response.json(makeBook());', 'export declare function makeBook(): Book;\n', 'makeBook'],
    [
      'a member of a value',
      'const all: Shelf = anything.find(); response.json(all.first);',
      'export interface Shelf { first: Book }\n',
      'Shelf',
    ],
    [
      'a generic type',
      'const page: Page<Book> = anything.find(); response.json(page.item);',
      'export interface Page<T> { item: Book; rest: T[] }\n',
      'Book, Page',
    ],
    [
      'a part of a type',
      "const part: Pick<Wide, 'title'> = anything.find(); response.json(part);",
      'export interface Wide extends Book { pages: number }\n',
      'Wide',
    ],
    ['a constant', 'response.json(first);', 'export declare const first: Book;\n', 'first'],
  ])('say what %s is', async (_, statement, declarations, imports) => {
    expect(await statusWith(statement, declarations + lacking, imports)).toMatchObject({ found: ['isbn missing'] });
  });

  it('leave open what has methods, whose code is not read, except where `toJSON` says what is sent', async () => {
    const withCode = [
      'export declare class Book { title: string }',
      'export interface Book { title: string; print(): void }',
      'declare class Base { id: number }\nexport interface Book extends Base { title: string }',
    ];
    for (const one of withCode) expect(await statusWith(TYPED, one)).toMatchObject({ status: 'unverified', found: [] });
    const saysIt = 'export declare class Book { private title: string; toJSON(): { title: string } }';
    expect(await statusWith(TYPED, saysIt)).toMatchObject({ found: ['isbn missing'] });
  });

  it('leave open what more than fields may decide, in all forms of a type', async () => {
    const forms = [
      'interface Saved { save(): void }\nexport interface Book extends Saved { title: string; isbn: string }',
      'export type Book = { title: string; isbn: string } & { toJSON(): string };',
      'export type Book = { title: string; isbn: string; toJSON: () => string };',
    ];
    for (const one of forms) expect(await statusWith(TYPED, one)).toMatchObject({ status: 'unverified', found: [] });
  });

  it('leave open the result of a function with several signatures', async () => {
    const overloaded = 'export declare function load(done: (book: Book) => void): void;\nexport declare function load(): Book;\n';
    expect(await statusWith('response.json(load());', overloaded + complete, 'load')).toMatchObject({
      status: 'unverified',
      found: [],
    });
  });

  it('leave open the types of a module that the service extends', async () => {
    const types = {
      'types/shop.d.ts': "import '@shop/types';\ndeclare module '@shop/types' { interface Book { isbn: string } }",
    };
    const service = folderOf({ ...serviceOf(TYPED), ...installed(lacking), ...types });
    expect(await scanned(service)).toMatchObject({ status: 'unverified', found: [] });
  });

  it('are found in `@types`, above the scanned folder, and behind links within the repository, but not outside of it', async () => {
    const types = { 'node_modules/@types/shop__types/index.d.ts': lacking, 'node_modules/@shop/types/index.js': '' };
    expect(await scanned(folderOf({ ...serviceOf(TYPED), ...types }))).toMatchObject({ found: ['isbn missing'] });

    const inside = folderOf({
      ...serviceOf(TYPED),
      'node_modules/.store/types/package.json': MANIFEST,
      'node_modules/.store/types/dist/index.d.ts': lacking,
      'node_modules/@shop/.keep': '',
    });
    symlinkSync('../.store/types', join(inside, 'node_modules/@shop/types'));
    expect(await scanned(inside)).toMatchObject({ found: ['isbn missing'] });

    const elsewhere = folderOf({ 'node_modules/types/package.json': MANIFEST, 'node_modules/types/dist/index.d.ts': lacking });
    const outside = folderOf({ ...serviceOf(TYPED), 'node_modules/@shop/.keep': '' });
    symlinkSync(join(elsewhere, 'node_modules/types'), join(outside, 'node_modules/@shop/types'));
    expect(await scanned(outside)).toMatchObject({ status: 'unverified', found: [] });
  });

  it('do no harm where their files are broken, huge, or lead to each other in a circle', async () => {
    const hostile = [
      'export interface Book {',
      `export interface Book { title: string }\n// ${'x'.repeat(1024 * 1024)}`,
      "export * from './index';\nexport { Book } from './index';",
      'export type Book = Book;',
      'export interface Book extends Book { title: string }',
      "export const app = require('express')(); app.get('/hidden', (q, s) => s.json({}));",
    ];
    for (const one of hostile) expect((await statusWith(TYPED, one)).found).toEqual([]);
    const noManifest = folderOf({
      ...serviceOf(TYPED),
      'node_modules/@shop/types/package.json': '{ "types": "../../../../../etc/passwd" ',
    });
    expect(await scanned(noManifest)).toMatchObject({ status: 'unverified', found: [] });
  });

  it('do not take the place of what is known of a package', async () => {
    const types = {
      'node_modules/express/package.json': '{ "types": "index.d.ts" }',
      'node_modules/express/index.d.ts': 'export default function express(): { get: string };',
    };
    const service = folderOf({ ...serviceOf("response.json({ title: '' });"), ...types });
    expect(await scanned(service)).toMatchObject({ found: ['isbn missing'] });
  });

  it('are part of a fact sheet, which says the same when it is read again', async () => {
    const repository = folderOf({ ...serviceOf(TYPED), ...installed(lacking) });
    const sheet = await collectFacts({ repository, dir: repository, scans: SCANS, packagesOf: repository });
    expect(sheet.files.map(({ path }) => path).filter(isInstalled)).toEqual(['node_modules/@shop/types/dist/index.d.ts']);
    expect(parseSheet(printSheet(sheet), 'sheet.json').installed).toEqual(sheet.installed);
  });

  it('are those of the repository at hand when a base is scanned, which has none of its own', async () => {
    const head = folderOf({ ...serviceOf(TYPED), ...installed(lacking) });
    const base = folderOf(serviceOf(TYPED));
    const { violations } = await scan({ repository: base, dir: base, scans: SCANS, packagesOf: head });
    expect(violations.map(({ field }) => field)).toEqual(['isbn']);
    writeFiles(head, installed(complete));
    const { matrix } = await scan({ repository: base, dir: base, scans: SCANS, packagesOf: head });
    expect(matrix[0]?.status).toBe('verified');
  });
});
