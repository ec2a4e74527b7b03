import { createHash } from 'node:crypto';
import { groupBy } from '../model/multi-map.js';
import { isAnnotation, type Rename, renamed, renameOf, suggestionBody } from '../reports/suggestion.js';
import { counted } from '../reports/verdict.js';
import type { Analysis } from '../rules/judge.js';
import type { Api } from './api.js';
import { isAccount, viewer } from './identity.js';
import type { Outcome, Publication, Publisher } from './publisher.js';

type Violation = Analysis['violations'][number];

/** More suggestions are noise; the comment and the check have all findings. */
const MOST = 10;
/** GitHub lists at most 3,000 files of a pull request. */
const FILES_A_PAGE = 100;

/** One line, and its replacement. */
interface Suggestion {
  readonly path: string;
  readonly line: number;
  readonly body: string;
  /** Identifies it in all runs: one suggestion per finding. */
  readonly mark: string;
}

/**
 * Review comments with the fixed line, if the fix is certain: a renamed field on a line that the pull request adds or changes.
 * All in one review, and each finding once per pull request.
 */
export function suggestions(api: Api): Publisher {
  return {
    name: 'Suggestions',
    needs: 'pull-requests: write',
    publish: (publication) => publish(api, publication),
  };
}

async function publish(api: Api, { result, context }: Publication): Promise<Outcome> {
  if (!('analysis' in result)) return { status: 'skipped', why: 'Only a comparison suggests lines.' };
  if (context.pullRequest === undefined) return { status: 'skipped', why: 'There is no pull request.' };
  const { number } = context.pullRequest;
  const renames = result.analysis.violations.flatMap((violation) => {
    const rename = renameOf(violation);
    return rename === undefined ? [] : [{ violation, rename }];
  });
  if (renames.length === 0) return { status: 'skipped', why: 'No finding has a certain fix.' };
  const added = await addedLines(api, number, new Set(renames.map(({ violation }) => violation.file_path)));
  const made = await alreadyMade(api, number);
  const found = suggestionsOf(renames, added).filter(({ mark }) => !made.some((other) => other.mark === mark));
  if (found.length === 0) return { status: 'skipped', why: 'No finding on a changed line has a certain fix.' };
  const head = (await api.rest.pulls.get({ ...api.at, pull_number: number })).data.head.sha;
  if (head !== context.headSha) return { status: 'skipped', why: `The pull request has moved on to ${head.slice(0, 7)}.` };
  const shown = found.slice(0, MOST);
  const { data } = await api.rest.pulls.createReview({
    ...api.at,
    pull_number: number,
    commit_id: head,
    event: 'COMMENT',
    body: `${counted(shown.length, 'field')} can be renamed to match the contract.`,
    comments: shown.map(({ path, line, body, mark }) => ({ path, line, side: 'RIGHT', body: `${mark}\n${body}` })),
  });
  await removeRepeated(api, number, data.id);
  return { status: 'published', url: data.html_url, detail: counted(shown.length, 'suggestion') };
}

/** Of suggestions that concurrent runs made, the oldest stays; each run removes its own. */
async function removeRepeated(api: Api, number: number, review: number): Promise<void> {
  const made = await alreadyMade(api, number);
  const repeated = made.filter(
    (own) => own.review === review && made.some((other) => other.mark === own.mark && other.id < own.id),
  );
  for (const { id } of repeated) await api.rest.pulls.deleteReviewComment({ ...api.at, comment_id: id });
}

interface Fixable {
  readonly violation: Violation;
  readonly rename: Rename;
}

/** One suggestion for each line, with all of its renames. */
function suggestionsOf(all: readonly Fixable[], added: AddedLines): readonly Suggestion[] {
  const places = groupBy(all, (one) => JSON.stringify([one.violation.file_path, one.violation.line]));
  return [...places.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { file_path: path } = first.violation;
    // Several contract operations may need the same rename.
    const renames = [...new Map(group.map(({ rename }) => [JSON.stringify(rename), rename])).values()];
    const violations = group.map(({ violation }) => violation);
    return changedLines(added.get(path), first.violation.line)
      .flatMap(([line, text]) => {
        const corrected = renamed(text, renames);
        const body = corrected === undefined ? undefined : suggestionBody(violations, corrected);
        return body === undefined ? [] : [{ path, line, body, mark: markOf(violations) }];
      })
      .slice(0, 1);
  });
}

/** The line of a member if it was changed, and the changed annotation lines right above it. */
function changedLines(added: ReadonlyMap<number, string> | undefined, line: number): readonly (readonly [number, string])[] {
  const lines: (readonly [number, string])[] = [];
  const own = added?.get(line);
  if (own !== undefined) lines.push([line, own]);
  for (let at = line - 1; isAnnotation(added?.get(at) ?? ''); at--) lines.push([at, added?.get(at) ?? '']);
  return lines;
}

function markOf(violations: readonly Violation[]): string {
  const prints = violations.map(({ fingerprint }) => fingerprint).sort();
  const hash = createHash('sha256').update(prints.join()).digest('hex').slice(0, 16);
  return `<!-- tallystick suggestion=${hash} -->`;
}

/** A suggestion that this token has made on the pull request. */
interface Made {
  readonly id: number;
  readonly review: number | null;
  readonly mark: string;
}

async function alreadyMade(api: Api, number: number): Promise<readonly Made[]> {
  const login = await viewer(api);
  const comments = await api.paginate(api.rest.pulls.listReviewComments, { ...api.at, pull_number: number, per_page: 100 });
  return comments
    .filter(({ user }) => isAccount(user, login))
    .map(({ id, body, pull_request_review_id }) => ({
      id,
      review: pull_request_review_id,
      mark: body.split(/\r?\n/, 1)[0] ?? '',
    }));
}

/** File -> line at the head -> its text. */
type AddedLines = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** The lines that the pull request adds or changes in some files. */
async function addedLines(api: Api, number: number, requested: ReadonlySet<string>): Promise<AddedLines> {
  const files = await api.paginate(api.rest.pulls.listFiles, { ...api.at, pull_number: number, per_page: FILES_A_PAGE });
  const changed = files.filter(({ filename }) => requested.has(filename));
  return new Map(changed.map(({ filename, patch = '' }) => [filename, addedIn(patch)]));
}

/** The lines that a unified diff adds, by their number in the new file. */
function addedIn(patch: string): ReadonlyMap<number, string> {
  const added = new Map<number, string>();
  let at = 0;
  for (const line of patch.split('\n')) {
    const [, start] = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? [];
    if (start !== undefined) at = Number(start);
    else if (line.startsWith('+')) added.set(at++, line.slice(1).replace(/\r$/, ''));
    else if (line.startsWith(' ')) at++;
  }
  return added;
}
