import type { AgentId } from '../agent-names.js';
import { claimedPath } from './claimed-path.js';
import type { RouterContract } from './contract.js';
import { narratedFiles } from './narrative.js';
import { outputsOf } from './outputs.js';
import { reporterRules } from './rules.js';
import { type Changes, compare, type Snapshot } from './snapshot.js';

/** A wrong claim about files, or a forbidden change of them. */
export interface ArtifactProblem {
  /**
   * - `missing`: a claimed file does not exist
   * - `unauthorised`: the agent may not write the file
   * - `unchanged`: the claimed file did not change
   * - `unnamed`: a changed file is not claimed
   * - `read-only`: the agent only reads, but the file changed
   * - `narrative`: the text names a file that the report does not
   */
  readonly kind: 'missing' | 'unauthorised' | 'unchanged' | 'unnamed' | 'read-only' | 'narrative';
  readonly path: string;
  /** False: only a warning. */
  readonly blocks: boolean;
  /** A sentence without a full stop. */
  readonly message: string;
}

export interface ArtifactClaims {
  readonly reporter: AgentId;
  readonly contract: RouterContract;
  /** The agent's text besides its report. */
  readonly narrative: string;
  /** Before its work, and now. */
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Absolute; agents often write whole paths. */
  readonly workspace: string;
  /** The request asks for written reviews too. */
  readonly reviewsRequested?: boolean | undefined;
  /** Files of others that measure this agent's work, such as tests: it must not delete them, and changes are reported. */
  readonly protectedFiles?: readonly string[] | undefined;
}

/** Folders of lasting files (CLAIMED_ARTIFACTS). */
const LASTING = ['docs/plans/', 'docs/research/'];
const REVIEWS = 'docs/reviews/';
const MOST_UNNAMED = 20;

/** Checks an agent's claims about files. */
export function checkArtifacts(claims: ArtifactClaims): readonly ArtifactProblem[] {
  const changes = compare(claims.before, claims.after);
  return [
    ...(claims.contract.CLAIMED_ARTIFACTS ?? []).flatMap((path) => artifactProblems(path, claims)),
    ...claims.contract.FILES_MODIFIED.flatMap((path) => changeProblems(path, claims, changes)),
    ...unclaimed(claims, changes),
    ...protectedProblems(claims, changes),
    ...narrated(claims),
  ];
}

/** Changes during the work of an agent that only reads, without the output of builds and tests. */
export function changesOfReadOnly(before: Snapshot, after: Snapshot): readonly string[] {
  const { created, modified, deleted } = compare(before, after);
  const isOutput = outputsOf(before);
  return [...created, ...modified, ...deleted].filter((path) => !isOutput(path)).sort();
}

/** Commands that only look change nothing: what they write nobody has looked at. */
export function changesOfEvidence(before: Snapshot, after: Snapshot): readonly ArtifactProblem[] {
  const changed = changesOfReadOnly(before, after).slice(0, MOST_UNNAMED);
  return changed.map((path) => problem('read-only', path, `EVIDENCE_COMMANDS changed ${path}: evidence only looks`));
}

function artifactProblems(claim: string, claims: ArtifactClaims): readonly ArtifactProblem[] {
  const { reporter, contract, before, after, workspace, reviewsRequested = false } = claims;
  const path = claimedPath(claim, workspace);
  const folders = reviewsRequested ? [...LASTING, REVIEWS] : LASTING;
  if (reporterRules[reporter].readsOnly)
    return [problem('unauthorised', claim, `${reporter} only reads, but claims to have made ${claim}`)];
  if (path === undefined || !folders.some((folder) => path.startsWith(folder)))
    return [problem('unauthorised', claim, `CLAIMED_ARTIFACTS names ${claim}: what lasts stands below ${folders.join(', ')}`)];
  if (after.files.get(path)?.kind !== 'file')
    return [problem('missing', path, `CLAIMED_ARTIFACTS names ${path}, which is no file`)];
  // The build itself writes the plan, which may be an earlier build's.
  if (path !== contract.PLAN_FILE && isSame(path, before, after))
    return [problem('unchanged', path, `CLAIMED_ARTIFACTS names ${path}, which is as it was before`)];
  return [];
}

