import { randomUUID } from 'node:crypto';
import type { getOctokit } from '@actions/github';
import { statusOf } from './answer.js';
import { RateLimiter } from './rate-limiter.js';

type Octokit = ReturnType<typeof getOctokit>;

/** GitHub's API for one repository. It throws responses of 4xx and 5xx, after all retries. */
export interface Api {
  readonly rest: Octokit['rest'];
  readonly paginate: Octokit['paginate'];
  readonly graphql: Octokit['graphql'];
  /** The repository, in the form that each operation needs. */
  readonly at: { readonly owner: string; readonly repo: string };
  /** Waits this number of seconds; a test replaces it. */
  readonly wait: (seconds: number) => Promise<void>;
}

/** The address of the API and the credentials. */
export interface ApiOptions {
  readonly token: string;
  /** `https://api.github.com`, or the URL of a GitHub Enterprise server. */
  readonly apiUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** The clock; absent: real time. */
  readonly time?: Partial<Time>;
}

/** The clock of the API's client. A test controls it, so that a slow machine does not change the result. */
export interface Time {
  /** The length of one second of waiting, in milliseconds. */
  readonly second: number;
  /** Milliseconds since some moment; monotonic. */
  readonly now: () => number;
}

/** The timeout of one request. */
const LONGEST_ATTEMPT = 30_000;
/** No request starts later than this after the first: a workflow must end. */
const LONGEST_RUN = 10 * 60_000;
/** After 5xx and broken connections, at 1, 4 and 9 seconds. */
const RETRIES = 3;
/** A longer rate limit, in seconds, fails at once. */
const LONGEST_LIMIT = 120;

/**
 * Opens the API: octokit with its plugins for retries and rate limits, which are loaded on demand. Requests go only to the host
 * of `apiUrl`, whatever a `Link` header contains.
 */
export async function openApi({ token, apiUrl, owner, repo, time = {} }: ApiOptions): Promise<Api> {
  const { second = 1000, now = () => performance.now() } = time;
  const [{ getOctokit }, { retry }, { throttling }] = await Promise.all([
    import('@actions/github'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-throttling'),
  ]);
  const patient = (retryAfter: number, _options: unknown, _octokit: unknown, retryCount: number): boolean =>
    retryAfter <= LONGEST_LIMIT && retryCount < RETRIES;
  const options = {
    baseUrl: apiUrl,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    // 429 is a rate limit: the other plugin waits as long as the server says.
    retry: { retries: RETRIES, retryAfterBaseValue: second, doNotRetry: [400, 401, 403, 404, 409, 410, 413, 422, 429, 451] },
    throttle: {
      // The plugin has one queue per id; two clients must not share one.
      id: randomUUID(),
      retryAfterBaseValue: second,
      fallbackSecondaryRateRetryAfter: 60,
      onRateLimit: patient,
      onSecondaryRateLimit: patient,
      // The plugin's types ask for a complete scheduler; it calls only this method.
      write: unhurried as never,
      notifications: unhurried as never,
    },
  };
  const rateLimiter = RateLimiter.of(
    apiUrl,
    (seconds) => pause(seconds * second),
    () => now() / second,
  );
  // The first plugin is the innermost: it sees each attempt.
  const octokit = getOctokit(
    token,
    options,
    (inner) => guard(inner as Octokit, apiUrl, { rateLimiter, outage: new Outage(second, now), now }),
    retry,
    throttling,
  );
  const { rest, paginate, graphql } = octokit;
  return { rest, paginate, graphql, at: { owner, repo }, wait: (seconds) => pause(seconds * second) };
}

/** Replaces the plugin's rate of one write per second, which delays a hundred batches of annotations without need. */
const unhurried = {
  key: () => ({ schedule: (_options: unknown, task: (...given: unknown[]) => unknown, ...given: unknown[]) => task(...given) }),
};

/** One of the `request` options of a call; each call has its own function. */
export interface Repeats {
  /** Asked before a request is repeated: time has passed, and its content may be outdated. */
  readonly still?: () => Promise<boolean>;
}

/** A request was not repeated, because `still` returned false. */
export class NoLongerRequested extends Error {
  override readonly name = 'NoLongerWanted';
}

interface Guards {
  readonly rateLimiter: RateLimiter;
  readonly outage: Outage;
  readonly now: Time['now'];
}

function guard(octokit: Octokit, apiUrl: string, { rateLimiter, outage, now }: Guards): Record<string, never> {
  const { origin } = new URL(apiUrl);
  const end = now() + LONGEST_RUN;
  const begun = new WeakSet<() => Promise<boolean>>();
  octokit.hook.wrap('request', async (request, options) => {
    const { baseUrl, url, method } = options;
    // This is no response of the server: nothing retries it.
    if (new URL(url, baseUrl).origin !== origin) throw new Error(`${url} is not on ${origin}: not asked for.`);
    if (now() > end) throw new Error('GitHub answers too slowly; nothing more is asked of it.');
    const { still } = options.request as Repeats;
    if (still !== undefined && begun.has(still) && !(await still())) throw new NoLongerRequested();
    if (still !== undefined) begun.add(still);
    if (method !== 'GET') await rateLimiter.turn();
    try {
      const answer = await request({ ...options, request: { ...options.request, signal: AbortSignal.timeout(LONGEST_ATTEMPT) } });
      outage.over();
      return answer;
    } catch (error) {
      throw asLimit(outage.seen(error));
    }
  });
  return {};
}

/** GitHub words secondary rate limits in several ways; the plugin that waits for them recognises only one. */
function asLimit(error: unknown): unknown {
  if (!(error instanceof Error) || !isLimit(error) || /\bsecondary rate\b/i.test(error.message)) return error;
  error.message = `${error.message} (a secondary rate limit)`;
  return error;
}

function isLimit(error: Error): boolean {
  const { status, response } = error as { readonly status?: unknown; readonly response?: { readonly headers?: object } };
  const known = response?.headers !== undefined && 'retry-after' in response.headers;
  return status === 429 || (status === 403 && known);
}

function silent(): void {}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/**
 * How long a server may respond with errors only before requests are no longer repeated, in seconds. The repeats of one request
 * take 14.
 */
const PATIENCE = 13;

/**
 * Recognises an outage: the server responds with errors only, or not at all. After the time that the repeats of one request take,
 * later requests are still sent, but not repeated: otherwise each publisher would wait that long again.
 */
class Outage {
  private since: number | undefined;

  constructor(
    /** The length of one second of waiting, in milliseconds. */
    private readonly second: number,
    private readonly now: () => number,
  ) {}

  /** The server has responded, even if with a refusal. */
  over(): void {
    this.since = undefined;
  }

  /** The error to throw instead: the same one, or one that is not repeated. */
  seen(error: unknown): unknown {
    if ((statusOf(error) ?? 0) < 500) {
      this.over();
      return error;
    }
    this.since ??= this.now();
    if (this.now() - this.since < PATIENCE * this.second) return error;
    const [status, why] = [statusOf(error), error instanceof Error ? error.message : String(error)];
    // 500 also stands for a broken connection.
    return new Error(`it answers nothing but errors, the last one ${status === 500 ? '' : `${status}: `}${why}`);
  }
}
