import type { Profile } from '../../../../extractor.js';

/** Exports of a route file, in all forms; a re-exported module may contain any. */
const APP_EXPORTS = /\b(?:GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS)\b|\bexport\s*\*/;
/** A handler of an API page, in ES modules and CommonJS. */
const PAGE_EXPORTS = /\bdefault\b|\bmodule\.exports\b/;

const CODE = /\.[cm]?[jt]sx?$/;

/** A cheap test that excludes nearly all files. */
const MAY_BE = /(?:^|\/)(?:route|next\.config)\.|(?:^|\/)pages\/api[/.]/;

/** The kind of a Next.js file, by the convention for its path; undefined: none. */
export function kindOfFile(path: string): 'app' | 'page' | 'config' | undefined {
  if (!MAY_BE.test(path)) return undefined;
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  if (!CODE.test(name)) return undefined;
  const bare = name.replace(CODE, '');
  if (bare === 'next.config') return 'config';
  if (bare === 'route' && folders.includes('app')) return 'app';
  // a package may also be called `pages`
  const isApi = folders.some((one, index) => one === 'pages' && (folders[index + 1] ?? bare) === 'api');
  return isApi ? 'page' : undefined;
}

/** What every file is asked for Next.js. */
export const nextjsProfile: Profile = {
  id: 'typescript/nextjs',
  title: 'Next.js',
  signals: (text, path) => {
    const kind = kindOfFile(path);
    if (kind === undefined) return false;
    return kind === 'config' || (kind === 'app' ? APP_EXPORTS : PAGE_EXPORTS).test(text);
  },
};
