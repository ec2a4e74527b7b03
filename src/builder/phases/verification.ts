import { bareLines, isFence, labelledLines } from './labelled.js';

/** An agent's verdict, which is only a claim. */
export type Verdict =
  | { readonly kind: 'pass' }
  /** `reason`: empty when absent. */
  | { readonly kind: 'fail'; readonly reason: string }
  /** Neither, which is not a pass. */
  | { readonly kind: 'missing' };

const LONGEST_REASON = 8_000;
const REASON_LINES = 200;

/** `VERIFICATION: PASS` or `FAIL` in QA's text (REQ-BAP-010, REQ-BAP-019). */
export function parseVerificationResult(output: string): Verdict {
  return verdictIn(output, 'VERIFICATION');
}

/** `REVIEW: PASS` or `FAIL` in a reviewer's text (REQ-BAP-020). */
export function parseReviewResult(output: string): Verdict {
  return verdictIn(output, 'REVIEW');
}

/**
 * A verdict is a line of its own, not prose about passing, nor the task's own `PASS or FAIL`. One FAIL overrides any PASS, in
 * any order.
 */
function verdictIn(output: string, name: 'VERIFICATION' | 'REVIEW'): Verdict {
  const lines = bareLines(output);
  const found = labelledLines(lines, [name]).map(({ value, at }) => ({ word: wordOf(value), at, rest: restOf(value) }));
  const failed = found.filter(({ word }) => word === 'FAIL').at(-1);
  if (failed !== undefined) return { kind: 'fail', reason: failed.rest || reasonAfter(lines, failed.at) };
  return found.some(({ word }) => word === 'PASS') ? { kind: 'pass' } : { kind: 'missing' };
}

/** PASS or FAIL at the start of a value. Only marks may follow PASS; text after FAIL is its reason, unless it names PASS as a choice. */
function wordOf(value: string): 'PASS' | 'FAIL' | undefined {
  const word = value.slice(0, 4).toUpperCase();
  const next = behind(value);
  if (/^[A-Za-z0-9_]/.test(value.slice(4).replace(/^ED\b/i, ''))) return undefined;
  if (word === 'PASS' && !/[\p{L}\p{N}]/u.test(next)) return word;
  return word === 'FAIL' && !/^(?:or\b|[|/])/i.test(next) ? word : undefined;
}

function behind(value: string): string {
  return value.slice(4).replace(/^ED\b/i, '').trim();
}

function restOf(value: string): string {
  const rest = behind(value).replace(/^[\s.!—–:-]{1,20}/, '');
  return /[\p{L}\p{N}]/u.test(rest) ? rest.slice(0, LONGEST_REASON) : '';
}

/** The text after `REASON:`, anywhere below the verdict, with the following lines up to a heading. */
function reasonAfter(lines: readonly string[], at: number): string {
  const below = lines.slice(at + 1);
  const reason = labelledLines(below, ['REASON', 'REASONS'])[0];
  if (reason === undefined) return '';
  const more = below.slice(reason.at + 1, reason.at + 1 + REASON_LINES);
  const end = more.findIndex(
    (line) => line.startsWith('Router Contract') || labelledLines([line], ['CONTRACT_VERSION']).length > 0,
  );
  return [reason.value, ...(end === -1 ? more : more.slice(0, end)).filter((line) => !isFence(line))]
    .join('\n')
    .trim()
    .slice(0, LONGEST_REASON);
}

/**
 * The findings of a refusal for the developer: its reason and the text below, else the whole text (a hunter writes no
 * verdict). At most 8,000 characters; empty: no text.
 *
 * @param narrative an agent's text without its report; untrusted
 */
export function findingsIn(narrative: string): string {
  const found = [parseVerificationResult(narrative), parseReviewResult(narrative)].find(({ kind }) => kind === 'fail');
  const reason = found?.kind === 'fail' ? found.reason : '';
  return reason === '' ? narrative.trim().slice(0, LONGEST_REASON) : reason;
}
