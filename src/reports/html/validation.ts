import { subjectKey } from '../../model/subject-key.js';
import type { EndpointTest, ImplementationState } from '../../model/validation.js';
import type { Analysis } from '../../rules/judge.js';
import { shorten } from '../escape.js';
import { type Markup, markup } from '../markup.js';
import type { ReportOptions } from '../report.js';
import { implementationWords, liveSummary, validationFacts } from '../validation-words.js';
import { counted } from '../verdict.js';
import type { FindingLinks } from './findings.js';
import { breakable, placeHtml } from './places.js';
import { cell, moreHtml, table } from './tables.js';

const MOST_ROWS = 10_000;
/** The maximum number of differences in an endpoint's row; each is a finding as well. */
const MOST_DIFFERENCES = 5;
const LONGEST_TEXT = 300;

/** What validation adds, with headings; nothing if only a scan ran. */
export function validationHtml(analysis: Analysis, links: FindingLinks, options: ReportOptions): Markup {
  const { validation } = analysis;
  if (validation === undefined) return markup``;
  const facts = validationFacts(validation).map((fact) => markup`<li>${shorten(fact, 1_000)}</li>`);
  const open = validation.unanswered.map((why) => markup`<li>Not answered: ${shorten(why, 1_000)}</li>`);
  return markup`<section id="validation"><h2>Validation</h2>
<ul>${facts}</ul>
${open.length === 0 ? undefined : markup`<ul class="incomplete">${open}</ul>`}
${statesHtml(validation.implementation, options)}</section>
${liveHtml(analysis, links, options)}`;
}

function statesHtml(states: readonly ImplementationState[], options: ReportOptions): Markup | undefined {
  if (states.length === 0) return undefined;
  const rows = states.slice(0, MOST_ROWS).map((state) => {
    const isBad = state.marked && state.found === 'broken';
    const [look, word] = isBad ? ['violated', '✗ broken'] : state.marked ? ['verified', '✓ marked'] : ['', 'not marked'];
    return markup`<tr><td><span class="badge ${look}">${word}</span></td><th scope="row">${placeHtml(state.at, options)}</th>${cell('State', markup`${implementationWords(state)}`)}</tr>
`;
  });
  return markup`${table(['Mark', 'Contract', 'State'], rows)}${moreHtml(states.length - rows.length)}`;
}

const BADGES = {
  passed: ['verified', '✓ passed'],
  failed: ['violated', '✗ failed'],
  untested: ['unverified', '? untested'],
} as const;
const HEAD = ['Result', 'Endpoint', 'Request', 'Status', 'Time', 'Why'];

/** Each endpoint of the running service, a table for each contract. */
function liveHtml({ validation, contracts }: Analysis, links: FindingLinks, options: ReportOptions): Markup | undefined {
  const live = validation?.live;
  if (live === undefined) return undefined;
  const ids = [...new Set(live.endpoints.map(({ contract }) => contract))];
  let left = MOST_ROWS;
  const tables = ids.map((id) => {
    const own = live.endpoints.filter(({ contract }) => contract === id);
    const shown = own.slice(0, left);
    left -= shown.length;
    const title = contracts.find((contract) => contract.id === id)?.title || id;
    const caption = markup`<caption><strong>${shorten(title, LONGEST_TEXT)}</strong> <span class="faint">${shorten(id, LONGEST_TEXT)}, ${counted(own.length, 'endpoint')}</span></caption>`;
    const rows = shown.map((test) => testRow(test, links.get(subjectKey(test)), options));
    return markup`${table(HEAD, rows, caption)}${moreHtml(own.length - shown.length)}`;
  });
  return markup`<section id="service"><h2>Running service <span class="count">${live.report.total_endpoints}</span></h2>
<p>${shorten(liveSummary(live), 1_000)}</p>
${tables}</section>`;
}

function testRow(test: EndpointTest, finding: string | undefined, options: ReportOptions): Markup {
  const { subject, outcome, target, status, millis, why, violations, at } = test;
  const [look, word] = BADGES[outcome];
  const name = markup`<code>${breakable(shorten(subject, LONGEST_TEXT))}</code>`;
  const linked = outcome === 'failed' && finding !== undefined ? markup`<a href="#${finding}">${name}</a>` : name;
  const asked = target === undefined ? markup`` : markup`<code>${breakable(shorten(target, LONGEST_TEXT))}</code>`;
  const differences = violations.slice(0, MOST_DIFFERENCES).map(({ field, expected, actual }) => {
    const what = field === '' ? markup`the body` : markup`<code>${shorten(field, LONGEST_TEXT)}</code>`;
    return markup`<li>${what}: expected ${shorten(expected, LONGEST_TEXT)}, actual ${shorten(actual, LONGEST_TEXT)}</li>`;
  });
  const rest = violations.length - differences.length;
  const list =
    differences.length === 0
      ? undefined
      : markup`<ul class="related">${differences}${rest > 0 ? markup`<li>and ${rest} more</li>` : undefined}</ul>`;
  return markup`<tr data-outcome="${outcome}"><td><span class="badge ${look}">${word}</span></td><th scope="row">${linked}<br><span class="faint">${placeHtml(at, options)}</span></th>${cell('Request', asked)}${cell('Status', markup`${status}`)}${cell('Time', markup`${millis === undefined ? '' : `${Math.round(millis)} ms`}`)}${cell('Why', markup`${shorten(why ?? '', LONGEST_TEXT)}${list}`)}</tr>
`;
}
