import express from 'express';
import type { Train } from './train';

const app = express();
app.get('/trains', (req, res) => {
  const trains: Train[] = [];
  res.json(trains);
});
