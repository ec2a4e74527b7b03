import { newErrors } from '../rules/change.js';
import type { Violation } from '../rules/rule.js';
import { CAUSE_WORDS } from './cause-words.js';
import { markdownCode, markdownText, shorten } from './escape.js';
import type { Place } from './excerpt.js';
import { LONGEST_CELL, matrixParts } from './matrix.js';
import { linkedPlace, type Result } from './result.js';
import { codePlace, fixOf, type RootCause, rootCauses, sentenceOf, withSeverity } from './root-cause.js';
import { asManyAsFit, fixed, type Section, truncatable } from './truncate.js';
import { counted } from './verdict.js';

/** What links lead to; where the repository is not known there are none. */
export type Links = Partial<Pick<Result, 'repositoryUrl' | 'sha' | 'rulesUrl'>>;

/** So many causes stand open in a list; the rest is folded away. */
const OPEN = 15;
/** So many subjects of a cause, and places beside it, are named. */
const MOST_SUBJECTS = 50;
const MOST_RELATED = 3;

interface ListOptions {
  /** What stands above the list, of its title. */
  readonly heading?: (title: string) => string;
  /** What the findings are, for the title: `new error`. */
  readonly noun: string;
  /** Goes on with the title. */
  readonly ending?: string;
  /** The list as a whole is folded away, and named where it does not fit. */
  readonly folded?: boolean;
  /** Nothing is left to fix: no more is said than what it was. */
  readonly brief?: boolean;
  /** So many causes are folded away below those that stand open; the rest is counted. */
  readonly most: number;
}

/** Findings by their causes, as many of these as fit; empty where there are none. */
export function causeSection(links: Links, violations: readonly Violation[], options: ListOptions): Section {
  const causes = rootCauses(violations);
  const { heading = (text) => `## ${text}`, noun, ending = '', folded = false, brief = false, most } = options;
  const from = causes.length < violations.length ? ` from ${counted(causes.length, 'cause')}` : '';
  const title = `${counted(violations.length, noun)}${from}${ending}`;
  return asManyAsFit(Math.min(causes.length, OPEN + most), (shown) => {
    if (causes.length === 0) return '';
    if (folded && shown === 0) return `_${title} did not fit._`;
    const open = causes.slice(0, Math.min(shown, OPEN)).map((cause) => (brief ? briefRow : row)(links, cause));
    const text = [open.join('\n'), moreRows(links, causes.slice(OPEN, shown)), restLine(causes.slice(shown), shown)];
    const list = text.filter((part) => part !== '').join('\n\n');
    return folded ? fold(title, list) : `${heading(title)}\n\n${list}`;
  });
}

/** Where the base is known, the errors that it is not known to have stand open and its own are folded away; else all stand open. */
export function errorSections(
  result: Links & Pick<Result, 'analysis' | 'change'>,
  mark: '##' | '###',
  most: number,
): { readonly 'new errors': Section; readonly 'other errors': Section } {
  const { change, analysis } = result;
  const errors = withSeverity(analysis.violations, 'error');
  if (change === undefined)
    return {
      'new errors': causeSection(result, errors, { noun: 'error', heading: (title) => `${mark} ${title}`, most }),
      'other errors': fixed(''),
    };
  const added = newErrors(errors, change);
  const isNew = new Set(added);
  const isKnownToBeNew = withSeverity(change.added, 'error').length > 0;
  const isAnyOld = withSeverity(change.surfaced, 'error').length > 0;
  const title = !isKnownToBeNew
    ? 'Errors that could not be compared with the base'
    : isAnyOld
      ? 'Errors that are new, or could not be compared with the base'
      : 'New errors';
  const old = errors.filter((error) => !isNew.has(error));
  return {
    // How many they are is said by the line about the change.
    'new errors': causeSection(result, added, { noun: 'new error', heading: () => `${mark} ${title}`, most }),
    'other errors': causeSection(result, old, { noun: 'error', ending: ' that the base has as well', folded: true, most }),
  };
}

/** The compliance matrix, folded away: whole, or what is not kept, or named. */
export function matrixSection(analysis: Result['analysis']): Section {
  const rows = (wanted: Parameters<typeof matrixParts>[1]): string => matrixParts(analysis, wanted).join('\n\n');
  const whole = rows(() => true);
  if (whole === '') return fixed('');
  const title = 'Compliance matrix';
  const notKept = `${rows(({ status }) => status !== 'verified')}\n\n_The rows that are kept did not fit._`;
  return truncatable(fold(title, whole), fold(title, notKept), '_The compliance matrix did not fit._');
}

