import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { CONFIG_FILE } from '../../config/load.js';
import type { Contract } from '../../contracts/contract.js';
import { causeOf } from '../../diff/cause.js';
import { diffAll } from '../../diff/diff.js';
import { type Changed, changedSince } from '../../git/changed-places.js';
import type { Place } from '../../git/process.js';
import { gitPlace } from '../../git/revisions.js';
import { writeTree } from '../../git/tree.js';
import { append } from '../../model/multi-map.js';
import { fileOfContract } from '../../model/service.js';
import { ALL_TRACKED } from '../../model/tracked.js';
import { UserError } from '../../model/user-error.js';
import type { Analysis, MatrixRow } from '../../rules/judge.js';
import type { Violation } from '../../rules/rule.js';
import { codeOfOthers, isInScope, isWithoutCode } from '../../rules/scope.js';
import type { ChangeCover } from '../../rules/selection.js';
import { type AnalysisRequest, contractsOf } from '../../scan.js';
import { isDocument } from '../versions.js';

export interface ChangedScope {
  /** The commit to compare with. */
  readonly commit: string;
  readonly holds: (violation: Violation) => boolean;
  readonly covers: ChangeCover;
}

/**
 * Selects findings about changes since a revision.
 *
 * @throws UserError when git cannot compare
 */
export async function changedScope(analysis: Analysis, request: AnalysisRequest, revision: string): Promise<ChangedScope> {
  const place = gitPlace(request.repository);
  const hint = 'Without git, leave the revision out.';
  if (place === undefined) throw new UserError('The changes are unknown because there is no git repository.', { hint });
  const changed = await changedPlaces(analysis, place, revision);
  const source = await changedSources(analysis, changed);
  const places = { ...changed, source, expectation: () => false };
  const outside = analysis.violations.filter((violation) => !isInScope(violation, places));
  const expected = await newlyExpected(outside, changed, place, request);
  const rows = changedRows(analysis, changed);
  return {
    commit: changed.commit,
    holds: (violation) => isInScope(violation, places) || expected.has(violation),
    covers: { row: (row) => rows.has(row), file: changed.file },
  };
}

/** The lines of a subject go down to the next one of its file. */
function changedRows({ matrix }: Analysis, { file, line }: Changed): ReadonlySet<MatrixRow> {
  const starts = new Map<string, number[]>();
  for (const { promisedAt: at } of matrix) append(starts, at.file, at.line);
  const ends = new Map([...starts].map(([path, lines]) => [path, endsOf(lines)]));
  const isChanged = ({ file: path, line: start }: MatrixRow['promisedAt']): boolean => {
    const end = ends.get(path)?.get(start) ?? start + 1;
    return Array.from({ length: end - start }, (_, index) => start + index).some((each) => line(path, each));
  };
  return new Set(
    matrix.filter(
      ({ promisedAt, codeAt }) => (codeAt !== null && file(codeAt.file)) || (file(promisedAt.file) && isChanged(promisedAt)),
    ),
  );
}

/** By each line the next one, or the line below the last. */
function endsOf(lines: readonly number[]): ReadonlyMap<number, number> {
  const sorted = [...new Set(lines)].sort((one, other) => one - other);
  return new Map(sorted.map((line, index) => [line, sorted[index + 1] ?? line + 1]));
}

/** By contract id, whether sources that may serve it changed. Only computed for contracts with missing operations. */
async function changedSources({ violations, matrix }: Analysis, changed: Changed): Promise<(contract: string) => boolean> {
  const missing = new Set(violations.filter(isWithoutCode).map(({ contract }) => contract));
  const isSource = missing.size === 0 ? () => false : await sources();
  const isOthers = codeOfOthers(matrix);
  const serving = [...missing].filter((contract) => changed.anyOf((file) => isSource(file) && !isOthers(file, contract)));
  return (contract) => serving.includes(contract);
}

async function changedPlaces({ matrix, violations, gaps }: Analysis, place: Place, revision: string): Promise<Changed> {
  const files = [
    ...violations.flatMap(({ contract, file_path, promisedAt, related }) => [
      fileOfContract(contract),
      file_path,
      promisedAt.file,
      ...related.map(({ file }) => file),
    ]),
    ...matrix.flatMap(({ promisedAt, codeAt }) => [promisedAt.file, codeAt?.file ?? promisedAt.file]),
    ...gaps.map(({ at }) => at.file),
  ];
  const changed = await changedSince(place, revision, files);
  if (changed.ok) return changed.value;
  throw new UserError(`The changes since ${revision} are unknown: ${changed.why}.`, {
    hint: changed.why.endsWith('shallow')
      ? 'Fetch its history: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout.'
      : 'Name a commit, a branch or a tag of this repository.',
  });
}

/** Selects the inputs of a scan: sources, project files, and its own settings. */
async function sources(): Promise<(path: string) => boolean> {
  const { languages } = await import('../../extract/languages/index.js');
  const ends = languages.flatMap(({ extensions, configFiles }) => [
    ...extensions,
    ...configFiles.flatMap((name) => (name.startsWith('*') ? [name.slice(1)] : [])),
  ]);
  const names = new Set([CONFIG_FILE, '.gitignore', ...languages.flatMap(({ configFiles }) => configFiles)]);
  return (path) => ends.some((end) => path.endsWith(end)) || names.has(path.slice(path.lastIndexOf('/') + 1));
}

/**
 * Findings whose contract expects something else than before. A removed field, a changed reference or a longer `required` list
 * changes expectations far from its own line. If the older contract cannot be read, all findings of changed contract files
 * count.
 */
async function newlyExpected(
  violations: readonly Violation[],
  changed: Changed,
  place: Place,
  request: AnalysisRequest,
): Promise<ReadonlySet<Violation>> {
  // A reference may lead through any document to the one with the expectation.
  const isMeant = (path: string): boolean => isDocument(path) && !path.endsWith('.md');
  const ofParts = changed.anyOf(isMeant);
  const isRewritten = ({ contract, promisedAt }: Violation): boolean =>
    changed.file(fileOfContract(contract)) || changed.file(promisedAt.file);
  const open = violations.filter((violation) => ofParts || isRewritten(violation));
  if (open.length === 0) return new Set();
  const before = await contractsBefore(changed.commit, place, request);
  if (before === undefined) return new Set(open);
  const diffs = diffAll(before, (await contractsOf(request)).contracts);
  const isChanged = (violation: Violation): boolean => {
    const diff = diffs.find(({ contract }) => contract === violation.contract);
    const isSame = diff !== undefined && diff.changes.length === 0 && !isRewritten(violation);
    return !isSame && causeOf(violation, diffs) !== 'code-changed';
  };
  return new Set(open.filter(isChanged));
}

/** `undefined`: not readable. */
async function contractsBefore(commit: string, place: Place, request: AnalysisRequest): Promise<readonly Contract[] | undefined> {
  const folder = realpathSync(mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'tallystick-since-')));
  try {
    const written = await writeTree(place, commit, folder, isDocument);
    if (!written.ok) return undefined;
    const ways = [request.dir, ...(request.contracts ?? [])].map((path) => relative(request.repository, path));
    if (ways.some((way) => isAbsolute(way) || way.startsWith('..'))) return undefined;
    const [dir = folder, ...contracts] = ways.map((way) => join(folder, way));
    return (await contractsOf({ ...request, repository: folder, dir, contracts, tracked: ALL_TRACKED })).contracts;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
