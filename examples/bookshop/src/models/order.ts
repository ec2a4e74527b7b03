export type OrderStatus = 'placed' | 'paid' | 'shipped' | 'cancelled';

export interface OrderLine {
  bookId: string;
  copies: number;
}

export interface NewOrder {
  lines: OrderLine[];
}

export interface OrderDto {
  id: string;
  status: OrderStatus;
  lines: OrderLine[];
  placedAt: Date;
}
