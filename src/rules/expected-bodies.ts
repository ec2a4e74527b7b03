import type { ExpectedResponse, Operation } from '../contracts/contract.js';
import type { Shape } from '../model/shape.js';

/** A JSON body that is promised for success. */
export interface ExpectedBody {
  /** `200`, `2XX` or `default`, as the contract writes it. */
  readonly status: string;
  readonly shape: Shape;
  readonly at: ExpectedResponse['at'];
}

/** Whether a media type (with or without parameters) is one of JSON's: RFC 6839's `+json` too, and ranges that JSON is in. */
export function isJson(mediaType: string): boolean {
  const [essence = ''] = mediaType.toLowerCase().split(';');
  const name = essence.trim();
  return ['application/json', 'text/json', '*/*', 'application/*'].includes(name) || name.endsWith('+json');
}

/**
 * The JSON bodies that an operation promises for success: those of its 2xx statuses. `default` stands for all statuses that are
 * not named (OpenAPI, Responses Object), so it is the success where neither a 2xx nor a 3xx is. A body that no schema describes
 * promises no fields. HEAD promises none at all (RFC 9110 section 9.3.2).
 */
export function expectedBodies(operation: Operation): readonly ExpectedBody[] {
  if (operation.method === 'HEAD') return [];
  const bodies = new Map<string, ExpectedBody>();
  const known = new Set<string>();
  for (const { status, shape, at } of successes(operation).filter(isOfJson)) {
    if (shape === undefined) continue;
    const other = bodies.get(status);
    const said = `${status} ${JSON.stringify(shape, (key, value: unknown) => (key === 'at' ? undefined : value))}`;
    // Several JSON media types of one status: the code may send any of them. Most say the same twice.
    if (other === undefined) bodies.set(status, { status, shape, at });
    else if (!known.has(said)) bodies.set(status, { ...other, shape: { kind: 'union', options: [other.shape, shape] } });
    known.add(said);
  }
  return [...bodies.values()];
}

/** Whether an operation promises a JSON body for success, described by a schema or not. */
export function expectsJson(operation: Operation): boolean {
  return operation.method !== 'HEAD' && successes(operation).some(isOfJson);
}

function isOfJson({ status, mediaType }: ExpectedResponse): boolean {
  return mediaType !== undefined && isJson(mediaType) && !isEmpty(status);
}

/** HTTP has no content under 204 and 205 (RFC 9110, sections 15.3.5 and 15.3.6), whatever a contract says of it. */
const isEmpty = (status: string): boolean => status === '204' || status === '205';

/** JSON bodies that are promised under statuses that have none: one for each. */
export function impossibleBodies(operation: Operation): readonly ExpectedResponse[] {
  const promised = successes(operation).filter(
    ({ status, mediaType }) => isEmpty(status) && mediaType !== undefined && isJson(mediaType),
  );
  return [...new Map(promised.map((one) => [one.status, one])).values()];
}

/** What an operation promises for success, bodies or none. */
export function successes({ responses }: Operation): readonly ExpectedResponse[] {
  const succeeding = responses.filter(({ status }) => /^2(\d\d|xx)$/i.test(status));
  if (succeeding.length > 0 || responses.some(({ status }) => /^3(\d\d|xx)$/i.test(status))) return succeeding;
  return responses.filter(({ status }) => status.toLowerCase() === 'default');
}

/** Whether a status of the code's is meant by a promised one. */
export function isStatus(promised: string, actual: number): boolean {
  const text = promised.toLowerCase();
  if (text === 'default' || text === '2xx') return isSuccess(actual);
  return text === String(actual);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
