import type { FolderExpression } from '../expression.js';
import type { Lazy, Site } from '../program.js';
import type { Resolver } from '../values/target.js';

/** Patterns with more alternatives, or more parts, are not analysed. */
const MOST = 32;

/**
 * Tests whether a path within a folder matches a pattern of `*`, `**`, `?` and `{a,b}`; undefined: the pattern uses other syntax.
 */
export function createGlob(pattern: string): ((path: string) => boolean) | undefined {
  const forms = alternatives(pattern);
  if (forms === undefined || forms.some((form) => /[[\]()!+@{}\\]/.test(form))) return undefined;
  const all = forms.map((form) => form.replace(/^(?:\.\/)+/, '').split('/'));
  return (path) => all.some((parts) => parts.length <= MOST && hasParts(parts, path.split('/')));
}

/** Expands `{a,b}`; nested braces are unsupported. */
function alternatives(pattern: string): readonly string[] | undefined {
  let forms: readonly string[] = [pattern];
  for (let round = 0; forms.some((form) => form.includes('{')); round++) {
    if (round > 3) return undefined;
    forms = forms.flatMap((form) => {
      const open = form.indexOf('{');
      const close = form.indexOf('}', open);
      if (open < 0 || close < 0) return [form];
      const options = form.slice(open + 1, close).split(',');
      return options.map((option) => form.slice(0, open) + option + form.slice(close + 1));
    });
    if (forms.length > MOST) return undefined;
  }
  return forms;
}

/** Matches part by part, with the set of possible next parts: time is proportional to both. */
function hasParts(form: readonly string[], path: readonly string[]): boolean {
  let places = through(form, new Set([0]));
  for (const part of path) {
    const next = new Set<number>();
    for (const place of places) {
      const piece = form[place];
      // as in common tools, `**` and `*` skip names that begin with a dot
      if (piece === '**' && !part.startsWith('.')) next.add(place);
      else if (piece !== undefined && piece !== '**' && fits(piece, part)) next.add(place + 1);
    }
    places = through(form, next);
  }
  return places.has(form.length);
}

/** `**` may match nothing. */
function through(form: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (form[place] === '**') places.add(place + 1);
  return places;
}

function fits(piece: string, part: string): boolean {
  if (part.startsWith('.') && !piece.startsWith('.')) return false;
  const [first = '', ...rest] = piece.split('*');
  if (rest.length === 0) return piece.length === part.length && hasText(piece, part, 0);
  if (!hasText(first, part, 0)) return false;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const text of rest) {
    while (at <= part.length - text.length && !hasText(text, part, at)) at += 1;
    at += text.length;
  }
  const end = part.length - last.length;
  return end >= at && hasText(last, part, end);
}

function hasText(text: string, part: string, at: number): boolean {
  if (at + text.length > part.length) return false;
  for (let index = 0; index < text.length; index++) if (text[index] !== '?' && text[index] !== part[at + index]) return false;
  return true;
}

/** The modules that a loop over the paths of a folder requires one by one; undefined: its pattern is unsupported. */
export function modulesIn(resolver: Resolver, { specifier, glob }: FolderExpression, site: Site): readonly Lazy[] | undefined {
  const isMeant = glob === undefined ? () => true : createGlob(glob);
  if (isMeant === undefined) return undefined;
  const start = `${specifier}//`;
  const resolutions = resolver.program.resolutions[site.file] ?? {};
  return Object.keys(resolutions)
    .filter((key) => key.startsWith(start) && isMeant(key.slice(start.length)) && resolutions[key] !== site.file)
    .sort()
    .map((key): Lazy => ({ expression: { kind: 'module', specifier: key }, site }));
}
