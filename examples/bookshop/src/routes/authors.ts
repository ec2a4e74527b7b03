import { Router } from 'express';
import type { AuthorDto, AuthorSummary } from '../models/author.js';
import { findAuthor, listAuthors } from '../store/authors.js';

export const authors = Router();

authors.get('/', (_req, res) => {
  const all: AuthorSummary[] = listAuthors();
  res.json(all);
});

authors.get('/:authorId', (req, res) => {
  const author: AuthorDto | undefined = findAuthor(req.params.authorId);
  if (author === undefined) {
    return res.status(404).json({ error: 'There is no such author.' });
  }
  return res.json(author);
});
