import type { Book, BookDto, BookSummary } from '../models/book.js';
import { listAuthors } from './authors.js';

const shelf = new Map<string, Book>([
  ['b1', { id: 'b1', title: 'A Short History of Paper', genre: 'history', cents: 1950, authorIds: ['a1'] }],
  ['b2', { id: 'b2', title: 'Rivers and Tides', genre: 'science', cents: 2400, authorIds: ['a1', 'a2'] }],
]);

export function listBooks(genre: unknown): BookSummary[] {
  return [...shelf.values()]
    .filter((book) => genre === undefined || book.genre === genre)
    .map(({ id, title, genre: kind }) => ({ id, title, genre: kind }));
}

export function findBook(id: string): Book | undefined {
  return shelf.get(id);
}

export function toDto(book: Book): BookDto {
  const { id, title, genre, cents, publishedOn, authorIds } = book;
  const authors = listAuthors().filter((author) => authorIds.includes(author.id));
  const dto: BookDto = { id, title, genre, price: (cents / 100).toFixed(2), authors };
  return publishedOn === undefined ? dto : { ...dto, publishedOn };
}
