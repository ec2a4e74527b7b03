import { type Api, openApi, type Time } from '../../src/github/api.js';
import { contextOf } from '../../src/github/context.js';
import { readEvent } from '../../src/github/event.js';
import type { Publication } from '../../src/github/publisher.js';
import type { Result } from '../../src/reports/github/result.js';
import { resultOf } from '../reports/result-sample.js';
import { samplePull } from './loopback/sample-pull.js';
import type { GitHub } from './loopback/server.js';
import type { Token } from './loopback/token.js';
import type { PullRequest } from './loopback/world.js';

export const HEAD = 'a'.repeat(40);
export const BASE = 'b'.repeat(40);
export const NEXT = 'd'.repeat(40);

/** Adds pull request 7, whose head is `HEAD`. */
export function openPull(github: GitHub, over: Partial<PullRequest> = {}): PullRequest {
  for (const sha of [HEAD, BASE, NEXT]) github.world.commits.add(sha);
  const pull = samplePull({ headSha: HEAD, baseSha: BASE, ...over });
  github.world.pulls.push(pull);
  return pull;
}

/** Time in which every request takes five seconds and waiting is short, however busy the machine is. */
export function timeOf(github: Pick<GitHub, 'requests'>, second = 1): Time {
  let [forgotten, seen] = [0, 0];
  const now = () => {
    // the list of requests may have been emptied
    if (github.requests.length < seen) forgotten += seen;
    seen = github.requests.length;
    return (forgotten + seen) * 5 * second;
  };
  return { second, now };
}

/** The API as a token sees it. @param second milliseconds that a second of waiting lasts */
export function apiOf(github: GitHub, token: Pick<Token, 'secret'>, second = 1): Promise<Api> {
  return openApi({ token: token.secret, apiUrl: github.api, owner: 'octo-org', repo: 'service', time: timeOf(github, second) });
}

/** What a publication differs in from the first run on pull request 7. */
export interface Difference {
  readonly run?: number;
  readonly head?: string;
  readonly subject?: string;
  readonly checkName?: string;
  /** No pull request, but a push: to `main`, the default branch, or to another one. */
  readonly push?: boolean | string;
  readonly result?: Partial<Result>;
}

export function publicationOf(github: GitHub, difference: Difference = {}): Publication {
  const { run = 1, head = HEAD, subject = 'c0ffee', checkName = 'Tallystick', push = false } = difference;
  const pull = {
    number: 7,
    state: 'open',
    head: { sha: head, ref: 'change', repo: { id: 1 } },
    base: { sha: BASE, ref: 'main', repo: { id: 1 } },
    user: { login: 'octocat' },
    labels: [],
  };
  const ref = `refs/heads/${push === true ? 'main' : push}`;
  const event = push
    ? readEvent('push', { ref, before: BASE, after: head })
    : readEvent('pull_request', {
        action: 'opened',
        number: 7,
        pull_request: pull,
        sender: { login: 'octocat' },
        repository: { id: 1 },
      });
  const environment = {
    GITHUB_REPOSITORY: 'octo-org/service',
    GITHUB_SHA: head,
    GITHUB_REF: push ? ref : 'refs/pull/7/merge',
    GITHUB_RUN_ID: String(run),
    GITHUB_SERVER_URL: github.server,
    GITHUB_API_URL: github.api,
  };
  return {
    result: resultOf({ sha: head, ...difference.result }),
    context: contextOf(event, environment, 'main'),
    checkName,
    subject,
    turn: { run, attempt: 1 },
  };
}
