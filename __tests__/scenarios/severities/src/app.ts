import express from 'express';

interface Seed {
  name?: string;
  sown: string;
  colour: string;
}

const app = express();
app.get('/seeds', (req, res) => {
  const seed: Seed = JSON.parse('{}');
  res.json(seed);
});
