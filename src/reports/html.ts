import { createHash } from 'node:crypto';
import { type Analysis, SEVERITIES } from '../rules/judge.js';
import { shorten } from './escape.js';
import { findingsHtml, knownHtml } from './html/findings.js';
import { HTML_SCRIPT } from './html/script.js';
import { HTML_STYLE } from './html/style.js';
import { gapsHtml, matrixHtml, STATUSES, undocumentedHtml } from './html/tables.js';
import { validationHtml } from './html/validation.js';
import { type Markup, markup, trusted } from './markup.js';
import { noticesOf } from './notices.js';
import type { Report, ReportOptions } from './report.js';
import { withSeverity } from './root-cause.js';
import {
  compliance,
  counted,
  fieldCounts,
  findingCounts,
  incompleteness,
  type Mood,
  nextSteps,
  statusCounts,
  verdict,
} from './verdict.js';

/**
 * One self-contained page: it sends no request, and its policy allows only its own script. Reading, filtering and printing work
 * without scripts; the search needs them.
 */
export const html: Report = {
  format: 'html',
  title: 'One page for browsers: every finding with its lines of contract and code, and the matrix, with filters.',
  uses: ['excerpts'],
  render: (analysis, options) => `${page(analysis, options).html}\n`,
};

const MARKS: Readonly<Record<Mood, string>> = { good: '✓', bad: '✗', open: '?', incomplete: '?' };

function page(analysis: Analysis, options: ReportOptions): Markup {
  const { sentence, mood } = verdict(analysis);
  const findings = findingsHtml(analysis, options);
  const names = analysis.contracts.map(({ title, id }) => (title === '' ? id : title)).join(', ');
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${shorten(`${MARKS[mood]} Contract compliance: ${names}`, 200)}</title>
<style>${trusted(HTML_STYLE)}</style>
</head>
<body>
<a class="skip" href="#findings">To the findings</a>
<header class="${mood}">
<h1>Contract compliance</h1>
<p class="verdict">${sentence}</p>
${barHtml(analysis)}
<p>${statusCounts(analysis)}: ${compliance(analysis)}</p>
<p class="faint">${findingCounts(analysis)}; ${fieldCounts(analysis)}; ${counted(analysis.routes.length, 'route')} in ${counted(analysis.stats.files, 'file')}</p>
${incompleteHtml(analysis)}${noticesHtml(analysis)}${stepsHtml(analysis)}
</header>
${filtersHtml(analysis)}
<main>
${sectionHtml('findings', 'Findings', analysis.violations.length, findings.content)}
${sectionHtml('matrix', 'Compliance matrix', analysis.matrix.length, matrixHtml(analysis, findings.links, options))}
${validationHtml(analysis, findings.links, options)}
${sectionHtml('known', 'In the baseline', analysis.baseline?.known.length ?? 0, knownHtml(analysis))}
${sectionHtml('routes', 'Routes that no contract describes', analysis.summary.undocumented, undocumentedHtml(analysis, options))}
${sectionHtml('gaps', 'Places not analysed', analysis.gaps.length, gapsHtml(analysis, options))}
</main>
<footer class="faint">${analysis.tool.name} ${analysis.tool.version}${options.about === undefined ? '' : ` · ${shorten(options.about, 300)}`}</footer>
<script>${trusted(HTML_SCRIPT)}</script>
</body>
</html>`;
}

/** Nothing is loaded, and only this style sheet and this script run, so injected content from a repository has no effect. */
function policy(): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; style-src ${hash(HTML_STYLE)}; script-src ${hash(HTML_SCRIPT)}; base-uri 'none'; form-action 'none'`;
}

/** The shares of the statuses. */
function barHtml(analysis: Analysis): Markup {
  const { summary } = analysis;
  let at = 0;
  const parts = [...STATUSES].reverse().map((status) => {
    const width = summary.subjects === 0 ? 0 : (summary[status] / summary.subjects) * 100;
    const part = markup`<rect class="${status}" x="${at.toFixed(3)}" y="0" width="${width.toFixed(3)}" height="1"/>`;
    at += width;
    return part;
  });
  return markup`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label="${statusCounts(analysis)}">${parts}</svg>`;
}

function incompleteHtml(analysis: Analysis): Markup | undefined {
  const reasons = incompleteness(analysis).map((reason) => markup`<li>Incomplete: ${shorten(reason, 1_000)}</li>`);
  return reasons.length === 0 ? undefined : markup`<ul class="incomplete">${reasons}</ul>`;
}

function noticesHtml(analysis: Analysis): Markup | undefined {
  const notices = noticesOf(analysis).map((notice) => markup`<li>${shorten(notice, 1_000)}</li>`);
  return notices.length === 0 ? undefined : markup`<ul class="notices">${notices}</ul>`;
}

function stepsHtml(analysis: Analysis): Markup | undefined {
  // The steps are the program's own sentences; their commands stand between backticks.
  const steps = nextSteps(analysis, true).map((step) => {
    const parts = step.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));
    return markup`<li>${parts}</li>`;
  });
  return steps.length === 0 ? undefined : markup`<ul class="steps">${steps}</ul>`;
}

/** Checkboxes for which CSS alone filters, so that they work without scripts; the script shows the search. */
function filtersHtml({ summary, violations }: Analysis): Markup {
  const boxes = [
    ...STATUSES.map((status) => boxHtml(status, summary[status])),
    ...SEVERITIES.map((severity) => boxHtml(severity, withSeverity(violations, severity).length)),
  ];
  const [statuses, severities] = [boxes.slice(0, STATUSES.length), boxes.slice(STATUSES.length)];
  return markup`<form class="filters" aria-label="Filters">
<fieldset><legend>Findings</legend>${severities}</fieldset>
<fieldset><legend>Matrix</legend>${statuses}</fieldset>
<div class="search" hidden><label>Search <input type="search" id="search" autocomplete="off"></label> <button type="button" id="open">Open all</button> <button type="button" id="close">Close all</button> <output id="shown"></output></div>
</form>`;
}

function boxHtml(name: string, count: number): Markup {
  if (count === 0) return trusted('');
  return markup`<label class="box"><input type="checkbox" id="show-${name}" checked> ${name} <span class="count">${count}</span></label>`;
}

function sectionHtml(id: string, title: string, count: number, content: Markup): Markup {
  if (count === 0 && id !== 'matrix')
    return id === 'findings' ? markup`<section id="findings"><h2>No findings</h2></section>` : trusted('');
  return markup`<section id="${id}"><h2>${title} <span class="count">${count}</span></h2>
${content}</section>`;
}
