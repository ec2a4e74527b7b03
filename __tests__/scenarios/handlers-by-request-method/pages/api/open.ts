import type { NextApiRequest, NextApiResponse } from 'next';
import { more } from 'some-handlers';

const handlers = { GET: (req: NextApiRequest, res: NextApiResponse) => res.status(200).json({ id: 1, title: 'a' }), ...more };

export default function open(req: NextApiRequest, res: NextApiResponse) {
  return handlers[req.method](req, res);
}