function changeProblems(claim: string, claims: ArtifactClaims, changes: Changes): readonly ArtifactProblem[] {
  const { reporter, before, after, workspace } = claims;
  const path = claimedPath(claim, workspace);
  if (reporterRules[reporter].readsOnly)
    return [problem('read-only', claim, `${reporter} only reads, but says that it changed ${claim}`)];
  if (path === undefined)
    return [problem('unauthorised', claim, `FILES_MODIFIED names ${claim}, which is no path inside the workspace`)];
  if (isChanged(path, changes) || after.skipped.has(path)) return [];
  if (!after.files.has(path) && !after.folders.has(path) && !before.files.has(path))
    return [problem('missing', path, `FILES_MODIFIED names ${path}, which is not there`)];
  return [problem('unchanged', path, `FILES_MODIFIED names ${path}, which is as it was before`)];
}

/** Unclaimed changes: a warning for agents that write, an error for agents that only read. */
function unclaimed(claims: ArtifactClaims, changes: Changes): readonly ArtifactProblem[] {
  const { reporter, contract, before, after, workspace } = claims;
  const isOutput = outputsOf(before);
  if (reporterRules[reporter].readsOnly)
    return changesOfReadOnly(before, after).map((path) =>
      problem('read-only', path, `${reporter} only reads, but ${path} changed: it has to be as it was`),
    );
  const named = [...contract.FILES_MODIFIED, ...(contract.CLAIMED_ARTIFACTS ?? [])].map((each) => claimedPath(each, workspace));
  const all = [...changes.created, ...changes.modified, ...changes.deleted].filter((path) => !isOutput(path));
  const unnamed = all.filter((path) => !named.some((name) => name === path || path.startsWith(`${name}/`))).sort();
  const shown = unnamed.slice(0, MOST_UNNAMED).join(', ');
  const more = unnamed.length > MOST_UNNAMED ? ` and ${unnamed.length - MOST_UNNAMED} more` : '';
  return unnamed.slice(0, 1).map((path) => ({
    ...problem('unnamed', path, `FILES_MODIFIED leaves out ${shown}${more}`),
    blocks: false,
  }));
}

function protectedProblems({ reporter, protectedFiles = [] }: ArtifactClaims, changes: Changes): readonly ArtifactProblem[] {
  return [
    ...changes.deleted
      .filter((path) => protectedFiles.includes(path))
      .map((path) => problem('read-only', path, `${reporter} took away ${path}, by which its work is measured`)),
    ...changes.modified
      .filter((path) => protectedFiles.includes(path))
      .map((path) => ({
        ...problem('read-only', path, `${reporter} changed ${path}, by which its work is measured`),
        blocks: false,
      })),
  ];
}

function narrated({ contract, narrative, workspace, before }: ArtifactClaims): readonly ArtifactProblem[] {
  const named = [...contract.FILES_MODIFIED, ...(contract.CLAIMED_ARTIFACTS ?? [])].map((each) => claimedPath(each, workspace));
  const isOutput = outputsOf(before);
  const paths = narratedFiles(narrative.replaceAll(`${workspace}/`, '')).flatMap((path) => claimedPath(path, workspace) ?? []);
  // The text may leave out the folder of a file.
  const unreported = paths.filter(
    (path) => !isOutput(path) && !named.some((name) => name === path || name?.endsWith(`/${path}`)),
  );
  return unreported.map((path) => problem('narrative', path, `its words tell of ${path} as written, its contract does not`));
}

function isChanged(path: string, { created, modified, deleted }: Changes): boolean {
  return [created, modified, deleted].some((paths) => paths.some((each) => each === path || each.startsWith(`${path}/`)));
}

function isSame(path: string, before: Snapshot, after: Snapshot): boolean {
  const was = before.files.get(path);
  return was !== undefined && was.kind === 'file' && was.hash === after.files.get(path)?.hash;
}

function problem(kind: ArtifactProblem['kind'], path: string, message: string): ArtifactProblem {
  return { kind, path, blocks: true, message };
}
