import Koa from 'koa';
import Router from '@koa/router';
const app = new Koa();
const router = new Router();
const auth = async (ctx: Koa.Context, next: Koa.Next) => { if (!ctx.headers.a) { ctx.status = 401; ctx.body = { error: 'x' }; return; } await next(); };
const cache = async (ctx: Koa.Context, next: Koa.Next) => { if (ctx.headers.cached) { ctx.body = { cached: true }; return; } await next(); };
router.get('/own', async (ctx) => { ctx.body = { id: 1 }; });
router.get('/auth', auth, async (ctx) => { ctx.body = { id: 1 }; });
router.get('/cache', cache, async (ctx) => { ctx.body = { id: 1 }; });
const other = new Router({ prefix: '/other' });
other.use(cache);
other.get('/a', async (ctx) => { ctx.body = { id: 1 }; });
const safe = new Router({ prefix: '/safe' });
safe.use(auth);
safe.get('/a', async (ctx) => { ctx.body = { id: 1 }; });
const defaults = new Router({ prefix: '/defaults' });
defaults.use(async (ctx, next) => {
  ctx.body = { ok: true };
  await next();
});
defaults.get('/a', async (ctx) => { ctx.body = { id: 1 }; });
const health = new Router({ prefix: '/health' });
health.use(async (ctx, next) => {
  if (ctx.path === '/health/ready') {
    ctx.body = { ok: true };
    return;
  }
  await next();
});
health.get('/a', async (ctx) => { ctx.body = { id: 1 }; });
app.use(defaults.routes());
app.use(health.routes());
app.use(router.routes());
app.use(other.routes());
app.use(safe.routes());
app.listen(3000);
