export interface Money {
  cents: number;
  currency: string;
}
