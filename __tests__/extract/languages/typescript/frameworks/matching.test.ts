import { extractFile } from '../../../../../src/extract/languages/typescript/open.js';

const EXACT = { anyCase: false, firstMatch: true };

/** What the routers of a file say of how they match, by name. */
function matching(text: string): Record<string, unknown> {
  const routers = extractFile('src/app.ts', text).facts.filter((fact) => fact.kind === 'router');
  return Object.fromEntries(routers.map((router) => [router.name, router.matching]));
}

describe('options of routers that change how paths match', () => {
  test('Express: the setting of an app and the option of a router', () => {
    const text = `import express, { Router } from 'express';
      const exact = express().use(express.json());
      exact.set('case sensitive routing', true);
      const enabled = express();
      enabled.enable('case sensitive routing');
      const off = express();
      off.set('case sensitive routing', false);
      const plain = Router();
      const own = Router({ caseSensitive: true });`;
    expect(matching(text)).toEqual({ exact: EXACT, enabled: EXACT, off: undefined, plain: undefined, own: EXACT });
  });

  test('@koa/router: sensitive', () => {
    const text = `import Router from '@koa/router';
      const plain = new Router();
      const own = new Router({ prefix: '/a', sensitive: true });`;
    expect(matching(text)).toEqual({ plain: undefined, own: EXACT });
  });

  test('Fastify: caseSensitive, among the options of the router since version 5', () => {
    const text = `import Fastify from 'fastify';
      const plain = Fastify();
      const old = Fastify({ caseSensitive: false });
      const options = { routerOptions: { caseSensitive: false } };
      const young = Fastify(options);`;
    expect(matching(text)).toEqual({ plain: undefined, old: { anyCase: true }, young: { anyCase: true } });
  });

  test('hapi: isCaseSensitive', () => {
    const text = `import Hapi from '@hapi/hapi';
      const plain = Hapi.server({ port: 1 });
      const own = Hapi.server({ router: { isCaseSensitive: false } });`;
    expect(matching(text)).toEqual({ plain: undefined, own: { anyCase: true } });
  });

  test('NestJS matches as Fastify where it is given its adapter', () => {
    const text = `import { NestFactory } from '@nestjs/core';
      import { FastifyAdapter } from '@nestjs/platform-fastify';
      const plain = await NestFactory.create(AppModule);
      const adapter = new FastifyAdapter();
      const held = await NestFactory.create(AppModule, adapter);
      const given = await NestFactory.create(AppModule, new FastifyAdapter());
      await plain.listen(1); await held.listen(2); await given.listen(3);`;
    expect(Object.values(matching(text))).toEqual([undefined, {}, {}]);
  });
});
