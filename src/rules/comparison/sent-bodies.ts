import type { Operation } from '../../contracts/contract.js';
import type { CodeResponse, CodeRoute } from '../../facts/codebase.js';
import { RAW_TEXT, type Shape } from '../../model/shape.js';
import { type ExpectedBody, expectedBodies, isJson, isStatus, isSuccess, successes } from './expected-bodies.js';

/** What a route sends where the contract expects a body. */
export interface SentBodies {
  /** Responses with the expected status, or in its place. */
  readonly sure: readonly CodeResponse[];
  /** Possible responses: their status is unresolved. */
  readonly doubtful: readonly CodeResponse[];
  /** The response that certainly has no body although the contract expects one. */
  readonly none?: CodeResponse;
  /** Why there may be more responses, or why none was found. */
  readonly unknown?: string;
}

/**
 * Chooses the responses of a route that must satisfy an expected body: those with its status. If the contract has a single body,
 * else those with a 2xx status that the contract does not mention (another rule judges the status). A response with an unresolved
 * status counts as the success if it is the only candidate of a handler that is read as a whole; else it is doubtful, because it may be an error's. A status of 300
 * and above is never compared with a success.
 */
export function sentBodies(body: ExpectedBody, operation: Operation, read: CodeRoute): SentBodies {
  const route = body.anyText === true ? { ...read, responses: read.responses.map(asString) } : read;
  const possible = route.responses.filter(({ status }) => status === undefined || isSuccess(status));
  const single = expectedBodies(operation).length === 1;
  const named = successes(operation).map(({ status }) => status);
  const matching = possible.filter(({ status }) => status !== undefined && means(body.status, status, named));
  const strange = possible.filter(({ status }) => status !== undefined && !named.some((name) => means(name, status, named)));
  const open = possible.filter(({ status }) => status === undefined);
  const inPlace = matching.length === 0 && single ? strange : matching;
  const unclear = whyUnclear(inPlace, operation, body, route);

  const json = inPlace.filter(isJsonResponse);
  if (json.length > 0) return { sure: json, doubtful: open.filter(isJsonResponse), ...unclear };
  const [only, ...others] = open.filter(isJsonResponse);
  if (only !== undefined && others.length === 0 && single && possible.length === 1 && route.incomplete === undefined)
    return { sure: [only], doubtful: [], ...unclear };
  const [first] = inPlace;
  if (first !== undefined && open.length === 0 && route.incomplete === undefined && inPlace.every(isBodiless))
    return { sure: [], doubtful: [], none: first };
  const doubtful = open.filter(isJsonResponse);
  return { sure: [], doubtful, ...(doubtful.length > 0 ? unclear : { unknown: whyNothing(route, inPlace, body) }) };
}

const STRING: Shape = { kind: 'scalar', type: 'string' };

/** A text that is sent as it is, or as a text of another media type, as a string: for a contract that allows any text. */
function asString(response: CodeResponse): CodeResponse {
  const { mediaType, shape, ...rest } = response;
  const isText = mediaType === undefined ? shape.kind === 'unknown' && shape.why === RAW_TEXT : /^text\//i.test(mediaType);
  return isText ? { ...rest, shape: STRING } : response;
}

/** `2XX` and `default` do not cover a status that the contract names itself. */
function means(expected: string, actual: number, named: readonly string[]): boolean {
  if (expected === String(actual)) return true;
  return isStatus(expected, actual) && !named.includes(String(actual));
}

function isBodiless({ status, mediaType }: CodeResponse): boolean {
  return mediaType === 'none' || status === 204 || status === 205;
}

function isJsonResponse(response: CodeResponse): boolean {
  return !isBodiless(response) && (response.mediaType === undefined || isJson(response.mediaType));
}

/** Why the route may send something other than the JSON that was found. */
function whyUnclear(
  inPlace: readonly CodeResponse[],
  operation: Operation,
  body: ExpectedBody,
  route: CodeRoute,
): { readonly unknown?: string } {
  if (route.incomplete !== undefined) return { unknown: route.incomplete };
  const otherMedia = operation.responses.some(({ status, mediaType }) => status === body.status && !isJson(mediaType ?? '*/*'));
  const other = otherMedia ? undefined : inPlace.find((response) => !isJsonResponse(response));
  if (other === undefined) return {};
  return { unknown: `${sentAs(other)} is sent too, in line ${other.at.line} of ${other.at.file}` };
}

function sentAs(response: CodeResponse): string {
  return isBodiless(response) ? 'no body' : (response.mediaType ?? 'JSON');
}

/** The end of the reason that the code sends something other than JSON. */
export const OTHER_MEDIA = ' is sent, but the contract expects JSON';

/** Why a body that does not fit does not count if another body of the same handler fits. */
export const OF_ANOTHER_PATH =
  'its handler answers other paths too, and the scan cannot tell which of its bodies belongs to this one';

function whyNothing(route: CodeRoute, inPlace: readonly CodeResponse[], body: ExpectedBody): string {
  if (route.incomplete !== undefined) return route.incomplete;
  const other = inPlace.find((response) => !isBodiless(response));
  if (other !== undefined) return `${sentAs(other)}${OTHER_MEDIA}`;
  return route.responses.length === 0
    ? 'the scan could not determine what the route sends'
    : `no JSON body with status ${body.status} was found`;
}

/**
 * Successes of a route with a status that the contract does not mention, if it names others: ranges (`2XX`) and `default` stand
 * for all statuses that are not named.
 */
export function strangeSuccesses(
  operation: Operation,
  route: CodeRoute,
): readonly { readonly expected: string; readonly actual: string; readonly at: CodeResponse['at'] }[] {
  const named = successes(operation).map(({ status }) => status);
  if (named.length === 0 || operation.responses.some(({ status }) => status.toLowerCase() === 'default')) return [];
  return route.responses.flatMap(({ status, at }) => {
    if (status === undefined || !isSuccess(status) || named.some((name) => means(name, status, named))) return [];
    return [{ expected: listed(named), actual: String(status), at }];
  });
}

/** Whether no success of a route has an expected status, and one has an unresolved status. */
export function isStatusOpen(operation: Operation, { responses }: CodeRoute): boolean {
  const named = successes(operation).map(({ status }) => status);
  const isSeen = responses.some(({ status }) => status !== undefined && named.some((name) => means(name, status, named)));
  return !isSeen && named.length > 0 && responses.some(({ status }) => status === undefined);
}

/** A note for the reader if the success statuses that are sent differ from the contract's. */
export function statusNote(operation: Operation, route: CodeRoute): string | undefined {
  const named = successes(operation).map(({ status }) => status);
  const sent = route.responses.flatMap(({ status }) => (status !== undefined && isSuccess(status) ? [status] : []));
  const strange = sent.filter((status) => !named.some((name) => means(name, status, named)));
  if (named.length === 0 || strange.length === 0) return undefined;
  return `sends ${listed(strange)}, but the contract expects ${listed(named)}`;
}

function listed(statuses: readonly (string | number)[]): string {
  return [...new Set(statuses)].sort().join(' and ');
}
