import { showComment, showIssue } from '../answers.js';
import { type Answer, type Call, type Handler, invalid, notFound } from '../call.js';
import { ACTIONS } from '../token.js';
import { type Comment, type Issue, timestamp } from '../world.js';

/** Issues and the comments of issues and pull requests. https://docs.github.com/rest/issues */

function bodyMistake(text: string, resource: string, { limits }: Call): Answer | undefined {
  if (text.trim() === '') return invalid(resource, 'body', "can't be blank");
  if ([...text].length > limits.commentCharacters)
    return invalid(resource, 'data', `Body is too long (maximum is ${limits.commentCharacters} characters)`);
  return undefined;
}

const issueOf = ({ world, path }: Call): Issue | undefined =>
  [...world.issues, ...world.pulls].find(({ number }) => number === path.issue_number);

const commentOf = ({ world, path }: Call): Comment | undefined => world.comments.find(({ id }) => id === path.comment_id);

/** Oldest first. */
const listComments: Handler = (call) => {
  const issue = issueOf(call);
  if (issue === undefined) return notFound;
  const comments = call.world.comments.filter((comment) => comment.issue === issue.number);
  return { list: comments.map((comment) => showComment(comment, call)) };
};

const createComment: Handler = (call) => {
  const { world, token } = call;
  const issue = issueOf(call);
  const { body } = call.body as { body: string };
  if (issue === undefined) return notFound;
  const mistake = bodyMistake(body, 'IssueComment', call);
  if (mistake !== undefined) return mistake;
  const now = timestamp();
  const author = token?.actor ?? ACTIONS;
  const comment: Comment = { id: world.nextId(), issue: issue.number, author, body, createdAt: now, updatedAt: now };
  world.comments.push(comment);
  return { status: 201, body: showComment(comment, call) };
};

const getComment: Handler = (call) => {
  const comment = commentOf(call);
  return comment === undefined ? notFound : { status: 200, body: showComment(comment, call) };
};

const updateComment: Handler = (call) => {
  const comment = commentOf(call);
  const { body } = call.body as { body: string };
  if (comment === undefined) return notFound;
  const mistake = bodyMistake(body, 'IssueComment', call);
  if (mistake !== undefined) return mistake;
  comment.body = body;
  comment.updatedAt = timestamp();
  return { status: 200, body: showComment(comment, call) };
};

const deleteComment: Handler = (call) => {
  const comment = commentOf(call);
  if (comment === undefined) return notFound;
  call.world.comments.splice(call.world.comments.indexOf(comment), 1);
  return { status: 204 };
};

const get: Handler = (call) => {
  const issue = issueOf(call);
  return issue === undefined ? notFound : { status: 200, body: showIssue(issue, call) };
};

interface Wish {
  readonly title?: string;
  readonly body?: string;
  readonly state?: 'open' | 'closed';
  readonly state_reason?: string | null;
  readonly labels?: readonly (string | { readonly name?: string })[];
}

const labelsOf = ({ labels }: Wish): readonly string[] | undefined =>
  labels?.map((label) => (typeof label === 'string' ? label : (label.name ?? '')));

const create: Handler = (call) => {
  const { world, token } = call;
  const wish = call.body as Wish & { readonly title: string };
  const mistake = bodyMistake(wish.body ?? ' none', 'Issue', call);
  if (mistake !== undefined && (wish.body ?? '') !== '') return mistake;
  const last = Math.max(0, ...world.issues.map(({ number }) => number), ...world.pulls.map(({ number }) => number));
  const issue: Issue = {
    number: last + 1,
    author: token?.actor ?? ACTIONS,
    createdAt: timestamp(),
    title: wish.title,
    body: wish.body ?? '',
    state: 'open',
    stateReason: null,
    labels: [...(labelsOf(wish) ?? [])],
  };
  world.issues.push(issue);
  return { status: 201, body: showIssue(issue, call) };
};

const update: Handler = (call) => {
  const issue = issueOf(call);
  const wish = call.body as Wish;
  if (issue === undefined) return notFound;
  const mistake = (wish.body ?? '') === '' ? undefined : bodyMistake(wish.body ?? '', 'Issue', call);
  if (mistake !== undefined) return mistake;
  issue.title = wish.title ?? issue.title;
  issue.body = wish.body ?? issue.body;
  issue.labels = [...(labelsOf(wish) ?? issue.labels)];
  if (wish.state !== undefined && wish.state !== issue.state) {
    issue.state = wish.state;
    issue.stateReason = wish.state === 'closed' ? (wish.state_reason ?? 'completed') : 'reopened';
    if (wish.state === 'closed') issue.closedBy = call.token?.actor ?? ACTIONS;
    else delete issue.closedBy;
  }
  return { status: 200, body: showIssue(issue, call) };
};

/** Newest first; pull requests are issues too, and stand among them. */
const list: Handler = (call) => {
  const { query, world } = call;
  const state = query.state ?? 'open';
  const requested = String(query.labels ?? '')
    .split(',')
    .filter((label) => label !== '');
  const issues = [...world.issues, ...world.pulls]
    .filter((issue) => state === 'all' || issue.state === state)
    .filter((issue) => requested.every((label) => issue.labels.includes(label)))
    .filter((issue) => query.creator === undefined || issue.author.login === query.creator)
    .sort((a, b) => (query.direction === 'asc' ? a.number - b.number : b.number - a.number));
  return { list: issues.map((issue) => showIssue(issue, call)) };
};

const shown = (issue: Issue) => issue.labels.map((name) => ({ name }));

const listLabels: Handler = (call) => {
  const issue = issueOf(call);
  return issue === undefined ? notFound : { list: shown(issue) };
};

const addLabels: Handler = (call) => {
  const issue = issueOf(call);
  if (issue === undefined) return notFound;
  const given = Array.isArray(call.body) ? { labels: call.body } : (call.body as Wish);
  issue.labels = [...new Set([...issue.labels, ...(labelsOf(given) ?? [])])];
  return { list: shown(issue) };
};

export const issues: Readonly<Record<string, Handler>> = {
  'issues/add-labels': addLabels,
  'issues/create': create,
  'issues/create-comment': createComment,
  'issues/delete-comment': deleteComment,
  'issues/get': get,
  'issues/get-comment': getComment,
  'issues/list-comments': listComments,
  'issues/list-for-repo': list,
  'issues/list-labels-on-issue': listLabels,
  'issues/update': update,
  'issues/update-comment': updateComment,
};
