import { joinPaths, type PathTemplate } from './endpoint.js';
import { catchAllOf, closing, patternMark } from './parameter-pattern.js';

/** A path with more alternatives is not converted. */
const MOST_ALTERNATIVES = 16;

/**
 * Converts a path of the colon dialect (Express 4 and 5, NestJS, and others that use path-to-regexp) to path templates: one for
 * each combination of its optional parts, `/a/:b?` gives `/a` and `/a/{b}`. Undefined if no template can express it (unbalanced
 * brackets, alternatives outside a parameter).
 * - `:id` -> `{id}`; `:id(\\d+)`, fiber's `:id<int>` -> `{id:}`; `:id?` optional; `:id+`, `:id*` -> `{id*}` (`*` also none)
 * - `*`, `*name`, `(.*)` -> `{rest*}`, `{name*}`
 * - `{/:id}`, Express 4's `/(a)?` -> with and without
 * - `\\:` is a colon
 * Sources: https://expressjs.com/en/guide/routing.html#route-paths and https://github.com/pillarjs/path-to-regexp (0.1, 1, 8).
 */
export function colonPaths(path: string): readonly PathTemplate[] | undefined {
  const alternatives = expand(path);
  if (!alternatives) return undefined;
  return [...new Set(alternatives.map((alternative) => joinPaths(alternative)))];
}

interface Piece {
  /** The alternatives, in order of preference. */
  readonly options: readonly string[];
  /** The start of the next piece. */
  readonly end: number;
}

/** All texts that a pattern may stand for. */
function expand(path: string): string[] | undefined {
  let results = [''];
  let at = 0;
  while (at < path.length) {
    const piece = pieceAt(path, at);
    if (!piece || results.length * piece.options.length > MOST_ALTERNATIVES) return undefined;
    results = piece.options.flatMap((option) => results.map((result) => result + option));
    at = piece.end;
  }
  return results;
}

function pieceAt(path: string, at: number): Piece | undefined {
  const char = path.charAt(at);
  if (char === '\\') return { options: [path.charAt(at + 1)], end: at + 2 };
  if (char === ':') return parameterAt(path, at);
  if (char === '*') return wildcardAt(path, at);
  if (char === '{') return groupAt(path, at);
  if (char === '(') return bracketAt(path, at);
  if (char === '}' || char === ')' || char === '[' || char === ']') return undefined;
  if (path.charAt(at + 1) === '?') return { options: ['', char], end: at + 2 };
  if (path.charAt(at + 1) === '+' && char !== '/') return undefined;
  return { options: [char], end: at + 1 };
}

const NAME = /[\p{ID_Start}_$][\p{ID_Continue}$]*|"[^"\\]+"/uy;

function nameAt(path: string, at: number): { name: string; end: number } | undefined {
  NAME.lastIndex = at;
  const name = NAME.exec(path)?.[0];
  if (name === undefined) return undefined;
  return { name: name.replaceAll('"', ''), end: at + name.length };
}

function parameterAt(path: string, at: number): Piece | undefined {
  const named = nameAt(path, at + 1);
  if (!named) return undefined;
  let end = named.end;
  let kind = '';
  const bracket = path.charAt(end);
  if (bracket === '(' || bracket === '<') {
    const close = closing(path, end, bracket, bracket === '(' ? ')' : '>');
    if (close < 0) return undefined;
    kind = patternMark(path.slice(end + 1, close), 'path');
    end = close + 1;
  }
  const suffix = path.charAt(end);
  const written = `{${named.name}${kind}}`;
  if (suffix === '?') return { options: ['', written], end: end + 1 };
  if (suffix === '*' || suffix === '+') return { options: [`{${named.name}*}`], end: end + 1 };
  return { options: [written], end };
}

function wildcardAt(path: string, at: number): Piece {
  const named = nameAt(path, at + 1);
  if (named) return { options: [`{${named.name}*}`], end: named.end };
  return { options: ['{rest*}'], end: at + 1 };
}

/** `{…}`: with and without (path-to-regexp 8); `{…}?` is the older notation. */
function groupAt(path: string, at: number): Piece | undefined {
  const close = closing(path, at, '{', '}');
  if (close < 0) return undefined;
  const inner = expand(path.slice(at + 1, close));
  if (!inner) return undefined;
  return { options: ['', ...inner], end: path.charAt(close + 1) === '?' ? close + 2 : close + 1 };
}

/** `(.*)` and other unnamed patterns; `(text)?` of Express 4. */
function bracketAt(path: string, at: number): Piece | undefined {
  const close = closing(path, at, '(', ')');
  if (close < 0) return undefined;
  const inner = path.slice(at + 1, close);
  if (inner === '.*' || inner === '*') return { options: ['{rest*}'], end: close + 1 };
  const rest = inner.startsWith('(?!') ? catchAllOf(inner) : undefined;
  if (rest !== undefined) return { options: [rest], end: close + 1 };
  const options = inner.split('|');
  if (!options.every((option) => /^[\w/-]+$/.test(option))) return undefined;
  if (path.charAt(close + 1) === '?') return { options: ['', ...options], end: close + 2 };
  return { options, end: close + 1 };
}
