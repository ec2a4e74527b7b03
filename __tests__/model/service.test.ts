import { contractIdOf, fileOfContract, ownersOf, placesFor, type ServicePlace, touches } from '../../src/model/service.js';

const BOOKS = { name: 'books', folders: ['services/books'] };
const COVERS = { name: 'covers', folders: ['services/books/covers', 'libs/images'] };
const ROOT = { name: 'root', folders: [''] };
const ANYWHERE = { name: 'anywhere', folders: [] };

test.each([
  ['services/books/app.ts', 'books'],
  ['services/books/covers/app.ts', 'covers'],
  ['libs/images/a.ts', 'covers'],
  ['services/bookshelf/app.ts', undefined],
  ['libs/a.ts', undefined],
])('%s is of %s', (file, owner) => {
  const names = (services: readonly ServicePlace[]) => ownersOf(file, services).map(({ name }) => name);
  expect(names([BOOKS, COVERS, ANYWHERE])).toEqual(owner === undefined ? [] : [owner]);
  expect(names([ROOT, COVERS, BOOKS])).toEqual([owner ?? 'root']);
});

test('a folder that several share is of all of them', () => {
  const other = { name: 'other', folders: ['services/books'] };
  expect(ownersOf('services/books/app.ts', [BOOKS, other, COVERS])).toEqual([BOOKS, other]);
});

test.each([
  [BOOKS, '', true],
  [BOOKS, 'services', true],
  [BOOKS, 'services/books/src', true],
  [BOOKS, 'services/bookshelf', false],
  [COVERS, 'libs', true],
  [ROOT, 'libs', true],
  [ANYWHERE, 'libs', true],
])('%j has to do with the folder %j: %s', (service, folder, expected) => {
  expect(touches(service, folder)).toBe(expected);
});

test.each(['openapi.yaml', 'a (b)/openapi.yaml'])('the file %s is known by the ids made of it', (file) => {
  for (const id of [file, contractIdOf(file, 'books', 'provider'), contractIdOf(file, 'books', 'consumer')])
    expect(fileOfContract(id)).toBe(file);
});

describe('folders that only a change names', () => {
  const GROWN = { ...BOOKS, added: ['libs/images/raw', 'tools'] };
  const NEW = { name: 'new', folders: [], added: ['services/books/new', 'libs'], proposed: true };
  const seen = (name: string, file: string) => ownersOf(file, placesFor(name, [GROWN, COVERS, NEW])).map((each) => each.name);

  test('are seen by the service that they are named for, and taken from nobody', () => {
    expect(seen('books', 'tools/a.ts')).toEqual(['books']);
    expect(seen('covers', 'tools/a.ts')).toEqual([]);
    expect(seen('covers', 'libs/images/raw/a.ts')).toEqual(['covers']);
  });

  test('of a new service count for it alone', () => {
    for (const file of ['services/books/new/a.ts', 'libs/a.ts']) {
      expect(seen('new', file)).toEqual(['new']);
      expect(seen('books', file)).toEqual(file.startsWith('services') ? ['books'] : []);
    }
    expect(touches(NEW, 'libs')).toBe(true);
    expect(touches(NEW, 'api')).toBe(false);
  });
});
