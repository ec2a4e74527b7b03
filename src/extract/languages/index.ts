import type { RouteMatching } from '../../model/route-matching.js';
import type { Language } from '../extractor.js';
import { csharp } from './csharp/index.js';
import { go } from './go/index.js';
import { jvm } from './jvm/index.js';
import { python } from './python/index.js';
import { typescript } from './typescript/index.js';

/** All languages that are read. A new one is a folder here and a line in this list. */
export const languages: readonly Language[] = [typescript, python, csharp, go, jvm];

/** How each framework that is read matches requests with its routes, by the id of its extractor. */
export const matchingTable: ReadonlyMap<string, RouteMatching> = new Map(
  languages.flatMap(({ frameworks }) =>
    frameworks.flatMap(({ id, matching }): [string, RouteMatching][] => (matching === undefined ? [] : [[id, matching]])),
  ),
);
