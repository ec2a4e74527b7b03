import type { Operation } from '../contracts/contract.js';
import type { CodeResponse, CodeRoute } from '../facts/codebase.js';
import { type ExpectedBody, expectedBodies, isJson, isStatus, isSuccess, successes } from './expected-bodies.js';

/** What a route sends where a body is promised. */
export interface SentBodies {
  /** These are sent under the promised status, or in its place. */
  readonly sure: readonly CodeResponse[];
  /** These may be: their status could not be read. */
  readonly doubtful: readonly CodeResponse[];
  /** Surely nothing is sent where a body is promised: from here. */
  readonly none?: CodeResponse;
  /** Why it is not all that may be sent, or why nothing was found. */
  readonly unknown?: string;
}

/**
 * Chooses the responses of a route that have to keep a promised body: those with its status; else, where a single body is
 * promised, those with a 2xx status that the contract does not mention (the status itself is no matter of this rule). A response
 * without a readable status counts as the success where it is the only one that can be; else it is doubtful, as it may be an
 * error's. What is sent with a status of 300 and above is never held against a success.
 */
export function sentBodies(body: ExpectedBody, operation: Operation, route: CodeRoute): SentBodies {
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
  if (only !== undefined && others.length === 0 && single && possible.length === 1)
    return { sure: [only], doubtful: [], ...unclear };
  const [first] = inPlace;
  if (first !== undefined && open.length === 0 && route.incomplete === undefined && inPlace.every(isBodiless))
    return { sure: [], doubtful: [], none: first };
  const doubtful = open.filter(isJsonResponse);
  return { sure: [], doubtful, ...(doubtful.length > 0 ? unclear : { unknown: whyNothing(route, inPlace, body) }) };
}

/** A status named by itself is not meant by `2XX` or `default`. */
function means(promised: string, actual: number, named: readonly string[]): boolean {
  if (promised === String(actual)) return true;
  return isStatus(promised, actual) && !named.includes(String(actual));
}

function isBodiless({ status, mediaType }: CodeResponse): boolean {
  return mediaType === 'none' || status === 204 || status === 205;
}

function isJsonResponse(response: CodeResponse): boolean {
  return !isBodiless(response) && (response.mediaType === undefined || isJson(response.mediaType));
}

/** Why something else than the JSON that was seen may be sent. */
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

/** How the reason ends that something else than JSON is sent. */
export const OTHER_MEDIA = ' is sent where JSON is promised';

/** Why a body that does not fit, of a handler with another one that does, is none. */
export const OF_ANOTHER_PATH = 'its handler answers other paths too, and which of its bodies this one gets is not known';

function whyNothing(route: CodeRoute, inPlace: readonly CodeResponse[], body: ExpectedBody): string {
  if (route.incomplete !== undefined) return route.incomplete;
  const other = inPlace.find((response) => !isBodiless(response));
  if (other !== undefined) return `${sentAs(other)}${OTHER_MEDIA}`;
  return route.responses.length === 0 ? 'what the route sends could not be seen' : `no JSON body under ${body.status} was seen`;
}

/**
 * Successes of a route under a status that the contract does not mention, where it names others: ranges (`2XX`) and `default` stand
 * for all that are not named.
 */
export function strangeSuccesses(
  operation: Operation,
  route: CodeRoute,
): readonly { readonly promised: string; readonly actual: string; readonly at: CodeResponse['at'] }[] {
  const named = successes(operation).map(({ status }) => status);
  if (named.length === 0 || operation.responses.some(({ status }) => status.toLowerCase() === 'default')) return [];
  return route.responses.flatMap(({ status, at }) => {
    if (status === undefined || !isSuccess(status) || named.some((name) => means(name, status, named))) return [];
    return [{ promised: listed(named), actual: String(status), at }];
  });
}

/** Whether no success of a route is seen under a promised status, and one is sent under a status that could not be read. */
export function isStatusOpen(operation: Operation, { responses }: CodeRoute): boolean {
  const named = successes(operation).map(({ status }) => status);
  const isSeen = responses.some(({ status }) => status !== undefined && named.some((name) => means(name, status, named)));
  return !isSeen && named.length > 0 && responses.some(({ status }) => status === undefined);
}

/** What a reader should know of the statuses of success: that those sent are not those promised. */
export function statusNote(operation: Operation, route: CodeRoute): string | undefined {
  const named = successes(operation).map(({ status }) => status);
  const sent = route.responses.flatMap(({ status }) => (status !== undefined && isSuccess(status) ? [status] : []));
  const strange = sent.filter((status) => !named.some((name) => means(name, status, named)));
  if (named.length === 0 || strange.length === 0) return undefined;
  return `sends ${listed(strange)} where the contract promises ${listed(named)}`;
}

function listed(statuses: readonly (string | number)[]): string {
  return [...new Set(statuses)].sort().join(' and ');
}
