import express, { type Express } from 'express';
import { api } from './routes/index.js';

export function createApp(): Express {
  const app = express();
  app.use(express.json());
  app.get('/health', (_req, res) => {
    res.json({ status: 'up' });
  });
  app.use('/api/v1', api);
  return app;
}
