const fastify = require('fastify')();
const { options, fluent } = require('./options');

fastify.addSchema({ $id: 'level', type: 'string', default: 'low' });

fastify.get('/never-given', options, async () => ({ id: 1 }));
fastify.get('/not-known', options, async () => fastify.store.find());
fastify.get('/fluent', fluent, async () => ({ id: 1 }));
fastify.get('/without-schema', async () => ({ id: 1 }));
fastify.listen({ port: 3000 });
