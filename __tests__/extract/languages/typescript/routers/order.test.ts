import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { express } from '../../../../../src/extract/languages/typescript/frameworks/express.js';
import { fastify } from '../../../../../src/extract/languages/typescript/frameworks/fastify.js';
import { hapi } from '../../../../../src/extract/languages/typescript/frameworks/hapi.js';
import { hono } from '../../../../../src/extract/languages/typescript/frameworks/hono.js';
import { koa } from '../../../../../src/extract/languages/typescript/frameworks/koa.js';
import { restify } from '../../../../../src/extract/languages/typescript/frameworks/restify.js';
import { createRecorder, openSource } from '../../../../../src/extract/languages/typescript/open.js';
import type { RouterFramework } from '../../../../../src/extract/languages/typescript/routers/framework.js';
import { readRouters } from '../../../../../src/extract/languages/typescript/routers/read.js';

const frameworks = [express, fastify, hapi, hono, koa, restify];
const root = fileURLToPath(new URL('../../../../fixtures/typescript', import.meta.url));
const files = ['express', 'fastify', 'hapi', 'hono', 'koa', 'restify', 'others'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(path))
    .map((path) => join(root, folder, path)),
);

function facts(path: string, text: string, all: readonly RouterFramework[]): readonly string[] {
  const found = readRouters(openSource(path, text, createRecorder().recorder), all);
  return [...found.facts, ...found.gaps].map((one) => JSON.stringify(one)).sort();
}

test('routers of every fixture are the same in whatever order the frameworks are asked', () => {
  expect(files.length).toBeGreaterThan(200);
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    const expected = facts(path, text, frameworks);
    expect({ path, facts: facts(path, text, [...frameworks].reverse()) }).toEqual({ path, facts: expected });
    expect({ path, facts: facts(path, text, [koa, restify, express, hono, hapi, fastify]) }).toEqual({ path, facts: expected });
  }
});

test('what a file alone cannot tell is said for each framework that it imports', () => {
  const text = `import express from 'express';\nimport Koa from 'koa';\nexport default (app) => { app.get('/a', handle); };\n`;
  const routes = facts('src/a.js', text, frameworks).filter((one) => one.includes('"kind":"route"'));
  expect(routes.map((one) => /"by":"([^"]*)"/.exec(one)?.[1])).toEqual(['typescript/express', 'typescript/koa']);
});
