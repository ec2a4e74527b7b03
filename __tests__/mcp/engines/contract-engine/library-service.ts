import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a service does wrong on purpose. */
export type Fault = 'none' | 'year-as-text' | 'no-title' | 'accepts-anything' | 'open-to-all' | 'wrong-status' | 'loses-books';

interface Book {
  readonly id: number;
  readonly title: string;
  readonly year: number | null;
}

/** A service that keeps {@link LIBRARY}, but for its fault. `base`: where it runs. */
export async function libraryService(fault: Fault): Promise<{ readonly base: string; readonly close: () => Promise<void> }> {
  const books: Book[] = [{ id: 41, title: 'On Contracts', year: 1999 }];
  const server = createServer((request, response) => {
    void answer(request, response, books, fault);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { base: `http://127.0.0.1:${port}/api`, close };
}

async function answer(request: IncomingMessage, response: ServerResponse, books: Book[], fault: Fault): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const send = (status: number, body?: unknown): void => {
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
  const refuse = (status: number): void => send(status, { message: 'No.' });
  const lenient = fault === 'accepts-anything';
  const shown = (book: Book): unknown => {
    if (fault === 'year-as-text') return { ...book, year: String(book.year) };
    return fault === 'no-title' ? { id: book.id, year: book.year } : book;
  };
  if (pathname === '/api/books' && request.method === 'GET') {
    const limit = searchParams.get('limit');
    if (limit !== null && !/^\d+$/.test(limit) && !lenient) return refuse(400);
    return send(fault === 'wrong-status' ? 203 : 200, { items: books.map(shown), total: books.length });
  }
  if (pathname === '/api/books' && request.method === 'POST') {
    const body = await bodyOf(request);
    const isBook = typeof body === 'object' && body !== null && 'title' in body && typeof body.title === 'string';
    if (!isBook && !lenient) return refuse(422);
    if (isBook && books.some(({ title }) => title === body.title)) return refuse(409);
    const book = { id: books.length + 41, title: isBook ? String(body.title) : 'Nothing', year: null };
    books.push(book);
    return send(201, shown(book));
  }
  if (pathname === '/api/stock' && request.method === 'GET')
    return request.headers.authorization === 'Bearer right' || fault === 'open-to-all'
      ? send(200, { count: books.length })
      : refuse(401);
  const id = /^\/api\/books\/([^/]+)$/.exec(pathname)?.[1];
  const book = fault === 'loses-books' ? undefined : books.find((each) => String(each.id) === id);
  if (id === undefined || request.method !== 'GET') return refuse(404);
  if (!/^\d+$/.test(id) && !lenient) return refuse(400);
  if (!/^\d+$/.test(id)) return send(200, shown({ id: 1, title: 'x', year: null }));
  return book === undefined ? refuse(404) : send(200, shown(book));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += String(part);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const problem = {
  description: 'No',
  content: {
    'application/json': { schema: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } } },
  },
};
const book = { $ref: '#/components/schemas/Book' };
const ok = (schema: object) => ({ description: 'Yes', content: { 'application/json': { schema } } });

/** The contract of the service. */
export const LIBRARY = {
  openapi: '3.0.3',
  info: { title: "The library's `books`", version: '1.0.0' },
  servers: [{ url: '/api' }],
  paths: {
    '/books': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }],
        responses: {
          200: ok({
            type: 'object',
            required: ['items', 'total'],
            properties: { items: { type: 'array', items: book }, total: { type: 'integer' } },
          }),
          400: problem,
        },
      },
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['title'],
                properties: {
                  title: { type: 'string', minLength: 1, example: "Ünder the 'sun' `$x`" },
                  id: { type: 'integer', readOnly: true },
                },
              },
            },
          },
        },
        responses: { 201: ok(book), '4XX': problem },
      },
    },
    '/books/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: ok(book), 400: problem, 404: problem },
      },
    },
    '/stock': {
      get: {
        security: [{ bearer: [] }],
        responses: { 200: ok({ type: 'object', required: ['count'], properties: { count: { type: 'integer' } } }), 401: problem },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Book: {
        type: 'object',
        required: ['id', 'title', 'year'],
        properties: { id: { type: 'integer' }, title: { type: 'string' }, year: { type: 'integer', nullable: true } },
      },
    },
  },
};
