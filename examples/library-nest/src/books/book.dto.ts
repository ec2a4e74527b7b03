import { Exclude, Expose } from 'class-transformer';

export enum Kind {
  Novel = 'novel',
  Manual = 'manual',
  Atlas = 'atlas',
}

export class BookDto {
  isbn!: string;
  title!: string;

  @Expose({ name: 'lent_out' })
  lentOut!: boolean;

  kind!: Kind;
  shelf?: string | null;

  /** What the library paid is nobody's business. */
  @Exclude()
  paidCents!: number;

  constructor(values: BookDto) {
    Object.assign(this, values);
  }
}
