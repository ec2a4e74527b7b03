import { type Broken, causeOf } from '../../src/diff/cause.js';
import { removeFolders } from '../contracts/workspace.js';
import { diffOf } from './cases.js';

afterEach(removeFolders);

/** Two operations that answer with a book of these properties, below `path`. */
function books(properties: string, { required = '[id]', path = '/books' } = {}): string {
  return `openapi: 3.0.3
info: { title: Books, version: '1' }
paths:
  ${path}:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } } } } }
    post: { responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } } }
components:
  schemas:
    Book: { type: object, required: ${required}, properties: { ${properties} } }`;
}

const BASE = books('id: { type: integer }, title: { type: string }');
const title: Broken = { contract: 'head.yaml', subject: 'GET /books', status: '200', field: '[].title' };

test.each([
  ['the contract says what it said: the code changed', BASE, title, 'code-changed'],
  [
    'the contract changed elsewhere: the code changed',
    books('id: { type: integer }, title: { type: string }, year: { type: integer }'),
    title,
    'code-changed',
  ],
  [
    'the property is newly required, which harms no reader: the contract is ahead',
    books('id: { type: integer }, title: { type: string }', { required: '[id, title]' }),
    title,
    'contract-ahead',
  ],
  [
    'the property has another type: the contract broke',
    books('id: { type: integer }, title: { type: integer }'),
    title,
    'contract-broke',
  ],
  [
    'so it does where another operation was named first, by the last name of the field',
    books('id: { type: integer }, title: { type: integer }'),
    { ...title, subject: 'POST /books', status: '201', field: 'title' },
    'contract-broke',
  ],
  [
    'the operation is new: the contract is ahead',
    BASE.replace('    post:', '    delete: { responses: { "204": { description: gone } } }\n    post:'),
    { contract: 'head.yaml', subject: 'DELETE /books' },
    'contract-ahead',
  ],
  ['all operations moved: the contract broke', `servers: [{ url: 'https://example.com/v2' }]\n${BASE}`, title, 'contract-broke'],
  ['another contract: nobody knows', BASE, { ...title, contract: 'other.yaml' }, undefined],
  [
    'what the contract says cannot be compared: nobody knows',
    books('id: { type: integer }, title: { type: string, not: { maxLength: 3 } }'),
    title,
    undefined,
  ],
] as const)('%s', async (_, head, broken, cause) => {
  expect(causeOf(broken, [await diffOf(BASE, head)])).toBe(cause);
});
