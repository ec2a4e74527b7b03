import { CONTRACT } from './gin-service.js';

export const FEEDS_TS = `import { Router, type Request, type Response } from 'express';

interface Feed { id: number; title: string; unread_count: number }
interface Group { id: number; name: string }

export const feeds = Router();

feeds.get('/feeds', (req: Request, res: Response) => {
  const found: Feed[] = [{ id: 1, title: 'a', unread_count: 2 }];
  res.json(found);
});
feeds.get('/feeds/:id', (req: Request, res: Response) => {
  const feed: Feed = { id: 1, title: 'a', unread_count: 2 };
  res.json(feed);
});
feeds.post('/feeds', (req: Request, res: Response) => {
  const feed: Feed = { id: 1, title: 'a', unread_count: 2 };
  res.status(201).json(feed);
});
feeds.delete('/feeds/:id', (req: Request, res: Response) => {
  res.sendStatus(204);
});
feeds.get('/groups', (req: Request, res: Response) => {
  const groups: Group[] = [{ id: 1, name: 'a' }];
  res.json(groups);
});
`;

export const APP_TS = `import express from 'express';
import { feeds } from './feeds.js';

const app = express();
app.use('/api', feeds);
app.listen(3000);
`;

/** The service of {@link GIN_SERVICE}, in TypeScript. */
export const EXPRESS_SERVICE: Readonly<Record<string, string>> = {
  'package.json': '{"type":"module","dependencies":{"express":"5.0.0"}}\n',
  'src/app.ts': APP_TS,
  'src/feeds.ts': FEEDS_TS,
  'openapi.yaml': CONTRACT,
};
