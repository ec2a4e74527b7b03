import { Router } from 'express';

export const beds = Router();
beds.get('/beds', (_req, res) => {
  res.sendStatus(204);
});
