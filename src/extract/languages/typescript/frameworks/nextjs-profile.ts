import type { Profile } from './profile.js';

const METHOD = '(?:GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS)';
/** Exports of a route file, in all forms, and of an API page. */
const APP_EXPORTS = new RegExp(
  [
    `export\\s+(?:async\\s+)?function\\s+${METHOD}\\b`,
    `export\\s+(?:const|let|var)\\s+(?:${METHOD}\\b|\\{)`,
    `export\\s*\\{[^}]{0,500}\\b${METHOD}\\b`,
    'export\\s*\\*',
    `\\bexports\\.${METHOD}\\b`,
  ].join('|'),
);
const PAGE_EXPORTS = /export\s+default|export\s*\{[^}]{0,500}\bdefault\b|module\.exports|exports\.default/;

const APP_FILE = /(?:^|\/)app\/(?:.*\/)?route\.[cm]?[jt]sx?$/;
const PAGE_FILE = /(?:^|\/)pages\/api(?:\/.*)?\.[cm]?[jt]sx?$/;
const CONFIG_FILE = /(?:^|\/)next\.config\.[cm]?[jt]s$/;

/** Which kind of file of Next.js a path is, by its convention; undefined: none. */
export function kindOfFile(path: string): 'app' | 'page' | 'config' | undefined {
  if (CONFIG_FILE.test(path)) return 'config';
  if (APP_FILE.test(path)) return 'app';
  return PAGE_FILE.test(path) ? 'page' : undefined;
}

/** What the reader of Next.js resolves, and what it leaves open; light, so that it can be asked before anything is parsed. */
export const nextjsProfile: Profile = {
  id: 'typescript/nextjs',
  title: 'Next.js',
  resolves: [
    '`app/**/route.ts` with its exported methods (functions, constants, re-exports, wrapped handlers), below `src` too, in any package of a repository',
    '`pages/api/**` with the methods that the handler tells apart (`switch`, `if`, guards), else any',
    'dynamic, catch-all and optional catch-all segments, route groups, parallel and private folders, `basePath` of next.config',
    'what handlers return or send: `NextResponse.json`, `Response.json`, `new Response`, `res.status().json`',
  ],
  gaps: ['`rewrites` and `pageExtensions` of next.config', 'methods that an API page tells apart by a map made elsewhere'],
  signals: (text, path) => {
    const kind = kindOfFile(path);
    if (kind === undefined) return false;
    return kind === 'config' || (kind === 'app' ? APP_EXPORTS : PAGE_EXPORTS).test(text);
  },
};
