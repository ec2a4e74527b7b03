import type { Expression } from '../../../../facts/expression.js';
import { catchAllOf, patternMark } from '../../../../model/parameter-pattern.js';
import { literal, unknown } from '../source.js';

/**
 * A regular expression of Django's `re_path` as a PathTemplate: `^users/(?P<id>\d+)/?$` is `users/{id}`. Undefined: no template
 * describes all its matches. `other`: characters that stand for themselves.
 */
export function templateOf(regex: string, other?: RegExp): string | undefined {
  const whole = /^\^?(?:\.|\(\?!)/.test(regex) ? catchAllOf(regex) : undefined;
  if (whole !== undefined) return whole;
  let rest = regex
    .replace(/^\^/, '')
    .replace(/(?:\\Z|\$)$/, '')
    .replace(/\/\?$/, '');
  let template = '';
  let count = 0;
  while (rest !== '') {
    if (rest.startsWith('(')) {
      const end = closing(rest);
      if (end < 0) return undefined;
      const after = rest.slice(end + 1);
      const group = groupOf(rest.slice(0, end + 1), count);
      if (group === undefined || /^[*+?{]/.test(after)) return undefined;
      count += 1;
      template += group;
      rest = after;
      continue;
    }
    const plain =
      /^(?:\\([-./_ ])|([\w\-/ ~@%:,=]))/.exec(rest) ?? (other?.test(rest[0] ?? '') === true ? [rest[0] ?? '', rest[0]] : null);
    if (plain === null || /^[*+?{]/.test(rest.slice(plain[0].length))) return undefined;
    template += plain[1] ?? plain[2] ?? '';
    rest = rest.slice(plain[0].length);
  }
  return template;
}

const UNSTATED = unknown('a regular expression that no path template can say');

/** A regular expression as a path. A part that only linking resolves may stand in a group, which it restricts, or beside groups. */
export function regexPath(regex: string | Expression | undefined): Expression {
  const parts: readonly Expression[] = typeof regex === 'string' ? [literal(regex)] : regex?.kind === 'text' ? regex.parts : [];
  const whole = parts
    .map((part, index) => (part.kind === 'literal' ? String(part.value) : String.fromCharCode(HOLE + index)))
    .join('');
  const template = parts.length === 0 || parts.length > MAX_PARTS ? undefined : templateOf(whole, /[\uE000-\uE0FF]/);
  if (template === undefined) return UNSTATED;
  if (parts.length === 1) return literal(template);
  const pieces = template.split(/([\uE000-\uE0FF])/).filter((piece) => piece !== '');
  return { kind: 'text', parts: pieces.map((piece) => parts[piece.charCodeAt(0) - HOLE] ?? literal(piece)) };
}

/** Stands for a part of a text, of which `MAX_PARTS` are told apart. */
const HOLE = 0xe000;
const MAX_PARTS = 0x100;

/** Limit of alternatives in one expression; real code has fewer. */
const MAX_PATHS = 16;

/** All paths of a regular expression with optional groups or alternatives: `^/users(?:/(\d+))?$` gives two. */
export function templatesOf(regex: string): readonly string[] | undefined {
  const open: string[] = [regex];
  const found: string[] = [];
  while (open.length > 0) {
    const next = open.pop() ?? '';
    const group = choiceIn(next);
    if (group === undefined) {
      const template = templateOf(next);
      if (template === undefined) return undefined;
      found.push(template);
    } else {
      for (const option of group.options) open.push(`${group.before}${option}${group.after}`);
      if (open.length + found.length > MAX_PATHS) return undefined;
    }
  }
  return [...new Set(found)].toSorted();
}

/** The first group that is optional, or that only contains alternatives. */
function choiceIn(regex: string): { before: string; options: readonly string[]; after: string } | undefined {
  for (let at = 0; at < regex.length; at++) {
    if (regex[at] === '\\') at += 1;
    if (regex[at] !== '(' || regex[at - 1] === '\\') continue;
    const end = closing(regex.slice(at));
    if (end < 0) return undefined;
    const group = regex.slice(at, at + end + 1);
    const after = regex.slice(at + end + 1);
    const isOptional = after.startsWith('?');
    const isPlain = group.startsWith('(?:');
    if (isOptional || (isPlain && !/^[*+{]/.test(after))) {
      const inside = isPlain ? alternatives(group.slice(3, -1)) : [group];
      return {
        before: regex.slice(0, at),
        options: isOptional ? [...inside, ''] : inside,
        after: after.slice(isOptional ? 1 : 0),
      };
    }
    at += end;
  }
  return undefined;
}

/** `a|b` outside of groups and classes. */
function alternatives(regex: string): readonly string[] {
  const all: string[] = [];
  let from = 0;
  for (let at = 0; at < regex.length; at++) {
    const one = regex[at];
    if (one === '\\') at += 1;
    else if (one === '(' || one === '[') {
      const end = one === '(' ? closing(regex.slice(at)) : regex.indexOf(']', at) - at;
      if (end < 0) break;
      at += end;
    } else if (one === '|') {
      all.push(regex.slice(from, at));
      from = at + 1;
    }
  }
  return [...all, regex.slice(from)];
}

/** A named or unnamed group as a parameter, with a mark for the text that it matches: slashes, or any text. */
function groupOf(group: string, count: number): string | undefined {
  const named = /^\(\?P<(\w+)>/.exec(group);
  if (named === null && group.startsWith('(?')) return undefined;
  const inside = group.slice(named?.[0].length ?? 1, -1);
  return `{${named?.[1] ?? `group${count + 1}`}${patternMark(inside, 'path')}}`;
}

/** The bracket that closes the first one. */
function closing(text: string): number {
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < text.length; at++) {
    const one = text[at];
    if (one === '\\') at += 1;
    else if (inClass) inClass = one !== ']';
    else if (one === '[') inClass = true;
    else if (one === '(') depth += 1;
    else if (one === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}
