import Fastify from 'fastify';
import { sendsOther, wraps, plain } from './options.js';
const app = Fastify();
app.get('/own', async () => ({ id: 1 }));
app.get('/pre', sendsOther, async () => ({ id: 1 }));
app.get('/wraps', wraps, async () => ({ id: 1 }));
app.get('/plain', plain, async () => ({ id: 1 }));
app.get('/here', { preHandler: async (req, reply) => { if (req.headers.a) return reply.code(200).send({ other: 1 }); } }, async () => ({ id: 1 }));
app.get('/here2', { preHandler: async (req, reply) => { if (req.headers.a) return reply.code(401).send({ other: 1 }); } }, async () => ({ id: 1 }));
app.register(async (inner) => {
  inner.addHook('onRequest', async (req, reply) => { if (req.headers.cached) return reply.send({ cached: true }); });
  inner.get('/hooked', async () => ({ id: 1 }));
});
app.register(async (inner) => {
  inner.addHook('onRequest', async (req, reply) => { if (!req.headers.auth) return reply.code(401).send({ error: 'x' }); });
  inner.get('/hooked-error', async () => ({ id: 1 }));
});
app.listen({ port: 3000 });
