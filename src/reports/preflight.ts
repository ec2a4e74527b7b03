import { plain } from './escape.js';
import { counted } from './verdict.js';

/** The form of the JSON; a number higher means that a reader of this one cannot read it. */
export const PREFLIGHT_FORMAT = 1;

/** `warning`: it works without, or not as well as it could; `skipped`: not used here, so not looked at. */
export const CHECK_STATUSES = ['ok', 'warning', 'failed', 'skipped'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** One thing that was looked at; what is not well says what to do about it. */
export type Check = Well | Unwell;

interface Looked {
  /** What, in a word or two: `configuration`, `contract-engine`. */
  readonly name: string;
  /** One sentence without a full stop; may hold untrusted words. */
  readonly message: string;
  /** Milliseconds until the first answer, where somebody was asked. */
  readonly latencyMs?: number | undefined;
}

interface Well extends Looked {
  readonly status: 'ok' | 'skipped';
  readonly hint?: string | undefined;
}

interface Unwell extends Looked {
  readonly status: 'warning' | 'failed';
  /** What to do about it. */
  readonly hint: string;
}

/** Whether nothing stands in the way. */
export function isReady(checks: readonly Check[]): boolean {
  return checks.every(({ status }) => status !== 'failed');
}

/** A line for each check, with what to do. */
export function preflightText(checks: readonly Check[]): string {
  const width = Math.max(0, ...checks.map(({ name }) => name.length));
  const lines = checks.map(({ name, status, message, hint }) => {
    const what = `${status.padEnd(7)}  ${name.padEnd(width)}  ${plain(message)}`;
    return hint === undefined ? what : `${what}. ${plain(hint)}`;
  });
  return `${[...lines, '', conclusion(checks)].join('\n')}\n`;
}

function conclusion(checks: readonly Check[]): string {
  const count = (wanted: CheckStatus): number => checks.filter(({ status }) => status === wanted).length;
  const warnings = count('warning') === 0 ? '' : `, ${counted(count('warning'), 'warning')}`;
  return isReady(checks) ? `Ready${warnings}.` : `Not ready: ${count('failed')} of ${checks.length} checks failed${warnings}.`;
}

/** The same for other programs: `schema/preflight.schema.json`. */
export function preflightJson(checks: readonly Check[], tool: { readonly name: string; readonly version: string }): string {
  return `${JSON.stringify({ formatVersion: PREFLIGHT_FORMAT, tool, ready: isReady(checks), checks }, null, 2)}\n`;
}
