import type { EndpointTest, ImplementationState, Validation } from '../../model/validation.js';
import type { Analysis } from '../../rules/judge.js';
import { plain } from '../escape.js';
import type { Terminal } from '../style.js';
import { implementationWords, liveSummary, validationFacts } from '../validation-words.js';
import { counted } from '../verdict.js';

/** The maximum number of lines of one kind. */
const LISTED = 50;

/** What validation adds to a scan: the engine, the result for the contracts, the responses of a running service. */
export function validationSection({ validation }: Analysis, terminal: Terminal): readonly string[] {
  if (validation === undefined) return [];
  const { style: paint } = terminal;
  return [
    paint.strong('Validation'),
    ...validationFacts(validation).map((fact) => `  ${plain(fact)}`),
    ...validation.unanswered.map((why) => `  ${paint.open('?')} ${plain(why)}`),
    ...listed(validation.implementation, (state) => stateLine(state, terminal)),
    ...liveLines(validation, terminal),
  ];
}

function listed<Item>(items: readonly Item[], lines: (item: Item) => string): readonly string[] {
  const rest = items.length - LISTED;
  return [
    ...items.slice(0, LISTED).map(lines),
    ...(rest > 0 ? [`    and ${counted(rest, 'more')}`.replace('mores', 'more')] : []),
  ];
}

function stateLine(state: ImplementationState, { style: paint, file }: Terminal): string {
  const isBad = state.marked && state.found === 'broken';
  const mark = isBad ? paint.bad('✗') : state.marked ? paint.good('✓') : paint.open('·');
  return `  ${mark} ${file(state.contract)}  ${paint.faint(implementationWords(state))}`;
}

function liveLines({ live }: Validation, terminal: Terminal): readonly string[] {
  if (live === undefined) return [];
  const { style: paint } = terminal;
  const width = Math.max(0, ...live.endpoints.map(({ subject }) => plain(subject).length));
  return ['', paint.strong(plain(liveSummary(live))), ...listed(live.endpoints, (test) => testLine(test, width, terminal))];
}

function testLine({ subject, outcome, status, why, target }: EndpointTest, width: number, { style: paint }: Terminal): string {
  const mark = outcome === 'passed' ? paint.good('✓') : outcome === 'failed' ? paint.bad('✗') : paint.open('?');
  const asked = [status, target].filter((part) => part !== undefined).join(' ');
  const stated = why === undefined ? '' : `${asked === '' ? '' : '  '}${plain(why)}`;
  return `  ${mark} ${plain(subject).padEnd(width)}  ${paint.faint(plain(asked))}${outcome === 'untested' ? paint.open(stated) : stated}`;
}
