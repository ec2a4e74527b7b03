import type { NextApiRequest, NextApiResponse } from 'next';

const handlers = {
  get: (req: NextApiRequest, res: NextApiResponse) => res.status(200).json({ id: 1, title: 'a' }),
  put: (req: NextApiRequest, res: NextApiResponse) => res.status(200).json({ id: 1 }),
};

export default function lower(req: NextApiRequest, res: NextApiResponse) {
  if (req.method === 'OPTIONS') return res.status(204).end();
  const method = req.method.toLowerCase();
  return handlers[method](req, res);
}
