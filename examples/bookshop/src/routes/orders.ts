import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type { NewOrder, OrderDto } from '../models/order.js';
import { cancelOrder, saveOrder } from '../store/orders.js';

export const orders = Router();

orders
  .route('/')
  .post((req, res) => {
    const { lines } = req.body as NewOrder;
    const order: OrderDto = { id: randomUUID(), status: 'placed', lines, placedAt: new Date() };
    saveOrder(order);
    res.status(201).json(order);
  });

orders.delete('/:orderId', (req, res) => {
  if (!cancelOrder(req.params.orderId)) {
    res.status(404).json({ error: 'There is no such order.' });
    return;
  }
  res.status(204).end();
});
