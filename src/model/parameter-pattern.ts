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
export function patternMark(pattern: string, scope: PatternScope): string {
  const trimmed = pattern.trim();
  const isAny = trimmed === '' || ANY.test(trimmed);
  if (scope === 'segment' || !ANYTHING.test(trimmed)) return isAny ? '' : ':';
  if (isAny) return '*';
  const excluded = excludedMark(trimmed);
  return excluded === '' ? ':*' : `!${excluded}:*`;
}

const excludedMark = (pattern: string): string => excludedBeginnings(pattern).join(',').replaceAll('/', SLASH);

/** A slash among the beginnings in a mark: one of its own would divide the path. */
const SLASH = '~';

/** Beginnings that a mark of {@link patternMark} says no match has, without the slash before them. */
export function excludedIn(parameter: string): readonly string[] {
  const marked = /!([^{}:!]*):\*\}$/.exec(parameter)?.[1];
  return marked === undefined ? [] : marked.replaceAll(SLASH, '/').split(',');
}

/** What follows a lookahead that keeps all beginnings from matching. */
const TAIL = /^(?:\.[*+]?\??)?\)?[*+]?\)?\$?$/;

/** A path that is a regular expression as a whole, as the parameter of a template; undefined: not every path matches but for its beginning. */
export function catchAllOf(pattern: string): string | undefined {
  const mark = patternMark(pattern.replace(/^\^(?=[^(])/, '').replace(/^\\?\/(?=.)/, ''), 'path');
  if (mark === '*') return '{rest*}';
  const [start] = LOOKAHEAD.exec(pattern) ?? [];
  if (start === undefined || excludedBeginnings(pattern).length === 0) return undefined;
  const close = closing(pattern, start.length - '(?!'.length, '(', ')');
  return TAIL.test(pattern.slice(close + 1)) ? `{rest!${excludedMark(pattern)}:*}` : undefined;
}

/** What a pattern begins with that matches anything but some texts: `^(?!`, `^\/(?!`, `((?!`. */
const LOOKAHEAD = /^\^?(?:\((?:\?:)?)?(?:\\?\/)?\(\?!/;
/** Alternatives in brackets, and what follows all of them. */
const GROUPED = /^\((?:\?:)?([^()]*)\)([^()|]*)$/;
const PLAIN = /^[\w.@-][\w./@-]*$/;

/** `^(?!(api|feed)/).*` matches nothing that begins with `api/` or `feed/`. What is no plain text is left out: it may match. */
function excludedBeginnings(pattern: string): readonly string[] {
  const [start] = LOOKAHEAD.exec(pattern) ?? [];
  if (start === undefined) return [];
  const open = start.length - '(?!'.length;
  const close = closing(pattern, open, '(', ')');
  if (close < 0) return [];
  const inside = pattern
    .slice(start.length, close)
    .replace(/^\\?\//, '')
    .replace(/\((?:\?:)?\\?\/\|\$\)$/, '/');
  const [, choices, end] = GROUPED.exec(inside) ?? [undefined, inside, ''];
  return (choices ?? '').split('|').flatMap((choice) => {
    const text = `${choice}${end}`
      .replace(/\.\*\$?$/, '')
      .replaceAll(/\\([/.-])/g, '$1')
      .replace(/^\//, '');
    return PLAIN.test(text) ? [text] : [];
  });
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
