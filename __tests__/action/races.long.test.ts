import { racesOf } from './races.js';

describe('twenty runs at once', () => racesOf(20));
