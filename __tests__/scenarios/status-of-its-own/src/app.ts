import express from 'express';

interface Ticket {
  id: string;
}

declare function sell(): Ticket | undefined;
declare function refund(): Ticket | undefined;

const app = express();
app.post('/tickets', (req, res) => {
  const ticket = sell();
  if (!ticket) return res.status(400).json({ reason: 'sold out' });
  return res.json(ticket);
});
app.post('/refunds', (req, res) => {
  const ticket = refund();
  if (!ticket) return res.status(202).json({ queue: 7 });
  return res.status(200).json(ticket);
});
