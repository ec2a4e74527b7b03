import express, { type Request, type Response } from 'express';

interface Kite {
  id: string;
}

declare function find(id: string): Kite | undefined;

const app = express();
app.get('/kites/:id', (req: Request<{ id: string }>, res: Response<Kite | { error: string }>) => {
  const kite = find(req.params.id);
  if (kite === undefined) return res.status(404).json({ error: 'flown away' });
  return res.json(kite);
});
