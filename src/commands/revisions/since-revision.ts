import type { Contract } from '../../contracts/contract.js';
import type { Answer } from '../../git/process.js';
import { commitOf, gitPlace, mergeBase } from '../../git/revisions.js';
import { UserError } from '../../model/user-error.js';
import type { Change } from '../../rules/change.js';
import type { Analysis } from '../../rules/judge.js';
import type { ScanRequest } from '../../scan.js';
import type { Causes } from '../causes.js';
import { changeSinceBase } from './base-analysis.js';

/** What was compared: the folder as it is, with what is not committed. */
interface Compared {
  readonly request: ScanRequest;
  readonly contracts: readonly Contract[];
  readonly analysis: Analysis;
}

/**
 * What was changed since a revision, or since the commit that HEAD and the revision have in common. The answer is the reason where
 * that commit cannot be scanned.
 *
 * @throws UserError when there is no such revision, or no git repository
 */
export async function changeSinceRevision(
  revision: string,
  { request, contracts, analysis }: Compared,
): Promise<Answer<{ readonly base: string; readonly change: Change; readonly causes: Causes }>> {
  const place = gitPlace(request.repository);
  const head = place && (await commitOf(place, 'HEAD'));
  if (place === undefined || head?.ok !== true)
    throw new UserError('The changes are unknown because there is no git repository with a commit.', {
      hint: 'Scan a clone of the repository.',
    });
  const named = await commitOf(place, revision);
  if (!named.ok)
    throw new UserError(`There is no revision ${revision}: ${named.why}.`, {
      hint: 'Name a branch, a tag or a commit, such as HEAD.',
    });
  const ancestor = await mergeBase(place, head.value.sha, named.value.sha);
  const baseSha = ancestor.ok ? ancestor.value : named.value.sha;
  const judged = { headSha: head.value.sha, baseSha, sha: head.value.sha, trusted: true, privileged: false };
  const checkout = { kind: 'head', commit: head.value, place } as const;
  const shallow = { ok: false, why: 'the clone does not hold it' } as const;
  return changeSinceBase({ checkout, judged, request, contracts }, analysis, () => Promise.resolve(shallow));
}
