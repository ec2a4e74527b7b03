import { colonPaths } from '../../model/colon-path.js';
import { muxPattern } from '../../model/mux-pattern.js';
import { routeTemplates } from '../../model/route-template.js';
import { segmentPath } from '../../model/segment-path.js';
import type { EnumValue } from '../../model/shape.js';
import { isTypedForm, typedPath } from '../../model/typed-path.js';
import { CONTROLLER_PATH, type Expression, type OperatorExpression } from '../expression.js';
import type { Lazy, Site } from '../program.js';
import { sampled } from '../routers/environment.js';
import { resolve } from './resolve.js';
import type { ChoiceTarget, Resolver } from './target.js';

/** Stands in a text for an unresolved part. */
export const UNREAD = '\u0000';

/** Ends the likely text of an unresolved part, if one is known; that begins with UNREAD. */
const LIKELY_END = '\u0001';

/** An unresolved part with its likely text. */
export const LIKELY_PART = new RegExp(`${UNREAD}([^${UNREAD}${LIKELY_END}]*)${LIKELY_END}`);

const likely = (value: string | undefined): string => (value === undefined ? UNREAD : `${UNREAD}${value}${LIKELY_END}`);

/** The unresolved start of a path. */
export interface Opening {
  /** The likely text of the start. */
  readonly likely?: string;
  /** What follows it. */
  readonly rest: string;
  /** No slash separates both (`prefix + "users"`), so the unresolved part is assumed to end with one. */
  readonly joined?: true;
  /** The known text before the one unresolved segment, or before the unresolved end of one: `/api/v` of `/api/v${version}/users`. */
  readonly known?: string;
}

/** Splits a path with unresolved parts into its start and the rest. Undefined: it has none, or it does not show where they end. */
export function openingOf(path: string): Opening | undefined {
  if (!path.startsWith(`/${UNREAD}`)) return laterOpening(path);
  const start = path.lastIndexOf(UNREAD);
  // several unresolved prefixes in a row count as one
  if (start !== 1)
    return path.slice(0, start).split(UNREAD).join('/').replaceAll('/', '') === ''
      ? openingOf(`/${path.slice(start)}`)
      : undefined;
  const end = path.indexOf(LIKELY_END);
  const likely = end < 0 ? '' : path.slice(2, end);
  const rest = `${likely.endsWith('/') ? '/' : ''}${path.slice(end < 0 ? 2 : end + 1)}`;
  const joined = rest !== '' && !rest.startsWith('/');
  if (joined && (likely !== '' || !/^[\w{]/.test(rest))) return undefined;
  return { rest: joined ? `/${rest}` : rest || '/', ...(likely !== '' && { likely }), ...(joined && { joined }) };
}

/** One unresolved segment, or version number, between literal segments. After other text (`"/api" + rest`) it may begin with a slash. */
function laterOpening(path: string): Opening | undefined {
  const at = path.indexOf(UNREAD);
  const known = path.slice(0, at);
  if (at < 0 || !/^(?:\/|\/[\w.~/-]*\/)v?$/i.test(known)) return undefined;
  const end = path.indexOf(LIKELY_END, at);
  const value = end < 0 ? '' : path.slice(at + 1, end);
  const rest = path.slice((end < 0 ? at : end) + 1);
  if (rest.includes(UNREAD) || !/^\/(?:\{[^{}/]*\}\/)*\w/.test(rest)) return undefined;
  return { rest, known, ...(value !== '' && { likely: known + value }) };
}

/** A text for people to read. */
export function readable(text: string): string {
  return text
    .split(UNREAD)
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf(LIKELY_END) + 1)))
    .join('…');
}

/** Most combinations of one text's parts, and elements of one list; beyond that it is unresolved. */
const MAX_TEXTS = 500;
const MAX_DEPTH = 40;
/** Most parts in one text, and in all texts of a program: a constant that contains another twice doubles with each level. */
const MAX_PARTS = 1000;
const MAX_ALL_PARTS = 200_000;
const partsRead = new WeakMap<Resolver['program'], number>();

/**
 * The texts of a constant expression: one for a text, several for a list of texts. Unresolved parts (a value from the environment
 * without a default) are UNREAD in them. Of alternatives (`a ?? b`) the first resolved one counts; the values of one variable at
 * different times count only if they are all equal.
 */
export function texts(resolver: Resolver, lazy: Lazy): readonly string[] {
  return textsOf(resolver, lazy, 0, { count: 0 });
}

