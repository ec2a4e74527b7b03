import type { OrderDto } from '../models/order.js';

const book = new Map<string, OrderDto>();

export function saveOrder(order: OrderDto): void {
  book.set(order.id, order);
}

export function cancelOrder(id: string): boolean {
  const order = book.get(id);
  if (order === undefined || order.status === 'shipped') return false;
  order.status = 'cancelled';
  return true;
}
