import express from 'express';
import client from 'rates-client';
import { Ledger } from './ledger';

const ledger = new Ledger();
const app = express();
app.get('/balance', (req, res) => res.json(ledger.balance()));
app.get('/entries', (req, res) => res.json({ entries: ledger.entries() }));
app.get('/entries/:id', (req, res) => {
  const entry = ledger.entry(req.params.id);
  if (!entry) return res.status(404).json({ message: 'not found' });
  res.json(entry);
});
app.get('/rates', async (req, res) => {
  const rates = await client.load();
  res.json({ rates, known: ledger.entries().reduce((all, one) => all + one.amount, 0) });
});
app.get('/undocumented', (req, res) => res.json(ledger.balance()));
app.listen(3000);
