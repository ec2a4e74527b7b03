import express from 'express';

interface Label {
  id: string;
  text: string;
}
const app = express();
app.use(express.json());

function picked(names: string[]): Partial<Label> {
  const made: Partial<Label> = Object.assign({}, ...names.map((name) => ({ [name]: name })));
  return made;
}
app.get('/picked', (_req, res) => void res.json(picked(['id', 'text'])));

app.get('/all-picked', (_req, res) => void res.json([picked(['id'])]));

const drafts: Partial<Label>[] = [];
app.put('/given', (req, res) => {
  drafts.unshift(req.body);
  const [given] = drafts;
  res.json({ ...given });
});

// what clients leave out of such a body may be refused
app.put('/sent-back', (req, res) => {
  const given: Partial<Label> = req.body;
  res.json(given);
});

app.listen(3000);
