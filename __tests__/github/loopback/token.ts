import type { Account, World } from './world.js';

/** What a workflow's `permissions:` can grant. */
export type Permission =
  | 'actions'
  | 'checks'
  | 'contents'
  | 'issues'
  | 'metadata'
  | 'pull_requests'
  | 'security_events'
  | 'statuses';

/** A token that the loopback knows. */
export interface Token {
  readonly secret: string;
  readonly actor: Account;
  /** Slug of the GitHub App behind it; undefined for a person's token. */
  readonly app: string | undefined;
  readonly permissions: Readonly<Partial<Record<Permission, 'read' | 'write'>>>;
}

export const ACTIONS: Account = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' };

const ALL: readonly Permission[] = [
  'actions',
  'checks',
  'contents',
  'issues',
  'metadata',
  'pull_requests',
  'security_events',
  'statuses',
];

const granting = (level: 'read' | 'write') => Object.fromEntries(ALL.map((permission) => [permission, level]));

/** The token of a workflow with `permissions: write-all`. */
export function fullToken(): Token {
  return { secret: 'ghs_full0123456789', actor: ACTIONS, app: 'github-actions', permissions: granting('write') };
}

/** The token of a workflow that a fork's pull request started: everything may be read, nothing written. */
export function readOnlyToken(): Token {
  return { secret: 'ghs_read0123456789', actor: ACTIONS, app: 'github-actions', permissions: granting('read') };
}

/** The token of a workflow whose `permissions:` are these. */
export function tokenWith(permissions: Token['permissions']): Token {
  return {
    secret: `ghs_${Buffer.from(JSON.stringify(permissions)).toString('hex')}`,
    actor: ACTIONS,
    app: 'github-actions',
    permissions: { metadata: 'read', ...permissions },
  };
}

/** A person's token: it may write what the person may, but makes no check runs. */
export function personalToken(actor: Account): Token {
  return { secret: `ghp_${actor.login}`, actor, app: undefined, permissions: granting('write') };
}

interface Need {
  /** Any of these is enough. */
  readonly permissions: readonly Permission[];
  readonly level: 'read' | 'write';
}

const read = (...permissions: Permission[]): Need => ({ permissions, level: 'read' });
const write = (...permissions: Permission[]): Need => ({ permissions, level: 'write' });

/**
 * What an operation needs: https://docs.github.com/rest/authentication/permissions-required-for-github-apps. Comments of pull
 * requests are written with either permission.
 */
const NEEDS: Readonly<Record<string, Need>> = {
  'actions/download-artifact': read('actions'),
  'actions/get-artifact': read('actions'),
  'actions/get-workflow-run': read('actions'),
  'actions/list-artifacts-for-repo': read('actions'),
  'actions/list-workflow-run-artifacts': read('actions'),
  'checks/create': write('checks'),
  'checks/get': read('checks'),
  'checks/list-annotations': read('checks'),
  'checks/list-for-ref': read('checks'),
  'checks/update': write('checks'),
  'code-scanning/get-sarif': read('security_events'),
  'code-scanning/upload-sarif': write('security_events'),
  'git/create-commit': write('contents'),
  'git/create-ref': write('contents'),
  'git/create-blob': write('contents'),
  'git/create-tree': write('contents'),
  'pulls/create': write('pull_requests'),
  'git/get-commit': read('contents'),
  'git/get-ref': read('contents'),
  'git/update-ref': write('contents'),
  'issues/add-labels': write('issues', 'pull_requests'),
  'issues/create': write('issues'),
  'issues/create-comment': write('issues', 'pull_requests'),
  'issues/delete-comment': write('issues', 'pull_requests'),
  'issues/get': read('issues', 'pull_requests'),
  'issues/get-comment': read('issues', 'pull_requests'),
  'issues/list-comments': read('issues', 'pull_requests'),
  'issues/list-for-repo': read('issues'),
  'issues/list-labels-on-issue': read('issues', 'pull_requests'),
  'issues/update': write('issues', 'pull_requests'),
  'issues/update-comment': write('issues', 'pull_requests'),
  'pulls/create-review': write('pull_requests'),
  'pulls/create-review-comment': write('pull_requests'),
  'pulls/delete-review-comment': write('pull_requests'),
  'pulls/get': read('pull_requests', 'contents'),
  'pulls/list': read('pull_requests'),
  'pulls/list-files': read('pull_requests'),
  'pulls/list-review-comments': read('pull_requests'),
  'pulls/list-reviews': read('pull_requests'),
  'pulls/update-review-comment': write('pull_requests'),
  'repos/compare-commits-with-basehead': read('contents'),
  'repos/create-or-update-file-contents': write('contents'),
  'repos/get': read('metadata'),
  'repos/get-collaborator-permission-level': read('metadata'),
  'repos/get-commit': read('contents'),
  'repos/get-content': read('contents'),
  'repos/list-pull-requests-associated-with-commit': read('pull_requests', 'contents'),
};

/** Operations that change a check or read code scanning are closed to strangers even in a public repository. */
const NEVER_PUBLIC = new Set(['code-scanning/get-sarif', 'actions/download-artifact', 'repos/get-collaborator-permission-level']);

/** Why a request may not be made: the status and the words that GitHub answers with, and the permissions that would do. */
export interface Refusal {
  readonly status: 401 | 403 | 404;
  readonly message: string;
  readonly accepted?: string;
}

export function refusal(operation: string, token: Token | undefined, world: World): Refusal | undefined {
  const need = NEEDS[operation];
  if (operation === 'users/get-authenticated') {
    if (token === undefined) return { status: 401, message: 'Requires authentication' };
    return token.app === undefined ? undefined : { status: 403, message: 'Resource not accessible by integration' };
  }
  if (need === undefined) return undefined;
  const open = need.level === 'read' && !world.private && !NEVER_PUBLIC.has(operation);
  if (open) return undefined;
  if (token === undefined) {
    return world.private ? { status: 404, message: 'Not Found' } : { status: 401, message: 'Requires authentication' };
  }
  if (operation.startsWith('checks/') && need.level === 'write' && token.app === undefined)
    return { status: 403, message: 'You must authenticate via a GitHub App.' };
  const enough = need.permissions.some((permission) => {
    const level = token.permissions[permission];
    return level === 'write' || level === need.level;
  });
  if (enough) return undefined;
  const accepted = need.permissions.map((permission) => `${permission}=${need.level}`).join('; ');
  return { status: 403, message: 'Resource not accessible by integration', accepted };
}
