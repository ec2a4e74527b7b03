import { Controller, Get, NotFoundException, Param } from '@nestjs/common';
import { BookDto } from './book.dto';
import { BooksService } from './books.service';

@Controller('books')
export class BooksController {
  constructor(private readonly books: BooksService) {}

  @Get()
  list(): BookDto[] {
    return this.books.all();
  }

  @Get(':isbn')
  get(@Param('isbn') isbn: string): BookDto {
    const book = this.books.find(isbn);
    if (book === undefined) throw new NotFoundException();
    return book;
  }
}
