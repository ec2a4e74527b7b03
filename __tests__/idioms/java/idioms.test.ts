import { long } from '../../long.js';
import { cellsOf, describeCells, type Unverified } from '../check.js';
import { frameworks } from './frameworks.js';
import { idioms, registrations } from './idioms.js';
import { Kit, LambdaKit } from './kit.js';

const UNVERIFIED: Unverified = {
  'a class with a router': { 'vert.x': 'unmounted-router' },
  'a supplier': { javalin: 'package-type', 'vert.x': 'unknown-body' },
};

const all = frameworks.map((framework) => ({
  framework: framework.name,
  cells: [
    ...(framework.lambdas === undefined ? [] : cellsOf(new LambdaKit(framework, framework.lambdas), registrations)),
    ...cellsOf(new Kit(framework), idioms),
  ],
}));

describeCells(all, UNVERIFIED, long);
