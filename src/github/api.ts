import { randomUUID } from 'node:crypto';
import type { getOctokit } from '@actions/github';
import { Outage } from './outage.js';
import { RateLimiter } from './rate-limiter.js';

type Octokit = ReturnType<typeof getOctokit>;

/** GitHub's API for one repository. What it answers with 4xx and 5xx is thrown, after all retries. */
export interface Api {
  readonly rest: Octokit['rest'];
  readonly paginate: Octokit['paginate'];
  readonly graphql: Octokit['graphql'];
  /** The repository, as every operation wants it named. */
  readonly at: { readonly owner: string; readonly repo: string };
  /** Waits so many seconds, or what stands for them in a test. */
  readonly wait: (seconds: number) => Promise<void>;
}

/** Where the API is and who asks. */
export interface ApiOptions {
  readonly token: string;
  /** `https://api.github.com`, or that of a server of one's own. */
  readonly apiUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** How time goes by; absent: as it does. */
  readonly time?: Partial<Time>;
}

/** Time as the API's client sees it. A test moves it by itself, so that no busy machine decides what happens. */
export interface Time {
  /** Milliseconds that a second of waiting lasts. */
  readonly second: number;
  /** Milliseconds since some moment; it never goes back. */
  readonly now: () => number;
}

/** No request waits longer than this for its answer. */
const LONGEST_ATTEMPT = 30_000;
/** No request is begun later than this after the first: a workflow must end. */
const LONGEST_RUN = 10 * 60_000;
/** After 5xx and broken connections, at 1, 4 and 9 seconds. */
const RETRIES = 3;
/** A limit that lasts longer, in seconds, is not waited for. */
const LONGEST_LIMIT = 120;

/**
 * Opens the API: octokit with its own plugins for retries and limits, loaded here and not before. Requests go to the host of
 * `apiUrl` and nowhere else, whatever a `Link` header says.
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
    // 429 is a limit: the other plugin waits as long as the server says.
    retry: { retries: RETRIES, retryAfterBaseValue: second, doNotRetry: [400, 401, 403, 404, 409, 410, 413, 422, 429, 451] },
    throttle: {
      // The plugin keeps one queue for all of a name; two of these have nothing to do with each other.
      id: randomUUID(),
      retryAfterBaseValue: second,
      fallbackSecondaryRateRetryAfter: 60,
      onRateLimit: patient,
      onSecondaryRateLimit: patient,
      // The plugin's types ask for all of a scheduler; it calls this much.
      write: unhurried as never,
      notifications: unhurried as never,
    },
  };
  const pace = RateLimiter.of(
    apiUrl,
    (seconds) => pause(seconds * second),
    () => now() / second,
  );
  // The first plugin is the innermost: it sees every attempt.
  const octokit = getOctokit(
    token,
    options,
    (inner) => guard(inner as Octokit, apiUrl, { pace, outage: new Outage(second, now), now }),
    retry,
    throttling,
  );
  const { rest, paginate, graphql } = octokit;
  return { rest, paginate, graphql, at: { owner, repo }, wait: (seconds) => pause(seconds * second) };
}

/** In place of the plugin's pace of one write a second, which makes a hundred batches of annotations wait for nothing. */
const unhurried = {
  key: () => ({ schedule: (_options: unknown, task: (...given: unknown[]) => unknown, ...given: unknown[]) => task(...given) }),
};

/** Among the `request` options of a call; a function of its own for each. */
export interface Repeats {
  /** Asked before a request is repeated: time has gone by, and what it says may be out of date. */
  readonly still?: () => Promise<boolean>;
}

/** A request was not repeated, as `still` said no. */
export class NoLongerWanted extends Error {
  override readonly name = 'NoLongerWanted';
}

interface Guards {
  readonly pace: RateLimiter;
  readonly outage: Outage;
  readonly now: Time['now'];
}

function guard(octokit: Octokit, apiUrl: string, { pace, outage, now }: Guards): Record<string, never> {
  const { origin } = new URL(apiUrl);
  const end = now() + LONGEST_RUN;
  const begun = new WeakSet<() => Promise<boolean>>();
  octokit.hook.wrap('request', async (request, options) => {
    const { baseUrl, url, method } = options;
    // Not an answer of the server's: nothing retries it.
    if (new URL(url, baseUrl).origin !== origin) throw new Error(`${url} is not on ${origin}: not asked for.`);
    if (now() > end) throw new Error('GitHub answers too slowly; nothing more is asked of it.');
    const { still } = options.request as Repeats;
    if (still !== undefined && begun.has(still) && !(await still())) throw new NoLongerWanted();
    if (still !== undefined) begun.add(still);
    if (method !== 'GET') await pace.turn();
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

/** GitHub words secondary limits in several ways; the plugin that waits for them knows one of them. */
function asLimit(error: unknown): unknown {
  if (!(error instanceof Error) || !isLimit(error) || /\bsecondary rate\b/i.test(error.message)) return error;
  error.message = `${error.message} (a secondary rate limit)`;
  return error;
}

function isLimit(error: Error): boolean {
  const { status, response } = error as { readonly status?: unknown; readonly response?: { readonly headers?: object } };
  const told = response?.headers !== undefined && 'retry-after' in response.headers;
  return status === 429 || (status === 403 && told);
}

function silent(): void {}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
