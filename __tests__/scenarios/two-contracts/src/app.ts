import express from 'express';

const app = express();
app.get('/books-api/books', (req, res) => res.sendStatus(204));
app.get('/authors-api/authors', (req, res) => {
  const authors: { name: string; born?: number }[] = [];
  res.json(authors);
});
app.get('/status', (req, res) => res.sendStatus(204));
