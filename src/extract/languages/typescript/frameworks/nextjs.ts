import type { Router } from '../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../extractor.js';
import { exportedMethods, type RouteParts } from '../exported-methods.js';
import { valueNamed } from '../names/names.js';
import type { Source } from '../source.js';
import { readConfig } from './nextjs-config.js';
import { pageRoutes } from './nextjs-pages.js';
import { appPath, pagePath } from './nextjs-paths.js';
import { kindOfFile, nextjsProfile } from './nextjs-profile.js';

const BY = 'typescript/nextjs';
const START = { line: 1, column: 1 };

/**
 * Next.js: the place of a file is its path. Each file with routes is a service of its own kind, unless a next.config in a folder above
 * it takes it below its `basePath`.
 */
export const nextjs: Extractor<Source> = { ...nextjsProfile, extract };

/** Name of the router that a file is. */
const FILE = '(file)';

function extract(source: Source): Extraction {
  const kind = kindOfFile(source.path);
  if (kind === undefined) return { facts: [], gaps: [] };
  if (kind === 'config') return readConfig(source, BY);
  const path = kind === 'app' ? appPath(source.path) : pagePath(source.path);
  if (path === undefined) return { facts: [], gaps: [] };
  const router: Router = { kind: 'router', by: BY, name: FILE, root: true, gathered: true, at: START };
  const parts: RouteParts = { source, by: BY, path, router: valueNamed(FILE) };
  const facts = kind === 'page' ? pageRoutes(parts) : exportedMethods(parts);
  return { facts: facts.length === 0 ? [] : [router, ...facts], gaps: [] };
}
