import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { express } from '../../../../../src/extract/languages/typescript/frameworks/express/index.js';
import { fastify } from '../../../../../src/extract/languages/typescript/frameworks/fastify/index.js';
import { hapi } from '../../../../../src/extract/languages/typescript/frameworks/hapi/index.js';
import { hono } from '../../../../../src/extract/languages/typescript/frameworks/hono/index.js';
import { koa } from '../../../../../src/extract/languages/typescript/frameworks/koa/index.js';
import { restify } from '../../../../../src/extract/languages/typescript/frameworks/restify/index.js';
import { createRecorder, openSource } from '../../../../../src/extract/languages/typescript/open.js';
import { STEPS } from '../../../../../src/extract/languages/typescript/readers.js';
import type { RouterFramework } from '../../../../../src/extract/languages/typescript/routers/framework.js';
import { readRouters } from '../../../../../src/extract/languages/typescript/routers/read.js';

const frameworks = [express, fastify, hapi, hono, koa, restify];
const root = fileURLToPath(new URL('../../../../fixtures/typescript', import.meta.url));
const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(path))
    .map((path) => join(folder, path));
const files = ['express', 'fastify', 'hapi', 'hono', 'koa', 'restify', 'others'].flatMap((folder) => sources(join(root, folder)));

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

/** All that readers find in a file, and which calls they leave alone, where those of each step are asked in an order. */
function found(path: string, text: string, order: (step: (typeof STEPS)[number]) => (typeof STEPS)[number]): readonly string[] {
  const { recorder, facts, gaps } = createRecorder();
  const source = openSource(path, text, recorder);
  for (const reader of STEPS.flatMap(order).filter((one) => one.signals(text, path))) {
    const one = reader.extract(source);
    facts.push(...one.facts);
    gaps.push(...one.gaps);
  }
  return [...facts, ...gaps, ...[...source.handled].map(({ pos }) => pos)].map((one) => JSON.stringify(one)).sort();
}

test('readers of one step find the same in every fixture in whatever order they are asked', () => {
  for (const path of sources(root)) {
    const text = readFileSync(path, 'utf8');
    if (STEPS.every((step) => step.filter((one) => one.signals(text, path)).length < 2)) continue;
    expect({ path, found: found(path, text, (step) => step.toReversed()) }).toEqual({
      path,
      found: found(path, text, (step) => step),
    });
  }
});

test('what a file alone cannot tell is said for each framework that it imports', () => {
  const text = `import express from 'express';\nimport Koa from 'koa';\nexport default (app) => { app.get('/a', handle); };\n`;
  const routes = facts('src/a.js', text, frameworks).filter((one) => one.includes('"kind":"route"'));
  expect(routes.map((one) => /"by":"([^"]*)"/.exec(one)?.[1])).toEqual(['typescript/express', 'typescript/koa']);
});
