import { isSafe } from './plan.js';
import type { Answered } from './run.js';

/** The comparison of a response with its contract, as `validate_endpoint` returns it. */
export interface Comparison {
  readonly valid: boolean;
  readonly violations: readonly { readonly field: string; readonly expected: string; readonly actual: string }[];
  readonly error?: string | undefined;
}

/** `untested`: the result proves nothing; `why` says why, a sentence without its full stop. */
export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly why: string; readonly violations: Comparison['violations'] }
  | { readonly kind: 'untested'; readonly why: string };

/**
 * Judges one answer. It passes only with an expected success status whose body was compared and fits. Failures that made-up
 * values may have caused prove nothing.
 *
 * @param compared absent: nothing was received
 */
export function outcomeOf({ call, answer }: Answered, compared: Comparison | undefined): Outcome {
  const { operation } = call;
  if (answer.kind !== 'received') {
    const isItsFault = answer.kind === 'timeout' || answer.kind === 'lost';
    return isItsFault ? { kind: 'failed', why: answer.why, violations: [] } : untested(answer.why);
  }
  const { status } = answer;
  if (compared === undefined) return untested('its answer was not compared');
  if (compared.violations.length > 0) return failed(status, compared);
  const isSuccess = status >= 200 && status <= 299;
  if (compared.valid) {
    const expectsSuccess = operation.responses.some((each) => /^2/.test(each.status) || each.status === 'default');
    const isOwn = operation.responses.some((each) => each.status === String(status));
    return isSuccess || (isOwn && !expectsSuccess) ? { kind: 'passed' } : untested(refusal(status, call));
  }
  // Whether the contract lists the status, or has parts that were not analysed.
  const isExpected = operation.responses.some((each) => isExpectedStatus(each.status, status));
  if (isExpected) return untested(compared.error ?? 'its answer could not be compared');
  if (isSuccess || status >= 500 || !mayBeOurs(status, call)) return failed(status, compared);
  return untested(refusal(status, call));
}

const untested = (why: string): Outcome => ({ kind: 'untested', why: why.replace(/\.$/, '') });

function failed(status: number, { violations, error }: Comparison): Outcome {
  const why = violations.length > 0 ? `its answer (${status}) does not match the contract` : (error ?? `it answered ${status}`);
  // If the contract declares no credentials, a refusal is not the service's fault.
  const hint = status === 401 || status === 403 ? '; if it requires authentication, use --header' : '';
  return { kind: 'failed', why: `${why.replace(/\.$/, '')}${hint}`, violations };
}

function isExpectedStatus(expected: string, status: number): boolean {
  return expected === String(status) || expected === `${Math.floor(status / 100)}XX` || expected === 'default';
}

/** Whether the request itself may be why it was refused. */
function mayBeOurs(status: number, { operation, given, body }: Answered['call']): boolean {
  if (status === 401 || status === 403) return (operation.credentials ?? []).some((way) => way.length > 0);
  const madeUp = given.some((each) => each.madeUp) || body?.madeUp === true;
  if (status === 429) return true;
  return status >= 400 && status <= 499 && status !== 405 && (madeUp || !isSafe(operation.method));
}

function refusal(status: number, { given, body }: Answered['call']): string {
  if (status === 401 || status === 403) return `it answered ${status}; authenticate with --header`;
  const names = given.filter(({ madeUp }) => madeUp).map(({ parameter }) => parameter.name);
  const made = [...names, ...(body?.madeUp === true ? ['its body'] : [])];
  if (made.length === 0) return `it answered ${status}, and no success was seen`;
  return `it answered ${status} to made-up values for ${made.join(', ')}: give them an example in the contract`;
}
