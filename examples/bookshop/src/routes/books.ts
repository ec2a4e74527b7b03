import axios from 'axios';
import { Router } from 'express';
import type { BookDto, BookPage } from '../models/book.js';
import { findBook, listBooks, toDto } from '../store/books.js';

export const books = Router();

const WAREHOUSE = process.env.WAREHOUSE_URL ?? 'http://localhost:4000';

books.get('/', (req, res) => {
  const items = listBooks(req.query.genre);
  const page: BookPage = { items, total: items.length };
  res.json(page);
});

books.get('/:bookId', (req, res) => {
  const book = findBook(req.params.bookId);
  if (book === undefined) {
    res.status(404).json({ error: 'There is no such book.' });
    return;
  }
  const dto: BookDto = toDto(book);
  res.json(dto);
});

books.get('/:bookId/availability', async (req, res) => {
  const answer = await axios.get(`${WAREHOUSE}/stock/${req.params.bookId}`);
  res.json(answer.data);
});
