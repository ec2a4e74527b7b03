import express from 'express';

interface Bell {
  name: string;
  weight: number;
}
interface BellWithTones {
  name: string;
  tones: number[];
}

const app = express();
app.get('/bells', (_request, response) => {
  const bells: Bell[] = [];
  response.json(bells);
});
app.get('/bells/:id', (_request, response) => {
  const bell: BellWithTones = { name: 'Great Tom', tones: [] };
  response.json(bell);
});
app.post('/bells/:id/ring', (_request, response) => {
  response.sendStatus(204);
});
app.post('/casts', (_request, response) => {
  response.status(201).json({ number: 7 });
});
