import { newErrors } from '../rules/change.js';
import type { Violation } from '../rules/rule.js';
import { CAUSE_WORDS } from './cause-words.js';
import { markdownCode, markdownText, shorten } from './escape.js';
import type { Place } from './excerpt.js';
import { linkedPlace, type Result } from './github/result.js';
import { LONGEST_CELL, matrixParts } from './matrix.js';
import { codePlace, fixOf, type RootCause, rootCauses, sentenceOf, withSeverity } from './root-cause.js';
import { asManyAsFit, fixed, type Section, truncatable } from './truncate.js';
import { counted } from './verdict.js';

/** The repository that links lead to; without it there are no links. */
export type Links = Partial<Pick<Result, 'repositoryUrl' | 'sha' | 'rulesUrl'>>;

/** The maximum number of causes that are shown directly; the rest is collapsed. */
const OPEN = 15;
/** The maximum number of subjects per cause, and of related places. */
const MOST_SUBJECTS = 50;
const MOST_RELATED = 3;

interface ListOptions {
  /** Makes the heading above the list from its title. */
  readonly heading?: (title: string) => string;
  /** The kind of the findings, for the title: `new error`. */
  readonly noun: string;
  /** Text after the title. */
  readonly ending?: string;
  /** The whole list is collapsed; if it does not fit, only its title remains. */
  readonly folded?: boolean;
  /** Nothing is left to fix, so each finding is only named. */
  readonly brief?: boolean;
  /** The maximum number of collapsed causes below the others; the rest is counted. */
  readonly most: number;
}

/** Findings by their causes, as many as fit; empty if there are none. */
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

/** If the base is known, new errors are shown directly and errors of the base are collapsed; else all are shown directly. */
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
    // The line about the change gives their number.
    'new errors': causeSection(result, added, { noun: 'new error', heading: () => `${mark} ${title}`, most }),
    'other errors': causeSection(result, old, { noun: 'error', ending: ' that the base has as well', folded: true, most }),
  };
}

/** The compliance matrix, collapsed: all of it, or only violated and missing subjects, or only its title. */
export function matrixSection(analysis: Result['analysis']): Section {
  const rows = (requested: Parameters<typeof matrixParts>[1]): string => matrixParts(analysis, requested).join('\n\n');
  const whole = rows(() => true);
  if (whole === '') return fixed('');
  const title = 'Compliance matrix';
  const notRetained = `${rows(({ status }) => status !== 'verified')}\n\n_The verified rows did not fit._`;
  return truncatable(fold(title, whole), fold(title, notRetained), '_The compliance matrix did not fit._');
}

/** A collapsed block in GitHub's Markdown. */
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

/** One cause: the place and what the code does there, then what that violates, and how to fix it. */
function row(links: Links, cause: RootCause): string {
  const { first, severity, subjects } = cause;
  const fix = [fixOf(first), first.cause && CAUSE_WORDS[first.cause]].filter((part) => part !== undefined).join(' ');
  const isNamed = subjects.length === 1 && first.message.includes(first.subject);
  const broken = isNamed ? '' : `${VERBS[severity]} ${subjectsShown(cause)}. `;
  const lines = [
    // A comment preserves a line break, a summary does not.
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
  const expectations = new Set(violations.map(({ promisedAt }) => `${promisedAt.file}:${promisedAt.line}`)).size;
  const related = first.related.slice(0, MOST_RELATED).map((place) => `see ${linkTo(links, place)}`);
  const sides = [
    `contract: ${linkTo(links, first.promisedAt)}${expectations > 1 ? ` and ${expectations - 1} more` : ''}`,
    ...related,
  ];
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

/** Words of a finding that are not names in code or contract. */
const WORDS = /^(?:no|not|nothing|required|optional|here|only)\b/;
const EDGE = /[\p{L}\p{N}_$]/u;

/** A sentence with the names from code and contract formatted as code. */
function withCode({ field = '', promised: expected = '', actual = '' }: Violation, stated: string): string {
  const names = [field, field.slice(field.lastIndexOf('.') + 1), expected, actual]
    .filter((name) => name !== '' && !WORDS.test(name))
    .sort((one, other) => other.length - one.length);
  const sentence = shorten(stated, LONGEST_CELL);
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

/** Shows the file with its last folder only: a longer path hides the message. */
function linkTo(links: Links, place: Place): string {
  return linkedPlace(links, place, code(`${place.file.split('/').slice(-2).join('/')}:${place.line}`));
}

function ruleLink({ rulesUrl }: Links, { check }: Violation): string {
  return rulesUrl === undefined ? check : `[${check}](${rulesUrl}/${check.toLowerCase()}.md)`;
}
