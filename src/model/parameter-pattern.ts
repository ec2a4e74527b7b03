/** What a parameter's pattern can match: `segment`, never a slash; `path`: also slashes, if it matches any text. */
export type PatternScope = 'segment' | 'path';

/** Patterns that match any segment, or the whole rest of the path. */
const ANY = /^\*$|^\^?\(?(?:\.|\[\^\\?\/\])[*+]\??\)?\$?$/;
/** Patterns with these parts match slashes. */
const ANYTHING = /^\*$|(?:^|[^\\])\.[*+]/;

/**
 * The mark in a path template for a parameter with a regular expression (see PathTemplate): `:` if it does not match every text,
 * `*` if the match may contain slashes. All dialects use this function, so that no framework ignores a pattern.
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

/** Stands for a slash in the excluded beginnings of a mark: a real one would divide the path. */
const SLASH = '~';

/** Beginnings that a match never has, according to a mark of {@link patternMark}, without the slash before them. */
export function excludedIn(parameter: string): readonly string[] {
  const marked = /!([^{}:!]*):\*\}$/.exec(parameter)?.[1];
  return marked === undefined ? [] : marked.replaceAll(SLASH, '/').split(',');
}

/** What may follow a lookahead that excludes beginnings. */
const TAIL = /^(?:\.[*+]?\??)?\)?[*+]?\)?\$?$/;

/**
 * Converts a path that is a regular expression as a whole to the parameter of a template; undefined: it restricts more than the
 * beginning.
 */
export function catchAllOf(pattern: string): string | undefined {
  const mark = patternMark(pattern.replace(/^\^(?=[^(])/, '').replace(/^\\?\/(?=.)/, ''), 'path');
  if (mark === '*') return '{rest*}';
  const [start] = LOOKAHEAD.exec(pattern) ?? [];
  if (start === undefined || excludedBeginnings(pattern).length === 0) return undefined;
  const close = closing(pattern, start.length - '(?!'.length, '(', ')');
  return TAIL.test(pattern.slice(close + 1)) ? `{rest!${excludedMark(pattern)}:*}` : undefined;
}

/** The start of a pattern that matches anything but some texts: `^(?!`, `^\/(?!`, `((?!`. */
const LOOKAHEAD = /^\^?(?:\((?:\?:)?)?(?:\\?\/)?\(\?!/;
/** Alternatives in brackets, and the text after all of them. */
const GROUPED = /^\((?:\?:)?([^()]*)\)([^()|]*)$/;
const PLAIN = /^[\w.@-][\w./@-]*$/;

/**
 * `^(?!(api|feed)/).*` matches nothing that begins with `api/` or `feed/`. Alternatives that are no plain text are left out: they
 * may match.
 */
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

/** Converts a path with regular expressions in its parameters, `/users/{id:[0-9]{4}}`, to a template: `/users/{id:}`. */
export function patternedPath(path: string, scope: PatternScope): string {
  let made = '';
  let from = 0;
  for (let open = path.indexOf('{'); open >= 0; open = path.indexOf('{', from)) {
    const close = closing(path, open, '{', '}');
    if (close < 0) break;
    const inside = path.slice(open + 1, close);
    const colon = inside.indexOf(':');
    const pattern = inside.slice(colon + 1);
    // already a template: its mark stays
    const isMarked = colon < 0 || pattern === '' || pattern === '*';
    const parameter = isMarked ? inside : `${inside.slice(0, colon).trim()}${patternMark(pattern, scope)}`;
    made += `${path.slice(from, open)}{${parameter}}`;
    from = close + 1;
  }
  return made + path.slice(from);
}

/** The index of the bracket that closes the one at `at`; -1 if there is none. */
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
