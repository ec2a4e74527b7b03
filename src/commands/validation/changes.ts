import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../contracts/contract.js';
import type { ContractDiff } from '../../diff/change.js';
import { diffAll } from '../../diff/diff.js';
import { commitOf, fileAt, gitPlace } from '../../git/revisions.js';
import type { RepositoryContract } from '../../mcp/engines/contract-engine/repository-contracts.js';
import { fileOfContract } from '../../model/service.js';
import { UserError } from '../../model/user-error.js';
import type { Violation } from '../../rules/rule.js';
import type { ScanRequest } from '../../scan.js';
import { contractsOf, type Version } from '../versions.js';
import type { ContractClient } from './contract-client.js';
import { findingOf } from './finding.js';
import { plainSpec } from './plain-spec.js';

/** The result of comparing contracts with a base. */
export interface Changes {
  readonly violations: readonly Violation[];
  /** What could not be compared, as untrusted sentences. */
  readonly notices: readonly string[];
}

/** Limit of named places; others are counted. */
const MOST_UNDECIDED = 5;

/**
 * Checks that the revision exists.
 *
 * @throws UserError when it does not
 */
export async function checkBase(revision: string, repository: string): Promise<void> {
  const place = gitPlace(repository);
  if (place === undefined)
    throw new UserError(`--base ${revision} is a revision, and there is no git repository here.`, {
      hint: '`tallystick diff` compares files too.',
    });
  const commit = await commitOf(place, revision);
  if (!commit.ok)
    throw new UserError(`--base ${revision} is no revision of this repository.`, {
      hint: 'A shallow clone lacks older revisions: `git fetch --unshallow` brings them (`fetch-depth: 0` in a workflow).',
    });
}

/**
 * Changes of contracts since a revision that break their users. A new contract breaks nothing, a deleted one everything.
 *
 * @throws UserError when there is no such revision
 */
export async function changesSince(
  revision: string,
  contracts: readonly Contract[],
  { repository, dir, contracts: named = [], contractLists = [] }: ScanRequest,
): Promise<Changes> {
  const base: Version = { kind: 'revision', name: revision, revision };
  const head: Version = { kind: 'folder', name: dir, path: dir };
  const isFound = named.length === 0 && contractLists.length === 0;
  const files = isFound ? [] : await filesAt(revision, contracts, repository);
  if (!isFound && files.length === 0) return { violations: [], notices: [] };
  const before = await contractsOf(base, head, { cwd: repository, contracts: files }).catch((error: unknown) => {
    // The revision had no contract: new ones break nothing.
    if (error instanceof UserError && error.message.startsWith('No contract was found')) return [];
    throw error;
  });
  const own = contracts.filter(({ role }) => role === undefined);
  const known = new Set(own.map(({ id }) => id));
  const isGone = (id: string): boolean => !existsSync(join(repository, fileOfContract(id)));
  const diffs = diffAll(
    before.filter(({ id }) => known.has(id) || isGone(id)),
    own,
  );
  return { violations: diffs.flatMap((each) => findingsOf(each, revision)), notices: undecidedOf(diffs, revision) };
}

function findingsOf({ contract, changes }: ContractDiff, revision: string): readonly Violation[] {
  return changes
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, rule, message, subject, field, before: expected, after: actual, headAt }) =>
      findingOf({
        problem: severity === 'error' ? 'breaking' : 'may-break',
        at: headAt,
        message: `${message} (${rule}, since ${revision})`,
        contract,
        subject,
        field,
        expected,
        actual,
        key: rule,
      }),
    );
}

function undecidedOf(diffs: readonly ContractDiff[], revision: string): readonly string[] {
  const all = diffs.flatMap(({ undecided }) => undecided);
  const rest = all.length - MOST_UNDECIDED;
  return [
    ...all.slice(0, MOST_UNDECIDED).map(({ detail, at }) => {
      return `Not compared with ${revision}: ${at.file}:${at.line}: ${detail.slice(0, 300).replace(/\.$/, '')}.`;
    }),
    ...(rest > 0 ? [`Not compared with ${revision}: ${rest} more places; \`tallystick diff\` lists them.`] : []),
  ];
}

/** Absolute paths of contracts that the revision has too. */
async function filesAt(revision: string, contracts: readonly Contract[], repository: string): Promise<readonly string[]> {
  const place = gitPlace(repository);
  const commit = place && (await commitOf(place, revision));
  const files = [...new Set(contracts.map(({ id }) => fileOfContract(id)))];
  // The comparison reports a wrong revision.
  if (place === undefined || commit?.ok !== true) return files.map((file) => join(repository, file));
  const there = await Promise.all(files.map(async (file) => (await fileAt(place, commit.value.sha, file)) !== 'absent'));
  return files.filter((_, index) => there[index]).map((file) => join(repository, file));
}

/** Changes of the repository's documents, compared with the engine's, that break their users. @param outdated ids of the engine, by ours */
export async function changesSinceEngine(
  contracts: readonly RepositoryContract[],
  outdated: ReadonlyMap<string, string>,
  client: ContractClient,
): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  for (const each of contracts) {
    const { contract } = each;
    const id = outdated.get(contract.id);
    if (id === undefined) continue;
    const { value, failure } = await client.ask('check_breaking_changes', { contract_id: id, new_spec: plainSpec(each) });
    if (failure !== undefined) continue;
    for (const { rule, severity, breaking, subject, message } of value) {
      if (!breaking) continue;
      const at = contract.operations.find((operation) => operation.subject === subject)?.at ?? contract.at;
      found.push(
        findingOf({
          problem: severity === 'error' ? 'breaking' : 'may-break',
          at,
          message: `${message} (${rule}, since the Contract Engine's version)`,
          contract: contract.id,
          subject,
          key: `${rule} ${message}`,
        }),
      );
    }
  }
  return found;
}
