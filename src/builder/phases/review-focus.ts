import type { REVIEW_FOCUSES } from '../agent-names.js';

type ReviewFocus = (typeof REVIEW_FOCUSES)[number];

const FOCUS_TEXTS: Readonly<Record<ReviewFocus, string>> = {
  'security-reviewer': [
    'Your lens: security. Your AGENT_ID is `security-reviewer`.',
    '- Where does input from outside enter, and what does it reach: queries, paths, commands, templates, logs, other services?',
    '- Who may do what, and where is that checked: before the data is touched, for the object itself, for every method?',
    '- Secrets in code, logs, answers and error texts; weak or home-made cryptography; dependencies with known holes.',
    '- Bounds: sizes, counts, times, recursion; what an attacker can make expensive.',
    'Where you and another reviewer disagree on something dangerous, your word counts: so be sure, and show how it is exploited.',
  ].join('\n'),
  'performance-reviewer': [
    'Your lens: performance. Your AGENT_ID is `performance-reviewer`.',
    '- Work that grows faster than the data: queries in loops, nested scans, whole tables or files in memory, missing indexes and pages.',
    '- Waiting one after the other for what could be asked at once; blocking calls on a shared thread; locks held over calls.',
    '- What is never given back: connections, handles, timers, listeners, caches without a bound.',
    'A finding names the input at which it hurts and what it costs there, measured or counted; what only looks slow is none.',
  ].join('\n'),
  'quality-reviewer': [
    'Your lens: quality. Your AGENT_ID is `quality-reviewer`.',
    '- Is each requirement met by code that does it and a test that would fail without it? Tests that cannot fail, mock data in what is delivered, dead and doubled code.',
    '- Errors that are swallowed, half-done states after a failure, edge cases: empty, one, many, none, twice, at the same time.',
    '- Names, borders and size of modules (500 lines at most), drift between specs, contracts, code and docs.',
  ].join('\n'),
};

/** A reviewer's instructions for its focus. */
export function focusText(focus: ReviewFocus): string {
  return FOCUS_TEXTS[focus];
}
