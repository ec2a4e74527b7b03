import express, { type Response } from 'express';

interface Card {
  kind: 'card';
  digits: string;
}
interface Transfer {
  kind: 'transfer';
  iban: string;
}
interface OldTransfer {
  kind: 'transfer';
  iban: number;
}

declare function load(id: string): Card | Transfer;
declare function last(): Card | OldTransfer;

const app = express();
app.get('/payments/:id', (req, res: Response<Card | Transfer>) => {
  res.json(load(req.params.id));
});
app.get('/last', (req, res) => {
  res.json(last());
});
