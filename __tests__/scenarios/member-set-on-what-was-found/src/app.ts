import express from 'express';

interface Kite {
  id: string;
  name: string;
  span: number;
  note?: string;
}
const kites: Kite[] = [];

const app = express();

app.put('/kites/:id/name', (req, res) => {
  const kite = kites.find(({ id }) => id === req.params.id);
  if (!kite) {
    res.status(404).end();
    return;
  }
  Object.assign(kite, { name: 'paper' });
  res.json(kite);
});

app.put('/kites/:id/span', (req, res) => {
  const kite = kites.find(({ id }) => id === req.params.id);
  if (!kite) return res.status(404).end();
  if (req.query.wide === 'yes') kite.span = 3;
  return res.json(kite);
});

// Only where there is a kite is something set: there may be none.
app.put('/kites/:id/note', (req, res) => {
  const kite = kites.find(({ id }) => id === req.params.id);
  if (kite) kite.note = 'mine';
  res.json([{ ...kite }]);
});

// What may be null is null as a whole then, and no member of it is left out.
function byName(name: string): Kite | null {
  return kites.find((kite) => kite.name === name) ?? null;
}
app.put('/kites/:id/named', (req, res) => {
  const kite = byName(req.params.id);
  if (kite) kite.note = 'mine';
  res.json(kite);
});

app.listen(3000);
