import type { AuthorDto, AuthorSummary } from '../models/author.js';

const known = new Map<string, AuthorDto>([
  ['a1', { id: 'a1', name: 'First Author', birth_year: 1961, biography: null }],
  ['a2', { id: 'a2', name: 'Second Author', birth_year: 1974, biography: 'Writes about water.' }],
]);

export function listAuthors(): AuthorSummary[] {
  return [...known.values()].map(({ id, name }) => ({ id, name }));
}

export function findAuthor(id: string): AuthorDto | undefined {
  return known.get(id);
}
