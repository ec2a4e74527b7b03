import { long } from '../../long.js';
import { cellsOf, describeCells, type Unverified } from '../check.js';
import { frameworks } from './frameworks.js';
import * as areas from './idioms.js';
import { type Idiom, Kit } from './kit.js';
import { nest, nestKit } from './nest.js';

const UNVERIFIED: Unverified = {
  'a class that collects': {
    express: 'dynamic-mount',
    koa: 'dynamic-mount',
    hono: 'dynamic-mount',
    fastify: 'unsupported-framework',
    hapi: 'unsupported-framework',
  },
  'a function that registers one route': { hapi: 'dynamic-path' },
  'a list of a generator': 'unknown-body',
  'classes with a base that registers': {
    express: 'unmounted-router',
    koa: 'unmounted-router',
    hono: 'unmounted-router',
    fastify: 'unmounted-router',
    hapi: 'unsupported-framework',
  },
  'entries that are put together again': 'unknown-body',
  'handlers of a Map': 'unknown-body',
  'paths that are concatenated': 'dynamic-path',
};

const writings: Readonly<Record<string, (kit: Kit) => Idiom | undefined>> = Object.assign({}, ...Object.values(areas));

const all = [
  ...frameworks.map((framework) => ({ framework: framework.name, cells: cellsOf(new Kit(framework), writings) })),
  { framework: 'nestjs', cells: cellsOf(nestKit, nest) },
];

describeCells(all, UNVERIFIED, long);
