import { Module } from '@nestjs/common';
import { BooksController } from './books/books.controller';
import { BooksService } from './books/books.service';
import { LoansController } from './loans/loans.controller';
import { LoansService } from './loans/loans.service';

@Module({
  controllers: [BooksController, LoansController],
  providers: [BooksService, LoansService],
})
export class AppModule {}
