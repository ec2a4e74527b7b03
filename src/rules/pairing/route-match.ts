import { type PathTemplate, pathKey } from '../../model/endpoint.js';

/** The segments of a path without the names of its parameters: `/users/{id}` -> `users`, `{}`. */
export function segmentsOf(path: PathTemplate): readonly string[] {
  return pathKey(path)
    .split('/')
    .filter((segment) => segment !== '');
}

/** Whether a segment of a route or of a gap's prefix stands for any number of segments. */
export function isCatchAll(segment: string): boolean {
  return segment.includes('{*}');
}

/**
 * Whether each request that matches the contract's segment matches the route's: `{}` covers `me`, `{}.json` covers `all.json`;
 * `me` does not cover `{}`, because other routes answer most of its values. Case counts.
 */
export function segmentCovers(route: string, expected: string): boolean {
  if (route === expected) return true;
  if (isCatchAll(expected)) return false;
  const [first = '', ...others] = route.split('{}');
  const last = others.pop();
  if (last === undefined || !expected.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    // A parameter is never empty: what follows it begins at least one character later.
    const found = expected.indexOf(part, from + 1);
    if (found < 0) return false;
    from = found + part.length;
  }
  return expected.length - last.length > from && expected.endsWith(last);
}

/** Whether the contract's path lies at or below the prefix. */
export function isBelow(prefix: readonly string[], expected: readonly string[]): boolean {
  for (const [index, segment] of prefix.entries()) {
    if (isCatchAll(segment)) return true;
    const other = expected[index];
    if (other === undefined || !segmentCovers(segment, other)) return false;
  }
  return true;
}

/** Whether a segment of the path is literal, so that the path identifies an endpoint. */
export function isNamed(path: PathTemplate): boolean {
  return segmentsOf(path).some((segment) => !segment.includes('{'));
}
