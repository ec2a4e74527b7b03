import { long } from '../../long.js';
import { cellsOf, describeCells, type Unverified } from '../check.js';
import { idioms, registrations } from './idioms.js';
import { Kit, ktor, spring } from './kit.js';

const UNVERIFIED: Unverified = {
  'a class that registers': 'unmounted-router',
  'a lambda': 'unknown-body',
  'a list that is built': 'unknown-body',
  'a member that extends the route': 'unmounted-router',
  'a result': 'unknown-body',
  'an envelope of an extension': 'unknown-body',
  'paths of an enum': 'dynamic-path',
};

const all = [
  { framework: ktor.name, cells: cellsOf(new Kit(ktor), { ...registrations, ...idioms }) },
  { framework: spring.name, cells: cellsOf(new Kit(spring), idioms) },
];

describeCells(all, UNVERIFIED, long);
