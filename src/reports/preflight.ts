import { plain } from './escape.js';
import { counted } from './verdict.js';

/** Version of the JSON; a reader of one version cannot read a higher one. */
export const PREFLIGHT_FORMAT = 1;

/** `warning`: it works, but not as well as it could; `skipped`: not used here, so not checked. */
export const CHECK_STATUSES = ['ok', 'warning', 'failed', 'skipped'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** One check; if it did not succeed, it says what to do. */
export type Check = Well | Unwell;

interface Looked {
  /** The subject in a word or two: `configuration`, `contract-engine`. */
  readonly name: string;
  /** One sentence without a full stop; may contain untrusted text. */
  readonly message: string;
  /** Milliseconds until the first answer, if a server was asked. */
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

/** Whether no check failed. */
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
  const count = (requested: CheckStatus): number => checks.filter(({ status }) => status === requested).length;
  const warnings = count('warning') === 0 ? '' : `, ${counted(count('warning'), 'warning')}`;
  return isReady(checks) ? `Ready${warnings}.` : `Not ready: ${count('failed')} of ${checks.length} checks failed${warnings}.`;
}

/** The same as JSON: `schema/preflight.schema.json`. */
export function preflightJson(checks: readonly Check[], tool: { readonly name: string; readonly version: string }): string {
  return `${JSON.stringify({ formatVersion: PREFLIGHT_FORMAT, tool, ready: isReady(checks), checks }, null, 2)}\n`;
}
