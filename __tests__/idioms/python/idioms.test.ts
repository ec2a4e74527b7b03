import { long } from '../../long.js';
import { cellsOf, describeCells, type Unverified } from '../check.js';
import { bodies } from './bodies.js';
import { frameworks } from './frameworks.js';
import { Kit, RouterKit } from './kit.js';
import { registrations } from './registrations.js';

const UNVERIFIED: Unverified = {
  'a builder': 'unknown-body',
  'a copy by JSON': 'unknown-body',
  'a default that is set': 'unknown-body',
  'a function that registers one route': { starlette: 'dynamic-path' },
  'a list of a generator': 'unknown-body',
  'a method of a base class': 'unknown-body',
  'a method that makes it': 'unknown-body',
  'a registry that a decorator fills': 'dynamic-path',
  'a result with an error': 'unknown-body',
  'a serializer that is called': 'unknown-body',
  'a table of named tuples': 'dynamic-path',
  'an envelope of a class': 'unknown-body',
  'pairs zipped': 'unknown-body',
  'the attributes of an instance': 'unknown-body',
};

const all = frameworks.map((framework) => ({
  framework: framework.name,
  cells: [
    ...(framework.routers === undefined ? [] : cellsOf(new RouterKit(framework, framework.routers), registrations)),
    ...cellsOf(new Kit(framework), bodies).filter(({ expected }) => !(framework.noLists && expected.body === 'list')),
  ],
}));

describeCells(all, UNVERIFIED, long);
