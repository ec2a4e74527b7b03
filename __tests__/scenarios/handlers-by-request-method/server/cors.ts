import type { NextApiRequest, NextApiResponse } from 'next';
import Cors from 'cors';
export function runMiddleware(req: NextApiRequest, res: NextApiResponse, fn: Function) {
  return new Promise((resolve, reject) => {
    fn(req, res, (result: unknown) => (result instanceof Error ? reject(result) : resolve(result)));
  });
}
export const cors = Cors({ origin: true });