function textsOf(resolver: Resolver, lazy: Lazy, depth: number, parts: { count: number }): readonly string[] {
  const all = (partsRead.get(resolver.program) ?? 0) + 1;
  partsRead.set(resolver.program, all);
  parts.count += 1;
  if (depth > MAX_DEPTH || parts.count > MAX_PARTS || all > MAX_ALL_PARTS) return [UNREAD];
  const inside = (expression: Expression, at: Site): readonly string[] =>
    textsOf(resolver, { expression, site: at }, depth + 1, parts);
  const target = resolve(resolver, lazy, 'value');
  // a decorator's function gives one of its paths, whose condition is not known
  const isGiven = lazy.expression.kind === 'member' && lazy.expression.name === CONTROLLER_PATH;
  if (target.kind === 'choice')
    return chosen(resolver, isGiven ? { ...target, changing: true } : target, (option) =>
      textsOf(resolver, option, depth + 1, parts),
    );
  if (target.kind !== 'plain') return [likely(sampled(resolver.program, target, lazy.site.file))];
  const { expression, site } = target;
  switch (expression.kind) {
    case 'literal':
      // no text: of `a ?? b` the other counts
      return expression.value === null ? [UNREAD] : [String(expression.value)];
    case 'parameter':
      // a parameter without an argument: its type may allow only one value
      return expression.type?.kind === 'literal' ? inside(expression.type, site) : [UNREAD];
    case 'absent':
      return [''];
    case 'tuple': {
      const items = expression.items.flatMap((item) => inside(item.kind === 'spread' ? item.value : item, site));
      return items.length > MAX_TEXTS ? [UNREAD] : items;
    }
    case 'text': {
      let combined: string[] = [''];
      for (const part of expression.parts) {
        const more = inside(part, site);
        if (combined.length * more.length > MAX_TEXTS) return [UNREAD];
        combined = combined.flatMap((start) => more.map((end) => start + end));
      }
      return combined;
    }
    case 'operator':
      if (expression.operator === 'route-template') return templates(expression, (one) => inside(one, site));
      return operated(expression, (one) => inside(one, site));
    default:
      return [UNREAD];
  }
}

function operated(expression: OperatorExpression, textsOf: (part: Expression) => readonly string[]): readonly string[] {
  const { operator, of, keys } = expression;
  switch (operator) {
    case 'likely':
      return textsOf(of).map((text) => likely(text.includes(UNREAD) ? undefined : text));
    case 'route-template':
      return templates(expression, textsOf);
    case 'segment-path':
      return textsOf(of).map(segmentPath);
    case 'mux-pattern':
      return textsOf(of).map(muxPattern);
    case 'typed-path': {
      const form = keys?.kind === 'literal' ? keys.value : undefined;
      return isTypedForm(form) ? textsOf(of).map((path) => typedPath(path, form)) : [UNREAD];
    }
    case 'below': {
      const [above, base] = keys?.kind === 'tuple' ? keys.items.map((one) => (one.kind === 'spread' ? [] : textsOf(one))) : [];
      return textsOf(of).map((path) => below(path, base ?? [], above ?? []));
    }
    case 'slashed':
      return textsOf(of).map((text) => slashed(text, keys?.kind === 'literal' ? keys.value : undefined));
    case 'if-text':
      return textsOf(of).map((text) => (text.replaceAll('/', '') === UNREAD ? '' : text));
    case 'colon-path':
      return textsOf(of).flatMap((path) => colonPaths(path) ?? [UNREAD]);
    default:
      return [UNREAD];
  }
}

/** `/books/list` below the base `/api` and, with all of its class, below `/api/books`. */
function below(path: string, [base = '', ...others]: readonly string[], above: readonly string[]): string {
  const start = above.length === 1 ? `${above[0]}/`.replace(/\/\/$/, '/') : UNREAD;
  const whole = `${base}/${path}`.replace(/\/{2,}/g, '/');
  return others.length === 0 && `${whole}/`.startsWith(start) ? whole : `${UNREAD}${path}`;
}

function slashed(text: string, how: EnumValue | undefined): string {
  if (how === 'ended') return text.endsWith('/') ? text : `${text}/`;
  if (how === 'begun') return text.startsWith('/') || text.startsWith(UNREAD) ? text : `/${text}`;
  const start = how === 'end' ? 0 : text.search(/[^/]|$/);
  let end = text.length;
  while (how !== 'start' && end > start && text[end - 1] === '/') end -= 1;
  return text.slice(start, end);
}

function chosen(
  resolver: Resolver,
  { options, readings, changing }: ChoiceTarget,
  textsOf: (option: Lazy) => readonly string[],
): readonly string[] {
  const right = readings === true ? options.find((option) => isThere(resolver, option)) : undefined;
  if (right !== undefined) return textsOf(right);
  const all = options.map(textsOf);
  if (changing === true) return agreed(all);
  return all.find((some) => some.every((text) => !text.includes(UNREAD))) ?? all[0] ?? [UNREAD];
}

/** Whether a reading leads to anything in the repository, known or not. */
function isThere(resolver: Resolver, lazy: Lazy): boolean {
  const target = resolve(resolver, lazy, 'value');
  if (target.kind === 'plain' && target.expression.kind === 'operator' && target.expression.operator === 'route-template')
    return isThere(resolver, { expression: target.expression.of, site: target.site });
  return target.kind !== 'unknown' && target.kind !== 'external';
}

/** The paths of templates whose tokens (`[controller]`) stand for the texts of `keys`. */
function templates({ of, keys }: OperatorExpression, textsOf: (part: Expression) => readonly string[]): readonly string[] {
  const values = keys?.kind === 'tuple' ? keys.items : [];
  const words = ['controller', 'action', 'area'].map((token, index): [string, string] => {
    const value = values[index];
    const [text = UNREAD] = value === undefined || value.kind === 'spread' ? [] : textsOf(value);
    return [token, text];
  });
  return textsOf(of).flatMap((text) => routeTemplates(text, new Map(words)) ?? [UNREAD]);
}

/** The constant value of a variable; if other assignments are unresolved, its only literal text is likely. */
function agreed(all: readonly (readonly string[])[]): readonly string[] {
  const distinct = new Map(all.map((some) => [some.join(UNREAD), some]));
  const [only, ...others] = [...distinct.values()].filter((some) => all.length === 1 || !some.includes(UNREAD));
  if (only === undefined || others.length > 0) return [UNREAD];
  return distinct.size === 1 ? only : [only.length === 1 ? likely(only[0]) : UNREAD];
}
