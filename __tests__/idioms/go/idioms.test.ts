import { long } from '../../long.js';
import { cellsOf, describeCells, type Unverified } from '../check.js';
import { frameworks } from './frameworks.js';
import { bodies, registrations } from './idioms.js';
import { Kit } from './kit.js';

const UNVERIFIED: Unverified = {
  'a table that is appended to': 'dynamic-path',
};

const all = frameworks.map((framework) => ({
  framework: framework.name,
  cells: cellsOf(new Kit(framework), { ...registrations, ...bodies }),
}));

describeCells(all, UNVERIFIED, long);
