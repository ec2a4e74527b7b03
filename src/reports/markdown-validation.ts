import type { Analysis } from '../rules/judge.js';
import { markdownCode, markdownText } from './escape.js';
import { implementationWords, liveSummary, validationFacts } from './validation-words.js';

const MARKS = { passed: '✅', failed: '❌', untested: '➖' } as const;
/** The maximum number of listed endpoints; `CONTRACT_E2E_RESULTS.md` has all. */
const LISTED = 100;

/** What validation adds to a scan, as Markdown; empty: nothing. */
export function validationPart({ validation }: Analysis): string {
  if (validation === undefined) return '';
  const { implementation, unanswered, live } = validation;
  const lines = [
    ...validationFacts(validation).map((fact) => `- ${markdownText(fact)}`),
    ...unanswered.map((why) => `- ${markdownText(why)}`),
    ...implementation.slice(0, LISTED).map((state) => `- ${markdownCode(state.contract)}: ${implementationWords(state)}`),
  ];
  const head = `## Validation\n\n${lines.join('\n')}`;
  if (live === undefined) return head;
  const rows = live.endpoints.slice(0, LISTED).map(({ outcome, subject, status, why }) => {
    return `| ${MARKS[outcome]} | ${markdownCode(subject)} | ${status ?? ''} | ${markdownText(why ?? '')} |`;
  });
  const rest = live.endpoints.length - LISTED;
  return [
    head,
    `### ${markdownText(liveSummary(live))}`,
    ['| | Endpoint | Status | Why |', '|---|---|---|---|', ...rows].join('\n'),
    ...(rest > 0 ? [`_${rest} more._`] : []),
  ].join('\n\n');
}
