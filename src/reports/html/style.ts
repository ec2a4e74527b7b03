import { SEVERITIES } from '../../rules/judge.js';
import { STATUSES } from './tables.js';

const unchecked = (name: string): string => `body:has(#show-${name}:not(:checked))`;

const FILTERS = `${[
  ...STATUSES.map((status) => `${unchecked(status)} [data-status=${status}]`),
  ...SEVERITIES.map((severity) => `${unchecked(severity)} [data-severity=${severity}]`),
].join(',\n')} { display: none; }`;

/** The style sheet of the HTML report: light and dark, wide and narrow, and for print. It includes the filters. */
export const HTML_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f6f8fa; --ink: #1f2328; --faint: #59636e; --line: #d1d9e0; --link: #0969da;
  --good: #1a7f37; --good-soft: #dafbe1; --bad: #cf222e; --bad-soft: #ffebe9; --open: #8a5c00; --open-soft: #fff4cc;
  --plain-soft: #e7ecf0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --panel: #151b23; --ink: #e6edf3; --faint: #9198a1; --line: #3d444d; --link: #58a6ff;
    --good: #4ac26b; --good-soft: #12361f; --bad: #ff7b72; --bad-soft: #4a1a1a; --open: #e3b341; --open-soft: #3d2e00;
    --plain-soft: #2a313c;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 90rem; padding: 1.5rem 1.5rem 4rem; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
code, .place, pre { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 0.87em; unicode-bidi: isolate; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.5rem 1rem; background: var(--paper); z-index: 2; }
.faint, figcaption { color: var(--faint); }
h1 { font-size: 1.1rem; margin: 0; font-weight: 600; color: var(--faint); }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; }
h3 { font-size: 1rem; margin: 1rem 0 0.5rem; }
h4, summary h3 { font: inherit; margin: 0; }
summary h3 { display: inline; font-weight: 600; }
p { margin: 0.4rem 0; }
header { border-left: 0.4rem solid var(--open); padding: 0.25rem 0 0.25rem 1.25rem; }
header.good { border-color: var(--good); }
header.bad, header.incomplete { border-color: var(--bad); }
.verdict { font-size: 1.6rem; line-height: 1.3; font-weight: 600; margin: 0.25rem 0 0.75rem; }
.bar { display: block; width: 100%; max-width: 48rem; height: 0.75rem; border-radius: 0.375rem; background: var(--plain-soft); }
rect.verified { fill: var(--good); } rect.violated { fill: var(--bad); } rect.missing { fill: var(--bad); opacity: 0.55; } rect.unverified { fill: var(--open); opacity: 0.7; }
ul.steps, ul.incomplete, ul.related { margin: 0.5rem 0; padding-left: 1.25rem; }
ul.incomplete { color: var(--bad); font-weight: 600; }
.filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: center; margin: 1.25rem -1.5rem 0; padding: 0.6rem 1.5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.filters fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.filters legend { float: left; padding: 0; margin-right: 0.25rem; color: var(--faint); }
.filters input[type=search], .filters button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 0.375rem; padding: 0.15rem 0.6rem; }
.filters output { color: var(--faint); }
.box { white-space: nowrap; }
.count { color: var(--faint); font-weight: 400; font-size: 0.85em; }
.badge { display: inline-block; white-space: nowrap; padding: 0 0.5rem; border-radius: 1rem; font-size: 0.85rem; font-weight: 500; background: var(--plain-soft); }
.badge.verified { background: var(--good-soft); color: var(--good); }
.badge.violated, .badge.missing, .badge.error { background: var(--bad-soft); color: var(--bad); }
.badge.unverified, .badge.warning { background: var(--open-soft); color: var(--open); }
table { border-collapse: collapse; width: 100%; margin-bottom: 1.5rem; }
caption { text-align: left; padding: 0.25rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { white-space: nowrap; color: var(--faint); font-size: 0.87rem; }
#matrix thead th:nth-child(3), #matrix thead th:nth-child(4), #matrix td:nth-child(3), #matrix td:nth-child(4) { text-align: right; padding-right: 1.25rem; }
#matrix tbody th, #service tbody th { min-width: 14rem; }
#service td[data-column=Status], #service td[data-column=Time] { white-space: nowrap; }
#service td[data-column=Why] { min-width: 14rem; }
#service td .related { margin: 0.25rem 0 0; }
#service .faint .place { font-size: 0.8em; }
#matrix td[data-column=Promised], #matrix td[data-column=Code] { min-width: 11rem; }
#matrix td[data-column=Note] { min-width: 9rem; }
.finding { border: 1px solid var(--line); border-radius: 0.5rem; margin-bottom: 0.75rem; padding: 0 1rem; scroll-margin-top: 7rem; }
.finding > summary { padding: 0.5rem 0; cursor: pointer; }
.finding > :last-child { margin-bottom: 1rem; }
.finding > p { margin: 0 0 0.6rem; }
.broken { color: var(--faint); }
.line { margin: 0; padding: 0.4rem 0 0.4rem 0.75rem; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; }
.line[data-severity=error] { border-left: 3px solid var(--bad); }
.line[data-severity=warning] { border-left: 3px solid var(--open); }
.line code, .line i { color: var(--faint); }
.rule { font-size: 0.85rem; float: right; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
.side { border-top: 3px solid var(--line); padding-top: 0.35rem; min-width: 0; }
.side.promised { border-color: var(--good); }
.side.actual { border-color: var(--bad); }
.side h4 { color: var(--faint); display: inline-block; min-width: 5rem; }
.value { font-weight: 600; }
.excerpt { margin: 0.4rem 0 0; padding: 0.4rem 0; background: var(--panel); border-radius: 0.375rem; line-height: 1.45; white-space: pre-wrap; }
.excerpt .row { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); color: inherit; background: none; }
.excerpt mark.row { font-weight: 600; }
.promised mark.row { background: var(--good-soft); }
.actual mark.row { background: var(--bad-soft); }
.excerpt .number { text-align: right; padding-right: 0.9rem; color: var(--faint); user-select: none; -webkit-user-select: none; }
.fix { border-left: 3px solid var(--good); padding-left: 0.6rem; }
footer { margin-top: 3rem; }
${FILTERS}
@media (max-width: 52rem) {
  body { padding: 1rem 1rem 3rem; }
  .filters { position: static; margin: 1.25rem -1rem 0; padding: 0.6rem 1rem; }
  .filters legend { float: none; }
  .box { padding: 0.4rem 0; }
  .filters input[type=search] { width: 100%; min-height: 2.5rem; }
  .filters .search, .filters label:has([type=search]) { width: 100%; }
  .filters button { min-height: 2.5rem; margin-top: 0.4rem; }
  .verdict { font-size: 1.3rem; }
  .sides { grid-template-columns: minmax(0, 1fr); }
  .rule { float: none; }
  table, tbody, tr, th, td, caption { display: block; }
  thead { display: none; }
  tbody tr { border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
  th, td { border: 0; padding: 0.1rem 0; }
  #matrix td:nth-child(3), #matrix td:nth-child(4) { text-align: left; }
  td[data-column]:not(:empty)::before { content: attr(data-column) ": "; color: var(--faint); }
}
@media print {
  body { max-width: none; font-size: 10pt; padding: 0; }
  .filters, .skip { display: none; }
  .finding::details-content { content-visibility: visible; block-size: auto; }
  .finding, tr { break-inside: avoid; }
  .badge, .excerpt mark.row, rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
