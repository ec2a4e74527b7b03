import type { ExpectedResponse, Operation } from '../../contracts/contract.js';
import type { Shape } from '../../model/shape.js';

/** A JSON body that a contract describes for success. */
export interface ExpectedBody {
  /** `200`, `2XX` or `default`, as the contract writes it. */
  readonly status: string;
  readonly shape: Shape;
  readonly at: ExpectedResponse['at'];
  /** Any text of any media type satisfies it: a plain string below the range of all media types. */
  readonly anyText?: boolean;
}

/**
 * Whether a media type (with or without parameters) is JSON: also with the suffix `+json` (RFC 6839), or a range that includes
 * JSON.
 */
export function isJson(mediaType: string): boolean {
  const [essence = ''] = mediaType.toLowerCase().split(';');
  const name = essence.trim();
  return ['application/json', 'text/json', '*/*', 'application/*'].includes(name) || name.endsWith('+json');
}

/**
 * The JSON bodies that an operation describes for success: those of its 2xx statuses. `default` stands for all statuses that are
 * not named (OpenAPI, Responses Object), so it counts as success if no 2xx or 3xx is named. A body without a schema has no
 * expected fields. HEAD has no body at all (RFC 9110 section 9.3.2).
 */
export function expectedBodies(operation: Operation): readonly ExpectedBody[] {
  if (operation.method === 'HEAD') return [];
  const bodies = new Map<string, ExpectedBody>();
  const known = new Set<string>();
  for (const { status, shape, at, mediaType } of successes(operation).filter(isOfJson)) {
    if (shape === undefined) continue;
    const other = bodies.get(status);
    const stated = `${status} ${JSON.stringify(shape, (key, value: unknown) => (key === 'at' ? undefined : value))}`;
    // Several JSON media types of one status: the code may send any of them. Most repeat the same schema.
    if (other === undefined)
      bodies.set(status, { status, shape, at, ...(mediaType === '*/*' && isAnyText(shape) && { anyText: true }) });
    else if (!known.has(stated)) bodies.set(status, { ...other, shape: { kind: 'union', options: [other.shape, shape] } });
    known.add(stated);
  }
  return [...bodies.values()];
}

const isAnyText = (shape: Shape): boolean =>
  shape.kind === 'scalar' && shape.type === 'string' && shape.format === undefined && shape.constraints === undefined;

/** Whether an operation describes a JSON body for success, with or without a schema. */
export function expectsJson(operation: Operation): boolean {
  return operation.method !== 'HEAD' && successes(operation).some(isOfJson);
}

function isOfJson({ status, mediaType }: ExpectedResponse): boolean {
  return mediaType !== undefined && isJson(mediaType) && !isEmpty(status);
}

/** HTTP allows no content for 204 and 205 (RFC 9110, sections 15.3.5 and 15.3.6), whatever a contract says. */
const isEmpty = (status: string): boolean => status === '204' || status === '205';

/** JSON bodies that a contract describes under statuses that have no body: one for each status. */
export function impossibleBodies(operation: Operation): readonly ExpectedResponse[] {
  const expected = successes(operation).filter(
    ({ status, mediaType }) => isEmpty(status) && mediaType !== undefined && isJson(mediaType),
  );
  return [...new Map(expected.map((one) => [one.status, one])).values()];
}

/** The responses that an operation describes for success, with or without a body. */
export function successes({ responses }: Operation): readonly ExpectedResponse[] {
  const succeeding = responses.filter(({ status }) => /^2(\d\d|xx)$/i.test(status));
  if (succeeding.length > 0 || responses.some(({ status }) => /^3(\d\d|xx)$/i.test(status))) return succeeding;
  return responses.filter(({ status }) => status.toLowerCase() === 'default');
}

/** Whether a status of the code falls under a status of the contract. */
export function isStatus(expected: string, actual: number): boolean {
  const text = expected.toLowerCase();
  if (text === 'default' || text === '2xx') return isSuccess(actual);
  return text === String(actual);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
