import { subjectKey } from '../../model/subject-key.js';
import type { Analysis, MatrixRow } from '../../rules/judge.js';
import type { Violation } from '../../rules/rule.js';
import { shorten } from '../escape.js';
import { type Markup, markup, roomFor } from '../markup.js';
import { problemWords } from '../problem-words.js';
import type { ReportOptions } from '../report.js';
import { codePlace, fieldOf, fixOf, type RootCause, rootCauses, sentenceOf, subjectsOf } from '../root-cause.js';
import { counted } from '../verdict.js';
import { excerptHtml, placeHtml } from './places.js';

/** Bytes for findings with lines of contract and code, and for the others, which have one line each. */
const ROOM = 300_000;
const ROOM_FOR_LINES = 1_200_000;
const ROOM_FOR_KNOWN = 50_000;
/** The number of findings that are open at first; a list of closed ones gives a better overview. */
const OPEN_FINDINGS = 5;
const MOST_SUBJECTS = 100;
const LONGEST_TEXT = 1_000;
const LONGEST_NAME = 300;

/** Subject -> the anchor of its most severe finding in the page. */
export type FindingLinks = ReadonlyMap<string, string>;

/**
 * The findings by their causes, the contract's side next to the code's: the most severe first, then those with most violations.
 */
export function findingsHtml(
  analysis: Analysis,
  options: ReportOptions,
): { readonly content: Markup; readonly links: FindingLinks } {
  const causes = rootCauses(analysis.violations);
  const full = roomFor(causes, ROOM, (cause, index) => causeHtml(cause, index + 1, options));
  const lines = roomFor(causes.slice(full.length), ROOM_FOR_LINES, (cause, index) => lineHtml(cause, full.length + index + 1));
  const shown = full.length + lines.length;
  const links = new Map<string, string>();
  for (const [index, { violations }] of causes.slice(0, shown).entries()) {
    for (const key of violations.map(subjectKey)) if (!links.has(key)) links.set(key, `finding-${index + 1}`);
  }
  const title = lines.length === 0 ? undefined : markup`<h3>The others, a line each</h3>`;
  return { content: markup`${full}${title}${lines}${restHtml(causes.slice(shown))}`, links };
}

function restHtml(causes: readonly RootCause[]): Markup | undefined {
  const findings = causes.reduce((sum, { violations }) => sum + violations.length, 0);
  return findings === 0 ? undefined : markup`<p>… and ${counted(findings, 'more finding')}; the JSON report has all.</p>`;
}

/** Findings that the baseline covers, one line each. */
export function knownHtml({ baseline }: Analysis): Markup {
  const causes = rootCauses(baseline?.known ?? []);
  const lines = roomFor(causes, ROOM_FOR_KNOWN, (cause) => lineHtml(cause));
  return markup`${lines}${restHtml(causes.slice(lines.length))}`;
}

const BADGES: Readonly<Record<MatrixRow['status'], string>> = {
  verified: '✓ verified',
  violated: '✗ violated',
  missing: '✗ missing',
  unverified: '? unverified',
};

/** A status in a colour and in words. */
export function badge(status: MatrixRow['status'] | undefined): Markup | undefined {
  return status === undefined ? undefined : markup`<span class="badge ${status}">${BADGES[status]}</span> `;
}

function causeHtml(cause: RootCause, nth: number, options: ReportOptions): Markup {
  const { first, severity, subjects } = cause;
  const near = first.related.map(
    ({ file, line, message: stated }) => markup`<li>${shorten(stated, LONGEST_TEXT)} ${placeHtml({ file, line }, options)}</li>`,
  );
  return markup`<details class="finding" id="finding-${nth}" data-severity="${severity}"${nth <= OPEN_FINDINGS ? markup` open` : undefined}>
<summary><span class="badge ${severity}">${severity}</span> <h3>${whatHtml(cause)}</h3> ${brokenHtml(cause)} <span class="faint rule">${first.check}</span></summary>
<p>${shorten(sentenceOf(cause), LONGEST_TEXT)}</p>
<p class="fix"><strong>Fix:</strong> ${shorten(fixOf(first), LONGEST_TEXT)}</p>
${subjects.length > 1 ? subjectsHtml(cause) : undefined}
<div class="sides">${sidesHtml(first, options)}</div>
${near.length === 0 ? undefined : markup`<ul class="related">${near}</ul>`}
</details>
`;
}

