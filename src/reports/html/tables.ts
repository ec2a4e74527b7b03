import { subjectKey } from '../../model/subject-key.js';
import type { Analysis, MatrixRow } from '../../rules/judge.js';
import { shorten } from '../escape.js';
import { type Markup, markup, roomFor } from '../markup.js';
import type { ReportOptions } from '../report.js';
import { counted, subjectNoun } from '../verdict.js';
import { badge, type FindingLinks } from './findings.js';
import { breakable, placeHtml } from './places.js';

/** Bytes for tables; further rows are counted, so that a phone can show the page after any scan. */
const ROOM_FOR_MATRIX = 300_000;
const ROOM_FOR_LISTS = 50_000;
const LONGEST_TEXT = 300;

/** Violated subjects first. */
export const STATUSES: readonly MatrixRow['status'][] = ['violated', 'missing', 'unverified', 'verified'];

/** The compliance matrix, a table for each contract, violated subjects first; a subject links to its most severe finding. */
export function matrixHtml(analysis: Analysis, links: FindingLinks, options: ReportOptions): Markup {
  const noun = subjectNoun(analysis) === 'endpoint' ? 'Endpoint' : 'Subject';
  const head = ['Status', noun, 'Compared', 'Unknown', 'Contract', 'Code', 'Note'];
  const room = ROOM_FOR_MATRIX / Math.max(1, analysis.contracts.length);
  const parts = analysis.contracts.map(({ id, title, version, basePath }) => {
    const own = analysis.matrix.filter((row) => row.contract === id);
    const rows = STATUSES.flatMap((status) => own.filter((row) => row.status === status));
    const base = basePath === null || basePath === '/' || basePath === '' ? '' : `, served below ${basePath}`;
    const caption = markup`<caption><strong>${shorten(`${title} ${version}`.trim(), LONGEST_TEXT)}</strong> <span class="faint">${shorten(id, LONGEST_TEXT)}, ${counted(rows.length, subjectNoun(analysis))}${shorten(base, LONGEST_TEXT)}</span></caption>`;
    if (rows.length === 0)
      return markup`<p><strong>${title}</strong> <span class="faint">${id}</span> has nothing to compare.</p>`;
    const shown = roomFor(rows, room, (row) => matrixRow(row, links.get(subjectKey(row)), options));
    return markup`${table(head, shown, caption)}${moreHtml(rows.length - shown.length)}`;
  });
  return markup`${parts}`;
}

function matrixRow(row: MatrixRow, finding: string | undefined, options: ReportOptions): Markup {
  const subject = markup`<code>${breakable(shorten(row.subject, LONGEST_TEXT))}</code>`;
  const name = finding === undefined ? subject : markup`<a href="#${finding}">${subject}</a>`;
  const code = row.codeAt === null ? markup`<span class="faint">none</span>` : placeHtml(row.codeAt, options);
  return markup`<tr data-status="${row.status}"><td>${badge(row.status)}${row.byRoute === true ? markup` <span class="faint">by route alone</span>` : undefined}</td><th scope="row">${name}</th>${cell('Compared', markup`${row.compared}`)}${cell('Unknown', markup`${row.unknown}`)}${cell('Contract', placeHtml(row.promisedAt, options))}${cell('Code', code)}${cell('Note', markup`${shorten(row.note ?? '', LONGEST_TEXT)}`)}</tr>
`;
}

/** Routes that no contract describes. */
export function undocumentedHtml({ routes }: Analysis, options: ReportOptions): Markup {
  const free = routes.filter((route) => !route.documented);
  const rows = roomFor(free, ROOM_FOR_LISTS, ({ method, path, at }) => {
    return markup`<tr><th scope="row"><code>${shorten(`${method} ${path}`, LONGEST_TEXT)}</code></th>${cell('Code', placeHtml(at, options))}</tr>
`;
  });
  return markup`${table(['Route', 'Code'], rows)}${moreHtml(free.length - rows.length)}`;
}

/** Gaps: what was not analysed. */
export function gapsHtml({ gaps }: Analysis, options: ReportOptions): Markup {
  const rows = roomFor(gaps, ROOM_FOR_LISTS, ({ at, reason, detail }) => {
    return markup`<tr><th scope="row">${placeHtml(at, options)}</th>${cell('Reason', markup`${reason}`)}${cell('Detail', markup`${shorten(detail, LONGEST_TEXT)}`)}</tr>
`;
  });
  return markup`${table(['Place', 'Reason', 'Detail'], rows)}${moreHtml(gaps.length - rows.length)}`;
}

/** A cell with the title of its column, which narrow screens show because they show the table as a list. */
export function cell(column: string, content: Markup): Markup {
  return markup`<td data-column="${column}">${content}</td>`;
}

/** A table; rows are `tr` elements. */
export function table(head: readonly string[], rows: readonly Markup[], caption?: Markup): Markup {
  const cells = head.map((column) => markup`<th scope="col">${column}</th>`);
  return markup`<table>${caption}<thead><tr>${cells}</tr></thead><tbody>
${rows}</tbody></table>
`;
}

/** The number of items that were left out, if any. */
export function moreHtml(rest: number): Markup | undefined {
  return rest > 0 ? markup`<p>… and ${rest} more; the JSON report has all.</p>` : undefined;
}
