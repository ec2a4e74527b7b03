import { createRoute, withMiddlewares } from '../../../server/route';

interface Book {
  id: number;
  title: string;
}

export default withMiddlewares({
  GET: createRoute({
    name: 'list',
    fn: async ({ query }) => {
      const books: Book[] = [{ id: Number(query), title: 'a' }];
      return books;
    },
  }),
  POST: createRoute({ name: 'make', successStatusCode: 201, fn: async () => ({ id: 1, titel: 'a' }) }),
  PUT: createRoute({
    name: 'answers by itself',
    fn: async ({ body, res }) => {
      res.status(200).json({ other: body });
      return { id: 1, title: 'a' };
    },
  }),
});
