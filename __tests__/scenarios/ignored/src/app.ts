import express, { type Request, type Response } from 'express';

const app = express();

app.get('/crops', (_request: Request, response: Response) => {
  response.json({ name: 'rye', weight: 'heavy' });
});

app.get('/fields', (_request: Request, response: Response) => {
  response.json({ name: 12, area: 'large' });
});