/** What is folded away in GitHub's Markdown. */
export function fold(title: string, text: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>`;
}

function moreRows(links: Links, causes: readonly RootCause[]): string {
  if (causes.length === 0) return '';
  return fold(
    `${counted(causes.length, 'more cause')} of ${findings(causes)}`,
    causes.map((cause) => briefRow(links, cause)).join('\n'),
  );
}

function restLine(causes: readonly RootCause[], shown: number): string {
  if (causes.length === 0) return '';
  const what = shown > 0 ? `… and ${counted(causes.length, 'more cause')} of ` : '';
  return `_${what}${findings(causes)}: see the run._`;
}

const findings = (causes: readonly RootCause[]): string =>
  counted(
    causes.reduce((sum, { violations }) => sum + violations.length, 0),
    'finding',
  );

const VERBS = { error: 'Breaks', warning: 'Affects', note: 'Seen in' } as const;

/** One cause: where it is and what the code does there, then what it breaks, and how to fix it. */
function row(links: Links, cause: RootCause): string {
  const { first, severity, subjects } = cause;
  const fix = [fixOf(first), first.cause && CAUSE_WORDS[first.cause]].filter((part) => part !== undefined).join(' ');
  const isNamed = subjects.length === 1 && first.message.includes(first.subject);
  const broken = isNamed ? '' : `${VERBS[severity]} ${subjectsShown(cause)}. `;
  const lines = [
    // A comment keeps the end of a line, a summary does not.
    `- ${head(links, cause)}\\`,
    `  ${broken}**Fix:** ${withCode(first, fix)} (${ruleLink(links, first)})`,
    ...(subjects.length > 1
      ? ['', ...fold(`All ${subjects.length} places`, subjectList(links, cause)).split('\n'), ''].map(indented)
      : []),
  ];
  return lines.join('\n').trimEnd();
}

const indented = (line: string, index: number): string => (line === '' || index === 0 ? line : `  ${line}`);

function briefRow(links: Links, cause: RootCause): string {
  return `- ${head(links, cause)}: ${subjectsShown(cause)}`;
}

function subjectsShown({ subjects }: RootCause): string {
  return `${code(subjects[0] ?? '')}${subjects.length > 1 ? ` and ${subjects.length - 1} more` : ''}`;
}

/** Both places and the sentence between them. */
function head(links: Links, cause: RootCause): string {
  const { first, violations } = cause;
  const at = codePlace(first);
  const promises = new Set(violations.map(({ promisedAt }) => `${promisedAt.file}:${promisedAt.line}`)).size;
  const related = first.related.slice(0, MOST_RELATED).map((place) => `see ${linkTo(links, place)}`);
  const sides = [`contract: ${linkTo(links, first.promisedAt)}${promises > 1 ? ` and ${promises - 1} more` : ''}`, ...related];
  const sentence = `**${withCode(first, sentenceOf(cause).replace(/\.$/, ''))}**`;
  return at === undefined ? `${sentence} (${sides.join(', ')})` : `${linkTo(links, at)} ${sentence} (${sides.join(', ')})`;
}

function subjectList(links: Links, { violations, first }: RootCause): string {
  const items = violations.slice(0, MOST_SUBJECTS).map(({ subject, status, field, promisedAt }) => {
    const name = [subject, status].filter((part) => part !== undefined).join(' → ');
    const where = field === undefined || field === first.field ? '' : ` ${code(field)}`;
    return `${code(name)}${where} (${linkTo(links, promisedAt)})`;
  });
  const rest = violations.length - items.length;
  return `${items.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Words of a finding that stand for nothing in code or contract. */
const WORDS = /^(?:no|not|nothing|required|optional|here|only)\b/;
const EDGE = /[\p{L}\p{N}_$]/u;

/** A sentence, with the names of code and contract as code. */
function withCode({ field = '', promised = '', actual = '' }: Violation, said: string): string {
  const names = [field, field.slice(field.lastIndexOf('.') + 1), promised, actual]
    .filter((name) => name !== '' && !WORDS.test(name))
    .sort((one, other) => other.length - one.length);
  const sentence = shorten(said, LONGEST_CELL);
  let text = '';
  let plainFrom = 0;
  for (let at = 0; at < sentence.length; ) {
    const name = EDGE.test(sentence[at - 1] ?? '')
      ? undefined
      : names.find((one) => sentence.startsWith(one, at) && !EDGE.test(sentence[at + one.length] ?? ''));
    if (name === undefined) at++;
    else {
      text += markdownText(sentence.slice(plainFrom, at)) + markdownCode(name);
      at += name.length;
      plainFrom = at;
    }
  }
  return text + markdownText(sentence.slice(plainFrom));
}

function code(text: string): string {
  return markdownCode(shorten(text, LONGEST_CELL));
}

/** The file is named with its folder alone: a longer path hides what is said of it. */
function linkTo(links: Links, place: Place): string {
  return linkedPlace(links, place, code(`${place.file.split('/').slice(-2).join('/')}:${place.line}`));
}

function ruleLink({ rulesUrl }: Links, { check }: Violation): string {
  return rulesUrl === undefined ? check : `[${check}](${rulesUrl}/${check.toLowerCase()}.md)`;
}
