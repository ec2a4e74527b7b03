import { Injectable } from '@nestjs/common';
import { BooksService } from '../books/books.service';
import { LoanDto, NewLoanDto } from './loan.dto';

const FOUR_WEEKS = 28 * 24 * 60 * 60 * 1000;

@Injectable()
export class LoansService {
  private readonly loans = new Map<number, LoanDto>();
  private next = 1;

  constructor(private readonly books: BooksService) {}

  lend({ isbn }: NewLoanDto): LoanDto | undefined {
    const book = this.books.find(isbn);
    if (book === undefined) return undefined;
    const loan = new LoanDto({ id: this.next++, book, due: new Date(Date.now() + FOUR_WEEKS) });
    this.loans.set(loan.id, loan);
    return loan;
  }

  end(id: number): void {
    this.loans.delete(id);
  }
}
