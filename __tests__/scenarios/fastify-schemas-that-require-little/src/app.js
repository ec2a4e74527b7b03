const fastify = require('fastify')();
const { options, list } = require('./options');

fastify.get('/always', options, async () => ({ id: 1 }));
fastify.get('/lists', list, async () => [{ id: 1, owner: { name: 'a' } }]);
fastify.get('/sometimes', options, async (request) => ({ id: request.query.id ? 1 : undefined }));
fastify.get('/never', options, async () => ({ note: 'none' }));
fastify.get('/not-known', options, async () => fastify.store.find());
fastify.listen({ port: 3000 });
