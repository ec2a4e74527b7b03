import type { Analysis } from '../rules/judge.js';

type AnalysedRoute = Analysis['routes'][number];

/**
 * What is known of the start of a route's path, which may come from the environment or from a missing file. `likely`: a sample of
 * the environment gives it; the service may run with another. `unknown`: something may precede the path.
 */
export function pathStart(route: AnalysedRoute): 'known' | 'likely' | 'unknown' {
  if (route.prefixUnknown !== true) return 'known';
  return route.likelyPrefix === undefined ? 'unknown' : 'likely';
}

/** `GET /users`, `GET …/users` if something unknown may precede it, `GET /api/users (start likely)`. */
export function routeText(route: AnalysedRoute): string {
  const start = pathStart(route);
  return `${route.method} ${start === 'unknown' ? '…' : ''}${route.path}${start === 'likely' ? ' (start likely)' : ''}`;
}
