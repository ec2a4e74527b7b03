import type { PullRequest } from './world.js';

/** Pull request 7 of a branch in the repository itself, open, by octocat. Its commits are given. */
export function samplePull(over: Partial<PullRequest> & Pick<PullRequest, 'headSha' | 'baseSha'>): PullRequest {
  return {
    number: 7,
    author: { login: 'octocat', id: 1, type: 'User' },
    createdAt: '2026-01-01T00:00:00Z',
    title: 'A change',
    body: '',
    state: 'open',
    stateReason: null,
    labels: [],
    headRepository: 'octo-org/service',
    headRef: 'change',
    baseRef: 'main',
    mergeSha: null,
    ...over,
  };
}
