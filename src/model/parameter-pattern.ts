/** What a parameter's pattern leaves of a path: `segment`, nothing goes past a slash; `path`: what matches any text does. */
export type PatternScope = 'segment' | 'path';

/** Takes whatever a segment, or the rest of the path, holds. */
const ANY = /^\*$|^\^?\(?(?:\.|\[\^\\?\/\])[*+]\??\)?\$?$/;
/** What matches with these goes past slashes. */
const ANYTHING = /^\*$|(?:^|[^\\])\.[*+]/;

/**
 * How a path template says that a parameter has to match a regular expression (see PathTemplate): `:` where not every text does,
 * `*` where the match may hold slashes. All dialects ask here, so that no framework forgets a pattern.
 */
export function patternMark(pattern: string, scope: PatternScope): '' | ':' | '*' | ':*' {
  const trimmed = pattern.trim();
  const isAny = trimmed === '' || ANY.test(trimmed);
  if (scope === 'segment' || !ANYTHING.test(trimmed)) return isAny ? '' : ':';
  return isAny ? '*' : ':*';
}

/** A path with regular expressions in the braces of its parameters, `/users/{id:[0-9]{4}}`, as a template: `/users/{id:}`. */
export function patternedPath(path: string, scope: PatternScope): string {
  let made = '';
  let from = 0;
  for (let open = path.indexOf('{'); open >= 0; open = path.indexOf('{', from)) {
    const close = closing(path, open, '{', '}');
    if (close < 0) break;
    const inside = path.slice(open + 1, close);
    const colon = inside.indexOf(':');
    const pattern = inside.slice(colon + 1);
    // a template already: its mark stays
    const isMarked = colon < 0 || pattern === '' || pattern === '*';
    const parameter = isMarked ? inside : `${inside.slice(0, colon).trim()}${patternMark(pattern, scope)}`;
    made += `${path.slice(from, open)}{${parameter}}`;
    from = close + 1;
  }
  return made + path.slice(from);
}

/** The bracket that closes the one at `at`; -1 without one. */
export function closing(text: string, at: number, open: string, close: string): number {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === '\\') index++;
    else if (char === open) depth++;
    else if (char === close && --depth === 0) return index;
  }
  return -1;
}
