export interface Order {
  id: string;
  createdAt: string;
  status: 'new' | 'paid' | 'sent';
  total: number;
  note?: string | null;
}

export interface OrderResponse {
  order: Order;
}
