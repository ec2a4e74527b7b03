import { readNode, readNodes } from './expressions.js';
import type { Node, Span } from './node.js';
import type { Case, Statement } from './statement.js';
import { caseEnd, headEnd, keywordAt, simpleEnd, skipBlank } from './statement-ends.js';
import { type SourceText, upTo } from './text.js';

/** Parses the statements in a span, once. Inner blocks stay `Span`s, which callers parse on demand. */
export function statementsIn(source: SourceText, span: Span): readonly Statement[] {
  const key = `${span.start} ${span.end}`;
  const known = source.blocks.get(key) ?? parsed(source, span);
  source.blocks.set(key, known);
  return known;
}

function parsed(source: SourceText, { start, end }: Span): readonly Statement[] {
  const found: Statement[] = [];
  let at = skipBlank(source, start, end);
  while (at < end) {
    const next = statementAt(source, at, end);
    found.push(...next.found);
    at = skipBlank(source, Math.max(next.end, at + 1), end);
  }
  return found;
}

interface Read {
  readonly found: readonly Statement[];
  readonly end: number;
}

const NOTHING: readonly Statement[] = [];

/** https://go.dev/ref/spec#Labeled_statements */
const LABEL = /[\p{L}_][\p{L}\p{Nd}_]*[ \t]*:(?!=)/uy;

function statementAt(source: SourceText, at: number, end: number): Read {
  LABEL.lastIndex = at;
  const label = LABEL.exec(source.bare);
  if (label !== null && LABEL.lastIndex <= end) return { found: NOTHING, end: LABEL.lastIndex };
  if (source.bare.charAt(at) === '{') {
    const close = source.partners.get(at);
    if (close === undefined || close >= end) return { found: NOTHING, end };
    return { found: [{ kind: 'block', body: { start: at + 1, end: close }, at }], end: close + 1 };
  }
  const word = keywordAt(source, at);
  const inner = at + (word?.length ?? 0);
  switch (word) {
    case 'if':
      return ifAt(source, at, end);
    case 'for':
      return forAt(source, at, end);
    case 'switch':
    case 'select':
      return switchAt(source, at, inner, end);
    case 'var':
    case 'const':
      return declarationAt(source, at, inner, end);
    case 'return': {
      const last = simpleEnd(source, inner, end, true);
      return { found: [{ kind: 'return', values: readNodes(source, { start: inner, end: last }), at }], end: last };
    }
    case 'go':
    case 'defer': {
      const last = simpleEnd(source, inner, end);
      return { found: [{ kind: 'later', node: readNode(source, { start: inner, end: last }), at }], end: last };
    }
    case 'type':
      return { found: NOTHING, end: simpleEnd(source, inner, end) };
    default: {
      const last = simpleEnd(source, at, end);
      return { found: simple(source, { start: at, end: last }), end: last };
    }
  }
}