/** A finding in one line, with what a reader needs to look it up. Without a number, the baseline covers it. */
function lineHtml(cause: RootCause, nth?: number): Markup {
  const { first, severity } = cause;
  const { file, line } = codePlace(first) ?? first.promisedAt;
  // Five thousand of these make up most of a page, so they have only the markup that selectors need.
  const text = markup`${shorten(sentenceOf(cause), LONGEST_NAME)} <code>${shorten(subjectsOf(cause), LONGEST_NAME)}</code> <i>${shorten(`${file}:${line}`, LONGEST_NAME)}</i>`;
  if (nth === undefined)
    return markup`<p class="line"><span class="badge unverified">known</span> ${text}</p>
`;
  return markup`<p class="finding line" id="finding-${nth}" data-severity="${severity}">${text}
`;
}

function whatHtml(cause: RootCause): Markup {
  const { status } = cause.first;
  const field = fieldOf(cause);
  const name = field === '' ? undefined : markup`<code>${shorten(field, LONGEST_NAME)}</code> `;
  const response = status === undefined ? '' : ` in response ${shorten(status, LONGEST_NAME)}`;
  return markup`${name}${problemWords(cause.first)}${response}`;
}

function brokenHtml(cause: RootCause): Markup {
  return markup`<code class="broken">${shorten(subjectsOf(cause), LONGEST_NAME)}</code>`;
}

function subjectsHtml({ subjects, severity }: RootCause): Markup {
  const named = subjects.slice(0, MOST_SUBJECTS);
  const rest = subjects.length - named.length;
  const list = named.map((subject, index) => markup`${index > 0 ? ', ' : ''}<code>${shorten(subject, LONGEST_NAME)}</code>`);
  return markup`<p>${severity === 'error' ? 'Breaks' : 'Found in'} ${list}${rest > 0 ? ` and ${rest} more` : ''}</p>`;
}

function sidesHtml(violation: Violation, options: ReportOptions): Markup {
  const { promisedAt, file_path, line, promised: expected, actual, problem } = violation;
  const code = { file: file_path, line };
  switch (problem) {
    case 'document':
    case 'unclear':
    case 'marked':
      return sideHtml('Contract', undefined, promisedAt, options);
    case 'breaking':
    case 'may-break':
      return markup`${sideHtml('Before', expected, 'As the contract had it.', options)}${sideHtml('Now', actual, promisedAt, options)}`;
    case 'response':
      return markup`${sideHtml('Expected', expected, promisedAt, options)}${sideHtml('Actual', actual, 'As the running service answered.', options)}`;
  }
  // If there is no code, the place to fix is the contract.
  const inCode = file_path !== promisedAt.file || line !== promisedAt.line;
  return markup`${sideHtml('Expected', expected, promisedAt, options)}${sideHtml('Actual', actual, inCode ? code : 'There is no code for it.', options)}`;
}

const LOOKS = { Expected: 'promised', Before: 'promised', Actual: 'actual', Now: 'actual', Contract: '' } as const;

/** @param place its location, or why it has none */
function sideHtml(
  title: keyof typeof LOOKS,
  value: string | undefined,
  place: { readonly file: string; readonly line: number } | string,
  options: ReportOptions,
): Markup {
  const stated = value === undefined ? undefined : markup`<code class="value">${shorten(value, LONGEST_TEXT)}</code>`;
  const at =
    typeof place === 'string'
      ? markup`<p class="faint">${place}</p>`
      : markup`<p>${placeHtml(place, options)}</p>${excerptHtml(place, options)}`;
  return markup`<section class="side ${LOOKS[title]}"><h4>${title}</h4>${stated}${at}</section>`;
}
