import { IsString } from 'class-validator';
import { BookDto } from '../books/book.dto';

export class NewLoanDto {
  @IsString()
  isbn!: string;

  @IsString()
  card!: string;
}

export class LoanDto {
  id!: number;
  book!: BookDto;
  due!: Date;

  constructor(values: LoanDto) {
    Object.assign(this, values);
  }
}
