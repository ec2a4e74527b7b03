import express from 'express';
import { beds } from './beds.js';

const app = express();
app.get('/seeds', (_req, res) => {
  res.sendStatus(204);
});
app.get('/seeds/:seedId', (_req, res) => {
  res.sendStatus(204);
});
app.delete('/seeds/:id', (_req, res) => {
  res.sendStatus(204);
});
app.head('/seeds', (_req, res) => {
  res.end();
});
app.all('*', (_req, res) => {
  res.sendStatus(404);
});
app.use(process.env.PREFIX, beds);
