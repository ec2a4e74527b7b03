import { Router } from 'express';
import { authors } from './authors.js';
import { books } from './books.js';
import { orders } from './orders.js';

export const api = Router();

api.use('/books', books);
api.use('/authors', authors);
api.use('/orders', orders);
