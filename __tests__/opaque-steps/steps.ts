/** One expression of a file, from `start` up to `end`, that a call of unknown code may stand around. */
export interface Step {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** As it is written. */
  readonly text: string;
}

/** How a language writes a call of a package that nobody can read. */
interface Dialect {
  readonly strings: RegExp;
  /** What brings the package in. */
  readonly bring: (text: string) => string;
  readonly call: (expression: string) => string;
  /** Words before `(` that begin no call. */
  readonly noCall: RegExp;
}
const WORDS =
  /^(?:if|for|while|switch|catch|function|func|fun|def|class|return|async|await|match|when|elif|and|or|not|in|is|typeof|constructor|super|this|using|lock|foreach|fixed|sizeof|nameof|default|make|new|with|print|except|assert|del|lambda|chan|map|interface|struct|synchronized|try|import|require|isinstance|len|cap|append|delete|panic|range|type|case|select|defer|go)$/;

const DIALECTS: Readonly<Record<string, Dialect>> = {
  ts: {
    strings: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
    bring: (text) =>
      /^\s*(?:import|export)\s/m.test(text)
        ? `import { opaque } from 'opaque'; ${text}`
        : `const { opaque } = require('opaque'); ${text}`,
    call: (expression) => `opaque(${expression})`,
    noCall: WORDS,
  },
  py: {
    strings: /#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g,
    bring: (text) => `from opaque import opaque; ${/^\s*("""|from __future__)/.test(text) ? '\n' : ''}${text}`,
    call: (expression) => `opaque(${expression})`,
    noCall: WORDS,
  },
  go: {
    strings: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\.|[^'\\\n])*'/g,
    bring: (text) => text.replace(/^(package \w+)/m, '$1; import "example.com/opaque"'),
    call: (expression) => `opaque.It(${expression})`,
    noCall: WORDS,
  },
  jvm: {
    strings: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
    bring: (text) => text,
    call: (expression) => `com.opaque.Opaque.it(${expression})`,
    noCall: WORDS,
  },
  cs: {
    strings: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|@"(?:""|[^"])*"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
    bring: (text) => text,
    call: (expression) => `global::Opaque.Of.It(${expression})`,
    noCall: WORDS,
  },
};

const BY_ENDING: Readonly<Record<string, string>> = {
  ts: 'ts',
  js: 'ts',
  mjs: 'ts',
  cjs: 'ts',
  py: 'py',
  go: 'go',
  java: 'jvm',
  kt: 'jvm',
  cs: 'cs',
};

function dialectOf(file: string): Dialect | undefined {
  const ending = BY_ENDING[file.slice(file.lastIndexOf('.') + 1)];
  return ending === undefined ? undefined : DIALECTS[ending];
}

/** The arguments of all calls of a file, as far as they are expressions that may stand in a call of their own. */
export function stepsOf(file: string, text: string): readonly Step[] {
  const dialect = dialectOf(file);
  if (dialect === undefined) return [];
  const plain = text.replace(dialect.strings, (found) =>
    /^["'`@]/.test(found) ? `"${'s'.repeat(Math.max(0, found.length - 2))}"` : found.replace(/[^\n]/g, ' '),
  );
  return [...plain.matchAll(/(\b\w+)(?:<[\w<>, .?[\]]*>|\[[\w., ]*\])?\(/g)].flatMap((found) => {
    const open = found.index + found[0].length - 1;
    const close = closing(plain, open);
    if (close === undefined || dialect.noCall.test(found[1] ?? '') || declares(plain, found.index, close)) return [];
    const parts = split(plain, open + 1, close).flatMap(([from, to]) => expression(plain, from, to));
    return parts.map((step) => ({ ...step, text: text.slice(step.start, step.end) }));
  });
}

/** The file with a call of unknown code around one step; line numbers stay. */
export function opaqueAt(file: string, text: string, { start, end }: Pick<Step, 'start' | 'end'>): string {
  const dialect = dialectOf(file);
  if (dialect === undefined) return text;
  return dialect.bring(`${text.slice(0, start)}${dialect.call(text.slice(start, end))}${text.slice(end)}`);
}

function closing(plain: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < plain.length; at += 1) {
    if ('([{'.includes(plain[at] ?? '')) depth += 1;
    if (')]}'.includes(plain[at] ?? '')) depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** A declaration, an annotation or the head of a block, and no call. */
function declares(plain: string, start: number, close: number): boolean {
  const line = plain.slice(plain.lastIndexOf('\n', start) + 1, start);
  const before = /(\w+)\s+$/.exec(line)?.[1];
  const type =
    before !== undefined && !/^(?:return|new|await|throw|else|yield|in|case|of|and|or|not|default|go|defer|is|as)$/.test(before);
  return (
    type ||
    /@\s*(?:\w+:)?[\w.]*$/.test(line) ||
    /^\s*\[[\w., ]*$/.test(line) ||
    /^\s*(?:func|fun|def|class|record|data class|public|private|protected|internal|override|static)\b[^=]*$/.test(line) ||
    /^\s*(?::[^=\n;]*)?(?:\{|=>|throws|where)/.test(plain.slice(close + 1, close + 80))
  );
}

function split(plain: string, from: number, to: number): readonly (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at < to; at += 1) {
    const sign = plain[at] ?? '';
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (sign === ',' && depth === 0) {
      parts.push([start, at]);
      start = at + 1;
    }
  }
  return [...parts, [start, to]];
}

function expression(plain: string, from: number, to: number): readonly Omit<Step, 'text'>[] {
  const text = plain.slice(from, to);
  const lead = /^\s*(?:\.{3}|\*{1,2})?(?:\w+\s*[=:](?![=:])\s*)?/.exec(text)?.[0].length ?? 0;
  const end = from + text.trimEnd().replace(/\.{3}$/, '').length;
  const start = from + lead;
  const inner = plain.slice(start, end);
  const angles = inner.replaceAll(/[=-]>/g, '');
  if (angles.split('<').length !== angles.split('>').length) return [];
  if (
    inner === '' ||
    /^(?:out|ref|in)\s/.test(inner) ||
    /^[\w.]*\s+\w+$/.test(inner) ||
    /\b(?:for|async for)\b.*\bin\b/.test(inner)
  )
    return [];
  return [{ start, end, line: plain.slice(0, start).split('\n').length }];
}
