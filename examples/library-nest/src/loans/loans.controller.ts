import { Body, Controller, Delete, HttpCode, NotFoundException, Param, ParseIntPipe, Post } from '@nestjs/common';
import { LoanDto, NewLoanDto } from './loan.dto';
import { LoansService } from './loans.service';

@Controller('loans')
export class LoansController {
  constructor(private readonly loans: LoansService) {}

  @Post()
  lend(@Body() wish: NewLoanDto): LoanDto {
    const loan = this.loans.lend(wish);
    if (loan === undefined) throw new NotFoundException();
    return loan;
  }

  @Delete(':loanId')
  @HttpCode(204)
  giveBack(@Param('loanId', ParseIntPipe) loanId: number): void {
    this.loans.end(loanId);
  }
}
