import type { ExpectedResponse, Operation } from '../contracts/contract.js';
import { ANY } from '../contracts/schema/schemas.js';
import { groupBy } from '../model/multi-map.js';
import type { Collector } from './collector.js';
import { compareHeaders } from './headers.js';
import { bareType, bodyFor } from './media-types.js';

type Responses = ReadonlyMap<string, readonly ExpectedResponse[]>;

/** Compares the responses of an operation, status by status. */
export function compareResponses(base: Operation, head: Operation, collector: Collector): void {
  const [before, after] = [byStatus(base), byStatus(head)];
  const { subject } = head;
  for (const [status, responses] of before) {
    const others = counterpart(status, after);
    if (others !== undefined) {
      compareResponse(status, responses, others, subject, collector);
      if (!after.has(status) && isSuccess(status) && !isRange(status)) gone(status, responses, head, collector, others);
    } else {
      const within = [...after].filter(([key]) => holds(status, key, before));
      for (const [key, inner] of within) compareResponse(key, responses, inner, subject, collector);
      if (within.length === 0) gone(status, responses, head, collector);
    }
  }
  for (const [status, [first]] of after) {
    if (
      first === undefined ||
      counterpart(status, before) !== undefined ||
      [...before.keys()].some((key) => holds(key, status, before))
    )
      continue;
    const rule = isSuccess(status) ? 'response-success-added' : 'response-failure-added';
    const message = `The status ${status} is new.`;
    collector.note({ rule, subject, part: partOf(status), message, baseAt: base.at, headAt: first.at });
  }
}

function byStatus({ responses }: Operation): Responses {
  const found = groupBy(responses, (response) => response.status);
  return found;
}

/** The response for the same status, for a range that includes it, or `default` if no success status is named. */
function counterpart(status: string, responses: Responses): readonly ExpectedResponse[] | undefined {
  const range = /^\d/.test(status) ? `${status.charAt(0)}XX` : undefined;
  const named = responses.get(status) ?? (range === undefined ? undefined : responses.get(range));
  return named ?? (isSuccess(status) && isDefaultSuccess(responses) ? responses.get('default') : undefined);
}

/** `2XX` includes `200`. So does `default` if it stands for success. */
function holds(range: string, status: string, responses: Responses): boolean {
  if (range === 'default') return isSuccess(status) && isDefaultSuccess(responses);
  return isRange(range) && status.startsWith(range.charAt(0));
}

const isRange = (status: string): boolean => /^\dXX$/.test(status);

const isSuccess = (status: string): boolean => /^[23]/.test(status);

/** `default` stands for each status that is not named. */
const isDefaultSuccess = (responses: Responses): boolean => ![...responses.keys()].some(isSuccess);

const partOf = (status: string): string => `response ${status}`;

/** @param instead what the service may respond with now: a range, or any status. */
function gone(
  status: string,
  [first]: readonly ExpectedResponse[],
  head: Operation,
  collector: Collector,
  [instead]: readonly ExpectedResponse[] = [],
): void {
  if (first === undefined) return;
  const rule = isSuccess(status) ? 'response-success-removed' : 'response-failure-removed';
  const { subject } = head;
  const { at } = instead ?? head;
  const others = instead === undefined ? '' : ` as such: ${instead.status} stands for others too`;
  const message = `The status ${status} is gone${others}.`;
  collector.note({ rule, subject, part: partOf(status), message, baseAt: first.at, headAt: at });
}

function compareResponse(
  status: string,
  before: readonly ExpectedResponse[],
  after: readonly ExpectedResponse[],
  subject: string,
  collector: Collector,
): void {
  const [one, other] = [before[0], after[0]];
  if (one === undefined || other === undefined) return;
  const at = { subject, part: partOf(status), baseAt: one.at, headAt: other.at };
  compareHeaders(one, other, at, collector);
  const [had, has] = [one.mediaType !== undefined, other.mediaType !== undefined];
  if (had && !has)
    collector.note({ ...at, rule: 'response-body-removed', message: `The response ${status} has no body any more.` });
  if (!had && has) collector.note({ ...at, rule: 'response-body-added', message: `The response ${status} has a body.` });
  if (!had || !has) return;
  for (const response of before) {
    const type = bareType(response.mediaType ?? '');
    const match = bodyFor(type, after);
    const part = `${partOf(status)} ${type}`;
    if (match === undefined) {
      const message = `The response ${status} is no longer given as ${type}.`;
      collector.note({ ...at, part, rule: 'response-media-type-removed', message, baseAt: response.at });
    } else {
      const shapes = { base: response.shape ?? ANY, head: match.shape ?? ANY };
      collector.payload({ subject, part, direction: 'response', ...shapes, baseAt: response.at, headAt: match.at });
    }
  }
  for (const response of after) {
    const type = bareType(response.mediaType ?? '');
    if (bodyFor(type, before) !== undefined) continue;
    const message = `The response ${status} is also given as ${type}.`;
    collector.note({ ...at, part: `${partOf(status)} ${type}`, rule: 'response-media-type-added', message, headAt: response.at });
  }
}
