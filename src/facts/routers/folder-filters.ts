/**
 * Patterns that select files of a folder. They come from the scanned repository, so they are compared as texts and never run as
 * regular expressions. Supported: alternatives of literal text, `.` for one character, `.*` for any number, `^` and `$`, groups
 * `(a|b)`, and a leading flag `(?i)`. Any other syntax is unresolved.
 */
export interface PathFilter {
  /** Whether it matches a part of the path. */
  readonly test: (path: string) => boolean;
}

/** Patterns with more alternatives or of greater length are not analysed. */
const MOST = 64;
const LONGEST = 300;

const ANY = '\ue000';
const RUN = '\ue001';
const START = '\ue002';
const END = '\ue003';

/** Parses a pattern; undefined: it uses unsupported syntax. */
export function readFilter(pattern: string): PathFilter | undefined {
  if (pattern.length > LONGEST) return undefined;
  const isLoose = pattern.startsWith('(?i)');
  const parser: Parser = { text: isLoose ? pattern.slice(4) : pattern, at: 0 };
  const forms = alternatives(parser);
  if (forms === undefined || parser.at < parser.text.length) return undefined;
  const all = forms.map((form) => anchored(isLoose ? form.toLowerCase() : form));
  if (all.some((form) => form.includes(START) || form.includes(END))) return undefined;
  return { test: (path) => all.some((form) => fits(form, isLoose ? path.toLowerCase() : path)) };
}

/** Texts that a part of a pattern stands for, with ANY and RUN in them, START for `^` and END for `$`. */
type Forms = readonly string[];
interface Parser {
  readonly text: string;
  at: number;
}

function alternatives(parser: Parser): Forms | undefined {
  const all: string[] = [];
  for (;;) {
    const some = sequence(parser);
    if (some === undefined) return undefined;
    all.push(...some);
    if (all.length > MOST) return undefined;
    if (parser.text[parser.at] !== '|') return all;
    parser.at += 1;
  }
}

function sequence(parser: Parser): Forms | undefined {
  let forms: Forms = [''];
  while (parser.at < parser.text.length && !'|)'.includes(parser.text.charAt(parser.at))) {
    const piece = repeated(parser);
    if (piece === undefined || forms.length * piece.length > MOST) return undefined;
    forms = forms.flatMap((start) => piece.map((end) => start + end));
  }
  return forms;
}

/** A piece with `?`, or any character with `*` or `+`; other repetitions are unsupported. */
function repeated(parser: Parser): Forms | undefined {
  const piece = single(parser);
  const sign = parser.text.charAt(parser.at);
  if (piece === undefined || !'*+?{'.includes(sign) || sign === '') return piece;
  parser.at += 1;
  if (sign === '?') return [...piece, ''];
  if (piece.length !== 1 || piece[0] !== ANY || sign === '{') return undefined;
  return [sign === '*' ? RUN : ANY + RUN];
}

function single(parser: Parser): Forms | undefined {
  const sign = parser.text.charAt(parser.at);
  parser.at += 1;
  switch (sign) {
    case '.':
      return [ANY];
    case '^':
      return [START];
    case '$':
      return [END];
    case '(':
      return group(parser);
    case '\\': {
      const escaped = parser.text.charAt(parser.at);
      parser.at += 1;
      return /[\w\ue000-\ue003]/.test(escaped) || escaped === '' ? undefined : [escaped];
    }
    default:
      return /[[\]{}*+?\ue000-\ue003]/.test(sign) ? undefined : [sign];
  }
}

function group(parser: Parser): Forms | undefined {
  if (parser.text.startsWith('?:', parser.at)) parser.at += 2;
  else if (parser.text.charAt(parser.at) === '?') return undefined;
  const inner = alternatives(parser);
  if (parser.text.charAt(parser.at) !== ')') return undefined;
  parser.at += 1;
  return inner;
}

/** Without an anchor any text may come before or after. Anchors elsewhere remain. */
function anchored(form: string): string {
  const start = form.startsWith(START) ? form.slice(1) : RUN + form;
  return start.endsWith(END) ? start.slice(0, -1) : start + RUN;
}

/** Compares a text with a form, in time proportional to both: after a run, it retries only at the next place. */
function fits(form: string, text: string): boolean {
  let at = 0;
  let within = 0;
  let run = -1;
  let resume = 0;
  while (within < text.length) {
    const sign = form.charAt(at);
    if (sign === RUN) {
      run = at;
      resume = within;
      at += 1;
    } else if (sign !== '' && (sign === ANY || sign === text.charAt(within))) {
      at += 1;
      within += 1;
    } else if (run >= 0) {
      at = run + 1;
      resume += 1;
      within = resume;
    } else return false;
  }
  while (form.charAt(at) === RUN) at += 1;
  return at === form.length;
}
