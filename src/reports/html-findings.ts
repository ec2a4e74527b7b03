import type { Analysis, MatrixRow } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import { shorten } from './escape.js';
import { excerptHtml, placeHtml } from './html-places.js';
import { type Markup, markup } from './markup.js';
import { PROBLEM_WORDS } from './problem-words.js';
import type { ReportOptions } from './report.js';
import { counted } from './verdict.js';

/** A page of more is too large for a browser; the rest is counted. */
const MOST_FINDINGS = 5_000;
/** Those that are open when the page is; a list of closed ones is better to survey. */
const OPEN_FINDINGS = 20;
const LONGEST_TEXT = 1_000;
const LONGEST_NAME = 300;

/** The findings of one subject; `row` is absent for what concerns a whole contract. */
export interface Group {
  /** Unique in the page. */
  readonly id: string;
  readonly subject: string;
  readonly contract: string;
  readonly row?: MatrixRow;
  readonly violations: readonly Violation[];
}

/** Tells subjects of several contracts apart. */
export function subjectKey(of: { readonly contract: string; readonly subject: string }): string {
  return JSON.stringify([of.contract, of.subject]);
}

/** The findings by subject, the subject with the worst finding first. */
export function groupsOf({ violations, matrix }: Analysis): ReadonlyMap<string, Group> {
  const rows = new Map(matrix.map((row) => [subjectKey(row), row]));
  const found = new Map<string, Violation[]>();
  for (const violation of violations.slice(0, MOST_FINDINGS)) {
    const key = subjectKey(violation);
    const group = found.get(key);
    if (group === undefined) found.set(key, [violation]);
    else group.push(violation);
  }
  const groups = [...found].map(([key, own], index): readonly [string, Group] => {
    const row = rows.get(key);
    const [{ subject, contract } = { subject: '', contract: '' }] = own;
    return [key, { id: `subject-${index + 1}`, subject, contract, violations: own, ...(row === undefined ? {} : { row }) }];
  });
  return new Map(groups);
}

/** All findings, promised and actual side by side. */
export function findingsHtml(analysis: Analysis, groups: ReadonlyMap<string, Group>, options: ReportOptions): Markup {
  const several = analysis.contracts.length > 1;
  const rest = analysis.violations.length - MOST_FINDINGS;
  let shown = 0;
  const parts = [...groups.values()].map((group) => {
    const findings = group.violations.map((violation) => {
      shown += 1;
      return findingHtml(violation, shown, options);
    });
    return markup`<section class="subject" id="${group.id}" data-status="${filteredAs(group)}">
<h3>${badge(group.row?.status)}<code>${shorten(group.subject, LONGEST_NAME)}</code>${several ? markup` <span class="faint">${shorten(group.contract, LONGEST_NAME)}</span>` : undefined}</h3>
${group.row?.note === undefined ? undefined : markup`<p class="faint">${shorten(group.row.note, LONGEST_TEXT)}</p>`}
${findings}</section>
`;
  });
  const more = rest > 0 ? markup`<p>… and ${counted(rest, 'more finding')}; the JSON report has all.</p>` : undefined;
  return markup`${parts}${more}`;
}

/** The status that a filter hides it by: what validation found is none of what the code does, and stays. */
function filteredAs({ row, violations }: Group): string {
  if (row === undefined || violations.some(({ check }) => check.startsWith('VALIDATE-'))) return 'contract';
  return row.status;
}

/** What the baseline knows, marked one by one. */
export function knownHtml({ baseline, violations }: Analysis, options: ReportOptions): Markup {
  const known = baseline?.known ?? [];
  const start = Math.max(Math.min(violations.length, MOST_FINDINGS), OPEN_FINDINGS);
  const findings = known.slice(0, MOST_FINDINGS).map(
    (
      violation,
      index,
    ) => markup`<p><span class="badge unverified">known</span> <code>${shorten(violation.subject, LONGEST_NAME)}</code></p>
${findingHtml(violation, start + index + 1, options)}`,
  );
  const rest = known.length - MOST_FINDINGS;
  const more = rest > 0 ? markup`<p>… and ${counted(rest, 'more finding')}; the JSON report has all.</p>` : undefined;
  return markup`${findings}${more}`;
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

function findingHtml(violation: Violation, nth: number, options: ReportOptions): Markup {
  const { severity, field, problem, status, check, message, suggestion, related } = violation;
  const response = status === undefined ? '' : ` in response ${shorten(status, LONGEST_NAME)}`;
  const name = field === undefined ? undefined : markup`<code>${shorten(field, LONGEST_NAME)}</code> `;
  const head = markup`<span class="badge ${severity}">${severity}</span> <h4>${name}${PROBLEM_WORDS[problem]}${response}</h4> <span class="faint rule">${check}</span>`;
  const near = related.map(
    ({ file, line, message: said }) => markup`<li>${shorten(said, LONGEST_TEXT)} ${placeHtml({ file, line }, options)}</li>`,
  );
  const mend =
    suggestion === undefined
      ? undefined
      : markup`<p class="mend"><strong>Mend:</strong> ${shorten(suggestion, LONGEST_TEXT)}</p>`;
  return markup`<details class="finding" id="finding-${nth}" data-severity="${severity}"${nth <= OPEN_FINDINGS ? markup` open` : undefined}>
<summary>${head}</summary>
<p>${shorten(message, LONGEST_TEXT)}</p>
<div class="sides">${sidesHtml(violation, options)}</div>
${near.length === 0 ? undefined : markup`<ul class="related">${near}</ul>`}${mend}
</details>
`;
}

function sidesHtml(violation: Violation, options: ReportOptions): Markup {
  const { promisedAt, file_path, line, promised, actual, problem } = violation;
  const code = { file: file_path, line };
  switch (problem) {
    case 'document':
    case 'unclear':
    case 'marked':
      return sideHtml('Contract', undefined, promisedAt, options);
    case 'breaking':
    case 'may-break':
      return markup`${sideHtml('Before', promised, 'As the contract had it.', options)}${sideHtml('Now', actual, promisedAt, options)}`;
    case 'response':
      return markup`${sideHtml('Promised', promised, promisedAt, options)}${sideHtml('Actual', actual, 'As the running service answered.', options)}`;
  }
  // Where there is no code, the place to mend is the promise itself.
  const inCode = file_path !== promisedAt.file || line !== promisedAt.line;
  return markup`${sideHtml('Promised', promised, promisedAt, options)}${sideHtml('Actual', actual, inCode ? code : 'There is no code for it.', options)}`;
}

const LOOKS = { Promised: 'promised', Before: 'promised', Actual: 'actual', Now: 'actual', Contract: '' } as const;

/** @param place where it stands, or why it stands nowhere */
function sideHtml(
  title: keyof typeof LOOKS,
  value: string | undefined,
  place: { readonly file: string; readonly line: number } | string,
  options: ReportOptions,
): Markup {
  const said = value === undefined ? undefined : markup`<code class="value">${shorten(value, LONGEST_TEXT)}</code>`;
  const at =
    typeof place === 'string'
      ? markup`<p class="faint">${place}</p>`
      : markup`<p>${placeHtml(place, options)}</p>${excerptHtml(place, options)}`;
  return markup`<section class="side ${LOOKS[title]}"><h5>${title}</h5>${said}${at}</section>`;
}
