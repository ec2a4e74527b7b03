import { pathTemplate } from '../../../../contracts/formats/openapi-paths.js';
import { joinPaths, type PathTemplate, pathKey } from '../../../../model/endpoint.js';

/** How well a requested path fits a template, by literal segments from the left. Absent: it does not fit. */
export type Fit = readonly number[];

/**
 * Whether a requested path (`/api/books/7?full=1`), or one as contracts write it (`/books/{id}`), fits a template.
 *
 * @param prefixes paths below which the template is served, besides the root
 */
export function fitOf(asked: string, template: PathTemplate, prefixes: readonly PathTemplate[]): Fit | undefined {
  const path = pathTemplate(asked);
  if (pathKey(path) === pathKey(template)) return [Number.POSITIVE_INFINITY];
  const segments = segmentsOf(path);
  const fits = ['/', ...prefixes].flatMap((prefix) => {
    const fit = fitOfSegments(segments, segmentsOf(joinPaths(prefix, template)));
    return fit === undefined ? [] : [fit];
  });
  return fits.sort(byFit)[0];
}

/** Sorts the better fit first. */
export function byFit(one: Fit, other: Fit): number {
  const at = one.findIndex((weight, index) => weight !== other[index]);
  return at === -1 ? other.length - one.length : (other[at] ?? 0) - (one[at] ?? 0);
}

const segmentsOf = (path: PathTemplate): readonly string[] => path.split('/').filter((segment) => segment !== '');

function fitOfSegments(asked: readonly string[], template: readonly string[]): Fit | undefined {
  const rest = template.findIndex((segment) => /^\{[^{}]*\*\}$/.test(segment));
  const isRest = rest !== -1 && rest === template.length - 1;
  if (isRest ? asked.length < rest : asked.length !== template.length) return undefined;
  const fixed = isRest ? template.slice(0, rest) : template;
  const weights = fixed.map((segment, index) => weightOf(asked[index] ?? '', segment));
  return weights.every((weight) => weight !== undefined) ? weights : undefined;
}

/** 2: literal; 1: partly literal; 0: any text. */
function weightOf(asked: string, segment: string): number | undefined {
  if (asked === segment || decoded(asked) === segment) return 2;
  const parts = segment.split(/\{[^{}]*\}/);
  if (parts.length === 1) return undefined;
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (asked.length <= first.length + last.length || !asked.startsWith(first) || !asked.endsWith(last)) return undefined;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = asked.indexOf(part, at + 1);
    if (found === -1) return undefined;
    at = found + part.length;
  }
  return parts.some((part) => part !== '') ? 1 : 0;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
