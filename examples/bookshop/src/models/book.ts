import type { AuthorSummary } from './author.js';

export type Genre = 'fiction' | 'science' | 'history' | 'children';

/** A book as the shop keeps it. */
export interface Book {
  id: string;
  title: string;
  genre: Genre;
  cents: number;
  publishedOn?: Date;
  authorIds: string[];
}

export type BookSummary = Pick<Book, 'id' | 'title' | 'genre'>;

export interface BookPage {
  items: BookSummary[];
  total: number;
}

/** A book as the API shows it. */
export interface BookDto extends BookSummary {
  price: string;
  publishedOn?: Date;
  authors: AuthorSummary[];
}
