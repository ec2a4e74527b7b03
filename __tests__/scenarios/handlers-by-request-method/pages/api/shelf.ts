import type { NextApiRequest, NextApiResponse } from 'next';
import { guarded } from 'some-guards';

const handlers: Record<string, (req: NextApiRequest, res: NextApiResponse) => void> = {
  GET: (req, res) => res.status(200).json({ id: 1, title: 'a' }),
  DELETE: guarded('shelf'),
  PUT: (req, res) => res.status(200).json({ id: 1 }),
};

export default function shelf(req: NextApiRequest, res: NextApiResponse) {
  const handler = handlers[req.method ?? ''];
  if (!handler) return res.status(405).end();
  return handlers[req.method ?? ''](req, res);
}
