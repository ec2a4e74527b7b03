import { Injectable } from '@nestjs/common';
import { BookDto, Kind } from './book.dto';

@Injectable()
export class BooksService {
  private readonly shelf: BookDto[] = [
    new BookDto({ isbn: '9780000000019', title: 'Knots and Ropes', lentOut: false, kind: Kind.Manual, shelf: 'M3', paidCents: 1200 }),
    new BookDto({ isbn: '9780000000026', title: 'Coasts of the North', lentOut: true, kind: Kind.Atlas, shelf: null, paidCents: 5400 }),
  ];

  all(): BookDto[] {
    return this.shelf;
  }

  find(isbn: string): BookDto | undefined {
    return this.shelf.find((book) => book.isbn === isbn);
  }
}
