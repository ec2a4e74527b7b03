import { UserError } from '../../model/user-error.js';
import type { Tool } from '../tool.js';

/** Attempts after the first (REQ-026). */
const RETRIES = 3;
/** Milliseconds before the second, third and fourth attempt. */
const DELAYS = [1_000, 2_000, 4_000] as const;
const MOST_RETRIES = 10;
const LONGEST_MS = 3_600_000;

/** Limits of a client's calls that override those of its tools. */
export interface Limits {
  readonly timeoutMs?: number;
  readonly retries?: number;
}

/**
 * Reads the limits for all tools (spec 001, D2): `TOOL_TIMEOUT_MS` and `TOOL_MAX_RETRIES`.
 *
 * @throws UserError for an invalid number
 */
export function limitsOf(env: Readonly<Record<string, string | undefined>>): Limits {
  const timeoutMs = wholeNumber(env, 'TOOL_TIMEOUT_MS', 1, LONGEST_MS);
  const retries = wholeNumber(env, 'TOOL_MAX_RETRIES', 0, MOST_RETRIES);
  return { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(retries === undefined ? {} : { retries }) };
}

function wholeNumber(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const text = env[name]?.trim() ?? '';
  if (text === '') return undefined;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value;
  throw new UserError(`${name} must be a whole number from ${least} to ${most}, not ${text}.`);
}

export function retriesOf(tool: Tool, limits: Limits): number {
  return limits.retries ?? tool.retries ?? RETRIES;
}

/** Milliseconds to wait before a retry; `failed` counts from 1. The last delay repeats. */
export function delayBefore(tool: Tool, failed: number): number {
  const delays = tool.delaysMs ?? DELAYS;
  return delays[Math.min(failed, delays.length) - 1] ?? 0;
}