const ASSIGNMENT = /:=|[-+*/%&|^]=|<<=|>>=|[=!<>]=|=|[([{]/g;

/** Parses a statement without blocks. */
function simple(source: SourceText, span: Span): readonly Statement[] {
  const at = span.start;
  if (source.bare.slice(span.start, span.end).trim() === '') return NOTHING;
  const text = upTo(source.bare, span.end);
  ASSIGNMENT.lastIndex = span.start;
  for (let found = ASSIGNMENT.exec(text); found !== null; found = ASSIGNMENT.exec(text)) {
    const [sign] = found;
    if (/[([{]/.test(sign)) {
      const close = source.partners.get(found.index);
      ASSIGNMENT.lastIndex = close === undefined || close > span.end ? span.end : close;
      continue;
    }
    if (/^[=!<>]=$/.test(sign)) continue;
    const targets = readNodes(source, { start: span.start, end: found.index });
    const values = readNodes(source, { start: found.index + sign.length, end: span.end });
    if (sign === ':=') return [{ kind: 'define', names: namesOf(targets), values, at }];
    return sign === '=' ? [{ kind: 'assign', targets, values, at }] : NOTHING;
  }
  const node = readNode(source, span);
  return node.kind === 'bad' ? NOTHING : [{ kind: 'expression', node, at }];
}

function namesOf(nodes: readonly Node[]): { name: string; at: number }[] {
  return nodes.map((node) => ({ name: node.kind === 'name' ? node.name : '_', at: node.start }));
}

/** `var a, b T = x, y` and `var ( … )`. */
function declarationAt(source: SourceText, at: number, inner: number, end: number): Read {
  const start = skipBlank(source, inner, end);
  if (source.bare.charAt(start) !== '(') {
    const last = simpleEnd(source, start, end);
    return { found: specification(source, { start, end: last }), end: last };
  }
  const close = source.partners.get(start);
  if (close === undefined || close >= end) return { found: NOTHING, end };
  const found: Statement[] = [];
  for (let one = skipBlank(source, start + 1, close); one < close; ) {
    const last = simpleEnd(source, one, close);
    found.push(...specification(source, { start: one, end: last }));
    one = skipBlank(source, Math.max(last, one + 1), close);
  }
  return { found, end: Math.max(close + 1, at + 1) };
}

const LEFT = /\s*((?:[\p{L}_][\p{L}\p{Nd}_]*[ \t]*,\s*){0,20}[\p{L}_][\p{L}\p{Nd}_]*)/uy;
const EQUALS = /[=([{]/g;

/** Parses one line of a declaration: names, with a type, values or both. */
export function specification(source: SourceText, span: Span): readonly (Statement & { kind: 'define' })[] {
  LEFT.lastIndex = span.start;
  const left = LEFT.exec(source.bare)?.[1];
  if (left === undefined) return [];
  const names = readNodes(source, { start: span.start, end: LEFT.lastIndex });
  const from = LEFT.lastIndex;
  const equals = equalsIn(source, from, span.end);
  const typed = { start: from, end: equals ?? span.end };
  const type = source.bare.slice(typed.start, typed.end).trim() === '' ? undefined : readNode(source, typed);
  const values = equals === undefined ? [] : readNodes(source, { start: equals + 1, end: span.end });
  return [{ kind: 'define', names: namesOf(names), ...(type && { type }), values, at: span.start }];
}

function equalsIn(source: SourceText, from: number, end: number): number | undefined {
  const text = upTo(source.bare, end);
  EQUALS.lastIndex = from;
  for (let found = EQUALS.exec(text); found !== null; found = EQUALS.exec(text)) {
    if (found[0] === '=') return found.index;
    EQUALS.lastIndex = source.partners.get(found.index) ?? end;
  }
  return undefined;
}

/** Parses the statements of a block head, separated by `;`. */
function headIn(source: SourceText, start: number, end: number): readonly Statement[] {
  const found: Statement[] = [];
  for (let at = skipBlank(source, start, end); at < end; ) {
    const last = simpleEnd(source, at, end);
    found.push(...simple(source, { start: at, end: last }));
    at = skipBlank(source, Math.max(last, at + 1), end);
  }
  return found;
}

function ifAt(source: SourceText, at: number, end: number): Read {
  const chain: { head: readonly Statement[]; yes: Span; at: number }[] = [];
  let otherwise: readonly Statement[] = [];
  let from = at;
  for (;;) {
    const open = headEnd(source, from + 2, end);
    const close = open === undefined ? undefined : source.partners.get(open);
    if (open === undefined || close === undefined) return { found: wrapped(chain, otherwise), end };
    chain.push({ head: headIn(source, from + 2, open), yes: { start: open + 1, end: close }, at: from });
    const next = skipBlank(source, close + 1, end);
    from = close + 1;
    if (keywordAt(source, next) !== 'else') return { found: wrapped(chain, otherwise), end: from };
    const after = skipBlank(source, next + 4, end);
    if (keywordAt(source, after) === 'if') {
      from = after;
      continue;
    }
    const last = source.partners.get(after);
    if (source.bare.charAt(after) !== '{' || last === undefined) return { found: wrapped(chain, otherwise), end };
    otherwise = [{ kind: 'block', body: { start: after + 1, end: last }, at: after }];
    return { found: wrapped(chain, otherwise), end: last + 1 };
  }
}

/** Nests `if … else if … else …` from its end. */
function wrapped(
  chain: readonly { readonly head: readonly Statement[]; readonly yes: Span; readonly at: number }[],
  last: readonly Statement[],
): readonly Statement[] {
  return chain.reduceRight<readonly Statement[]>((otherwise, one) => [{ kind: 'if', ...one, otherwise }], last);
}

const RANGE = /(?:^|[=\s])range\b/;

function forAt(source: SourceText, at: number, end: number): Read {
  const open = headEnd(source, at + 3, end);
  const close = open === undefined ? undefined : source.partners.get(open);
  if (open === undefined || close === undefined) return { found: NOTHING, end };
  const body = { start: open + 1, end: close };
  const found = RANGE.exec(source.bare.slice(at + 3, Math.min(open, at + 2000)));
  if (found === null) return { found: [{ kind: 'for', head: headIn(source, at + 3, open), body, at }], end: close + 1 };
  const word = at + 3 + found.index + found[0].length;
  const left = source.bare.slice(at + 3, at + 3 + found.index + 1);
  const declared = left.includes(':=')
    ? left
        .slice(0, left.indexOf(':='))
        .split(',')
        .map((one) => one.trim())
    : [];
  const over = readNode(source, { start: word, end: open });
  return { found: [{ kind: 'for', head: [], range: { names: declared, over }, body, at }], end: close + 1 };
}

function switchAt(source: SourceText, at: number, inner: number, end: number): Read {
  const open = headEnd(source, inner, end);
  const close = open === undefined ? undefined : source.partners.get(open);
  if (open === undefined || close === undefined) return { found: NOTHING, end };
  const head = headIn(source, inner, open);
  const last = head.at(-1);
  const value = last?.kind === 'define' ? last.values[0] : undefined;
  const name = last?.kind === 'define' ? last.names[0]?.name : undefined;
  const isTypes = value?.kind === 'assert' && value.type === undefined && name !== undefined;
  const bound = isTypes ? { bound: { name, of: value.of } } : {};
  const retained = isTypes ? head.slice(0, -1) : head;
  const cases = casesIn(source, { start: open + 1, end: close });
  return { found: [{ kind: 'switch', head: retained, ...bound, cases, at }], end: close + 1 };
}

function casesIn(source: SourceText, { start, end }: Span): readonly Case[] {
  const cases: Case[] = [];
  let open: { values: readonly Node[]; first: readonly Statement[]; from: number } | undefined;
  const finish = (to: number): void => {
    if (open !== undefined) cases.push({ values: open.values, first: open.first, body: { start: open.from, end: to } });
  };
  for (let at = skipBlank(source, start, end); at < end; ) {
    const word = keywordAt(source, at);
    if (word !== 'case' && word !== 'default') {
      at = skipBlank(source, Math.max(statementAt(source, at, end).end, at + 1), end);
      continue;
    }
    finish(at);
    const colon = caseEnd(source, at + word.length, end);
    const head = { start: at + word.length, end: colon };
    const isCommunication = /:=|<-/.test(source.bare.slice(head.start, Math.min(head.end, head.start + 2000)));
    open = {
      values: readNodes(source, head),
      first: isCommunication ? headIn(source, head.start, head.end) : [],
      from: colon + 1,
    };
    at = skipBlank(source, colon + 1, end);
  }
  finish(end);
  return cases;
}

/** Whether `goto` may jump to a label after this place. */
export const hasLabel = ({ bare }: SourceText, from: number, to: number): boolean =>
  /^[ \t]*[\p{L}_][\p{L}\p{Nd}_]*:[ \t]*$/mu.test(bare.slice(from, Math.min(to, from + MAX_LABELS)));

const MAX_LABELS = 20_000;
