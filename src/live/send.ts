/** Limits on the requests of a run. */
export interface Bounds {
  /** For one request, with its body. */
  readonly timeoutMs: number;
  /** Requests at the same time. */
  readonly concurrency: number;
  /** Requests a second, at most. */
  readonly perSecond: number;
  /** Retries of unanswered requests that change nothing. */
  readonly retries: number;
  /** Most bytes of a response. */
  readonly maxBytes: number;
}

export const BOUNDS: Bounds = { timeoutMs: 10_000, concurrency: 4, perSecond: 50, retries: 2, maxBytes: 5_000_000 };

/** The maximum number of redirects within the origin. */
const MOST_REDIRECTS = 5;

export interface Requested {
  readonly origin: string;
  /** Path and query. */
  readonly target: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Redirect statuses that the contract lists, so they are the answer itself. */
  readonly isExpected: (status: number) => boolean;
}

export interface Received {
  readonly kind: 'received';
  readonly status: number;
  /** Absent: not sent. */
  readonly contentType?: string;
  readonly text: string;
  readonly millis: number;
}

/** No usable answer; `why` is a sentence without its full stop. */
export interface NotReceived {
  readonly kind: 'unreached' | 'timeout' | 'lost' | 'redirect' | 'too-large' | 'not-sent' | 'cancelled';
  readonly why: string;
  readonly millis: number;
}

/** Sends one request to the given origin only. It follows no redirect to another origin, and none of a request that changes data. Never throws. */
export async function send(requested: Requested, bounds: Bounds, signal?: AbortSignal): Promise<Received | NotReceived> {
  const started = performance.now();
  const millis = (): number => Math.round(performance.now() - started);
  const late = AbortSignal.timeout(bounds.timeoutMs);
  const ends = signal === undefined ? late : AbortSignal.any([late, signal]);
  try {
    let target = requested.target;
    for (let hops = 0; ; hops += 1) {
      const response = await once({ ...requested, target }, ends);
      const next = redirectOf(response, requested, target);
      if (next === undefined) return { ...(await received(response, bounds.maxBytes)), millis: millis() };
      await response.body?.cancel();
      if (typeof next === 'object') return { kind: 'redirect', why: next.why, millis: millis() };
      if (hops === MOST_REDIRECTS)
        return { kind: 'redirect', why: `it redirects more than ${MOST_REDIRECTS} times`, millis: millis() };
      target = next;
    }
  } catch (error) {
    if (signal?.aborted === true) return { kind: 'cancelled', why: 'the run was ended', millis: millis() };
    if (late.aborted) return { kind: 'timeout', why: `it did not answer within ${bounds.timeoutMs} ms`, millis: millis() };
    if (error instanceof TooLarge) return { kind: 'too-large', why: error.message, millis: millis() };
    // `fetch` wraps network errors; an error without a cause means that it refused the request.
    if (error instanceof TypeError && error.cause === undefined)
      return { kind: 'not-sent', why: `it could not be sent: ${error.message}`, millis: millis() };
    return { ...whyLost(error), millis: millis() };
  }
}

function once({ origin, target, method, headers, body }: Requested, signal: AbortSignal): Promise<Response> {
  const sent = { accept: 'application/json, */*;q=0.5', 'user-agent': 'tallystick', ...headers };
  // Joined as text: as a URL, a path that begins with two slashes would name another host.
  return fetch(`${origin}${target}`, {
    method,
    headers: sent,
    signal,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
}

/** The next target; a reason when it must not be followed; undefined: this is the answer. */
function redirectOf(
  { status, headers }: Response,
  { origin, method, isExpected }: Requested,
  from: string,
): string | { readonly why: string } | undefined {
  const location = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || location === null || isExpected(status)) return undefined;
  const base = `${origin}${from}`;
  if (!URL.canParse(location, base)) return { why: `it redirects (${status}) to no address` };
  const to = new URL(location, base);
  if (to.origin !== origin) return { why: `it redirects (${status}) to ${to.origin}, which was not asked for` };
  if (method !== 'GET' && method !== 'HEAD') return { why: `it redirects (${status}) a ${method}, which is not sent twice` };
  return `${to.pathname}${to.search}`;
}

class TooLarge extends Error {}

async function received(response: Response, most: number): Promise<Omit<Received, 'millis'>> {
  const contentType = response.headers.get('content-type');
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > most) throw new TooLarge(`its answer is larger than ${most} bytes`);
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  return { kind: 'received', status: response.status, ...(contentType === null ? {} : { contentType }), text };
}

/** Reads errors that `fetch` wraps: no listener, or a lost connection. */
function whyLost(error: unknown): Omit<NotReceived, 'millis'> {
  const code = codeOf(error) ?? '';
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code))
    return { kind: 'unreached', why: `it cannot be reached (${code.startsWith('UND_ERR') ? 'no connection in time' : code})` };
  if (/^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return { kind: 'unreached', why: `its certificate is refused (${code})` };
  return { kind: 'lost', why: 'it closed the connection before its answer was complete' };
}

/** The code of a system error, or of its causes: several addresses may have been tried. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 5) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  const tried: unknown = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : undefined;
  return codeOf(tried ?? ('cause' in error ? error.cause : undefined), depth + 1);
}
