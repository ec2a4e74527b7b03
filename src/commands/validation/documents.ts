import { readerFor } from '../../contracts/load.js';
import { type OpenedContract, openContract } from '../../contracts/open.js';
import { child, locate, type Place } from '../../contracts/place.js';
import type { RepositoryContract } from '../../mcp/engines/contract-engine/repository-contracts.js';
import { pointerKey } from '../../model/json-pointer.js';
import type { Location } from '../../model/location.js';
import { fileOfContract } from '../../model/service.js';
import type { Violation } from '../../rules/rule.js';
import type { ContractClient } from './contract-client.js';
import { findingOf } from './finding.js';
import { plainSpec } from './plain-spec.js';

/** The findings about documents. */
export interface DocumentsReport {
  readonly violations: readonly Violation[];
  readonly checked: number;
  /** Documents without findings. */
  readonly clean: number;
  /** Documents that no engine checked. */
  readonly unchecked: number;
}

/** A document that refers to other files is sent without them. */
const OUT_OF_REACH = 'is not part of the document';

/** Checks whether every contract is a valid, complete and unambiguous document. Tables of services are not documents. */
export async function checkDocuments(
  contracts: readonly RepositoryContract[],
  client: ContractClient,
  repository: string,
): Promise<DocumentsReport> {
  const files = new Map(
    contracts.filter(({ contract }) => contract.kind !== 'service-table').map((each) => [fileOfContract(each.contract.id), each]),
  );
  const violations: Violation[] = [];
  let [checked, clean] = [0, 0];
  for (const [file, each] of files) {
    const { value, failure } = await client.ask('validate_spec', { spec: plainSpec(each) });
    if (failure !== undefined) continue;
    const opened = open(file, repository);
    const problems = [
      ...value.errors.map((problem) => ({ ...problem, kind: 'document' as const })),
      ...value.warnings.map((problem) => ({ ...problem, kind: 'unclear' as const })),
    ].filter(({ message }) => !message.includes(OUT_OF_REACH));
    checked += 1;
    if (problems.length === 0) clean += 1;
    for (const { path, message, kind } of problems) {
      violations.push(
        findingOf({
          problem: kind,
          at: placeOf(opened, path) ?? { file, line: 1 },
          message,
          contract: each.contract.id,
          subject: subjectOf(each, path),
          field: path,
          key: message,
        }),
      );
    }
  }
  return { violations, checked, clean, unchecked: files.size - checked };
}

function open(file: string, repository: string): OpenedContract | undefined {
  try {
    const { path, read } = readerFor(file, repository);
    return openContract(path, read);
  } catch {
    // It became unreadable during the run, so its findings have no line.
    return undefined;
  }
}

function segmentsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(pointerKey);
}

/** The line of the innermost existing part of the pointer. */
function placeOf(opened: OpenedContract | undefined, pointer: string): Location | undefined {
  let at: Place | undefined = opened?.root;
  for (const segment of segmentsOf(pointer)) {
    const next: Place | undefined = at && child(at, segment);
    if (next === undefined) break;
    at = next;
  }
  return at === undefined || at.parent === undefined ? undefined : locate(at);
}

/** The finding's operation as the contract writes it, else the document. */
function subjectOf({ contract }: RepositoryContract, pointer: string): string {
  const [section, path, method] = segmentsOf(pointer);
  const named =
    section === 'paths' && path !== undefined ? contract.operations.filter(({ subject }) => subject.endsWith(` ${path}`)) : [];
  return named.find(({ subject }) => subject.startsWith(`${method?.toUpperCase()} `))?.subject ?? (contract.title || contract.id);
}
