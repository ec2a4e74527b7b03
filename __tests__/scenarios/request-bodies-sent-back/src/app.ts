import express from 'express';

interface Row {
  id: string;
  note?: string;
  tag: string | null;
  inner?: Row[];
}
interface Numbered extends Omit<Row, 'id'> {
  id: number;
}

const app = express();
app.use(express.json());

app.post('/rows', (req, res) => {
  const rows = req.body as Row[];
  res.json(rows);
});
app.post('/annotated', (req, res) => {
  const row: Row = req.body;
  res.json({ ...row });
});
app.post('/members', (req, res) => {
  const { id, tag } = req.body as Row;
  const row = req.body as Row;
  res.json({ id, tag, note: row.note });
});
app.post('/filled', (req, res) => {
  const row = req.body as Row;
  res.json({ id: row.id, tag: row.tag ?? '', note: row.note ?? 'none' });
});
// what every such request is taken to have counts as before
app.post('/numbered', (req, res) => {
  res.json(req.body as Numbered);
});
app.post('/picked', (req, res) => {
  const { id, note = 'none' } = req.body as Row;
  res.json({ id, note });
});
// what the service itself holds is no request
const stored: Row[] = [];
app.post('/stored', (req, res) => {
  const { id } = req.body as Row;
  res.json(stored.filter((row) => row.id === id)[0]);
});
app.listen(3000);
