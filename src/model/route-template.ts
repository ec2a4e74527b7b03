import { joinPaths, type PathTemplate } from './endpoint.js';
import { closing, patternMark } from './parameter-pattern.js';

/** A path with more optional parts is not converted. */
const MOST_OPTIONAL = 4;

/**
 * Converts a route template of ASP.NET to path templates: one for each combination of its optional parts. Undefined if no
 * template can express it (unbalanced braces).
 * - `{id:int}`, `{id:regex(^a$)}` -> `{id:}`; `{id?}`, `{id=5}` also without it
 * - `{*path}`, `{**path}` -> `{path*}`, also without it
 * - `[controller]`, `[action]`, `[area]` -> the value in `tokens`; `[[` and `{{` stand for themselves
 * Source: https://learn.microsoft.com/aspnet/core/fundamentals/routing#route-templates and
 * …/mvc/controllers/routing#token-replacement
 */
export function routeTemplates(template: string, tokens: ReadonlyMap<string, string>): readonly PathTemplate[] | undefined {
  const segments: string[][] = [];
  for (const segment of segmentsOf(replaceTokens(template.replace(/^~/, ''), tokens))) {
    const options = optionsOf(segment);
    if (options === undefined) return undefined;
    segments.push(options);
  }
  if (segments.filter((options) => options.length > 1).length > MOST_OPTIONAL) return undefined;
  const all = segments.reduce<string[]>(
    (paths, options) => options.flatMap((one) => paths.map((path) => `${path}/${one}`)),
    [''],
  );
  return [...new Set(all.map((path) => joinPaths(path)))];
}

const TOKEN = /\[\[|\]\]|\[(\w{1,40})\]/g;

function replaceTokens(template: string, tokens: ReadonlyMap<string, string>): string {
  return template.replace(TOKEN, (all, name: string | undefined) => {
    if (name === undefined) return all.slice(1);
    return tokens.get(name.toLowerCase()) ?? all;
  });
}

/** The parts between slashes; slashes inside braces (of a pattern) do not divide. */
function segmentsOf(template: string): readonly string[] {
  const segments: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= template.length; at++) {
    const char = template.charAt(at);
    if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    else if ((char === '/' && depth <= 0) || char === '') {
      segments.push(template.slice(start, at));
      start = at + 1;
    }
  }
  return segments.filter((segment) => segment !== '');
}

/** The alternatives for a segment: itself, and nothing if it is optional. */
function optionsOf(segment: string): string[] | undefined {
  let text = '';
  let isOptional = false;
  for (let at = 0; at < segment.length; ) {
    const char = segment.charAt(at);
    if (char === '{' && segment.charAt(at + 1) !== '{') {
      const close = closing(segment, at, '{', '}');
      if (close < 0) return undefined;
      const parameter = parameterOf(segment.slice(at + 1, close));
      isOptional ||= parameter.isOptional && at === 0 && close === segment.length - 1;
      text += parameter.text;
      at = close + 1;
    } else if (char === '}' && segment.charAt(at + 1) !== '}') return undefined;
    else {
      text += char;
      at += char === '{' || char === '}' ? 2 : 1;
    }
  }
  return isOptional ? [text, ''] : [text];
}

/** Constraints that every text satisfies; a version counts, because contracts have paths with versions only. */
const LOOSE = /^(?::(?:required|apiVersion))*[?=]?/i;

function parameterOf(inside: string): { readonly text: string; readonly isOptional: boolean } {
  const [written = '', name = ''] = /^\**([\w-]*)/.exec(inside) ?? [];
  const constraint = inside.slice(written.length);
  const mark = constraint.replace(LOOSE, '').startsWith(':') ? ':' : '';
  if (inside.startsWith('*')) {
    const pattern = /^:regex\((.*)\)$/.exec(constraint)?.[1];
    const retained = pattern === undefined ? `${mark}*` : patternMark(pattern, 'path');
    return { text: `{${name}${retained.endsWith('*') ? retained : `${mark}*`}}`, isOptional: true };
  }
  return {
    text: `{${name}${mark}}`,
    isOptional: constraint.endsWith('?') || constraint.startsWith('=') || /^:[^=(]*=/.test(constraint),
  };
}
