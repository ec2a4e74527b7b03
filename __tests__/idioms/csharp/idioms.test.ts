import { long } from '../../long.js';
import { cellsOf, describeCells, type Unverified } from '../check.js';
import { idioms, registrations } from './idioms.js';
import { controllers, Kit, minimal } from './kit.js';

const UNVERIFIED: Unverified = {
  'a delegate': 'unknown-body',
  'a dictionary that is filled': 'unknown-body',
  'a method of a class that is used by its members': 'unknown-body',
  'a table of tuples': 'dynamic-path',
};

const all = [
  { framework: minimal.name, cells: cellsOf(new Kit(minimal), { ...registrations, ...idioms }) },
  { framework: controllers.name, cells: cellsOf(new Kit(controllers), idioms) },
];

describeCells(all, UNVERIFIED, long);
