import express from 'express';
import { cancelled, placed } from './events.js';
import type { Money } from './money.js';

interface Order {
  id: string;
  items: number;
  total: Money;
}

const orders = new Map<string, Order>();
export const app = express();
app.use(express.json());

app.post('/orders', async (req, res) => {
  const order: Order = { id: crypto.randomUUID(), items: req.body.items.length, total: { cents: 1250, currency: 'EUR' } };
  orders.set(order.id, order);
  await placed({ id: order.id, items: order.items, cents: order.total.cents });
  res.status(201).json(order);
});

app.get('/orders/:id', (req, res) => {
  const order = orders.get(req.params.id);
  if (order === undefined) {
    res.sendStatus(404);
    return;
  }
  res.json(order);
});

/** Support closes orders by hand. */
export async function close(id: string): Promise<void> {
  orders.delete(id);
  await cancelled(id);
}
