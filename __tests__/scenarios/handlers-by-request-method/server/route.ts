import type { NextApiRequest, NextApiResponse } from 'next';
import { cors, runMiddleware } from './cors';
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;
type HttpMethod = (typeof methods)[number];
type Handlers = { [M in HttpMethod]?: (req: NextApiRequest, res: NextApiResponse) => Promise<void> };
const defaultHandler = () => { throw new Error('405'); };
export function withMiddlewares(handlers: Handlers) {
  return async (req: NextApiRequest, res: NextApiResponse) => {
    try {
      await runMiddleware(req, res, cors);
      const method = req.method as HttpMethod;
      if (!handlers[method]) throw new Error('405');
      const final: Required<Handlers> = { ...{ GET: defaultHandler, POST: defaultHandler, PUT: defaultHandler, DELETE: defaultHandler, PATCH: defaultHandler }, ...handlers };
      return await final[method](req, res);
    } catch (error) {
      return res.status(500).json({ message: 'Internal Server Error' });
    }
  };
}
export const createRoute = <T>(config: { name: string; successStatusCode?: number; fn: (input: { query: unknown; body: unknown; req: NextApiRequest; res: NextApiResponse }) => Promise<T> }) =>
  async (req: NextApiRequest, res: NextApiResponse) => {
    if (!req.headers.authorization) { res.status(401).json({ message: 'no' }); return; }
    const response = await config.fn({ query: req.query, body: req.body, req, res });
    res.status(config.successStatusCode || 200).json(response);
  };
