import type { Express } from 'express';

export function addHealth(app: Express): void {
  app.get('/health', (_request, response) => {
    response.json({ status: 'up' });
  });
}
