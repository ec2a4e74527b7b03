import { readerFor } from '../../contracts/load.js';
import { type OpenedContract, openContract } from '../../contracts/open.js';
import { child, locate, type Place } from '../../contracts/place.js';
import type { RepositoryContract } from '../../mcp/engines/contract-engine/repository-contracts.js';
import type { Location } from '../../model/location.js';
import { fileOfContract } from '../../model/service.js';
import type { Violation } from '../../rules/rule.js';
import type { ContractClient } from './contract-client.js';
import { findingOf } from './finding.js';
import { plainSpec } from './plain-spec.js';

/** What is to be said of the documents. */
export interface DocumentsReport {
  readonly violations: readonly Violation[];
  readonly checked: number;
  /** Those of which nothing is to be said. */
  readonly clean: number;
  /** Those that no engine said anything of. */
  readonly unchecked: number;
}

/** A document that refers to files of its own is handed over alone. */
const OUT_OF_REACH = 'is not part of the document';

/** Whether every contract is a valid document, complete and unambiguous. Tables of services are no documents. */
export async function checkDocuments(
  contracts: readonly RepositoryContract[],
  desk: ContractClient,
  repository: string,
): Promise<DocumentsReport> {
  const files = new Map(
    contracts.filter(({ contract }) => contract.kind !== 'service-table').map((each) => [fileOfContract(each.contract.id), each]),
  );
  const violations: Violation[] = [];
  let [checked, clean] = [0, 0];
  for (const [file, each] of files) {
    const { value, failure } = await desk.ask('validate_spec', { spec: plainSpec(each) });
    if (failure !== undefined) continue;
    const opened = open(file, repository);
    const said = [
      ...value.errors.map((problem) => ({ ...problem, kind: 'document' as const })),
      ...value.warnings.map((problem) => ({ ...problem, kind: 'unclear' as const })),
    ].filter(({ message }) => !message.includes(OUT_OF_REACH));
    checked += 1;
    if (said.length === 0) clean += 1;
    for (const { path, message, kind } of said) {
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
    // It was there a moment ago: what is said of it has no line then.
    return undefined;
  }
}

function segmentsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The line of the innermost thing on the way that is there. */
function placeOf(opened: OpenedContract | undefined, pointer: string): Location | undefined {
  let at: Place | undefined = opened?.root;
  for (const segment of segmentsOf(pointer)) {
    const next: Place | undefined = at && child(at, segment);
    if (next === undefined) break;
    at = next;
  }
  return at === undefined || at.parent === undefined ? undefined : locate(at);
}

/** The operation that it is about, as the contract writes it, else the document. */
function subjectOf({ contract }: RepositoryContract, pointer: string): string {
  const [section, path, method] = segmentsOf(pointer);
  const named =
    section === 'paths' && path !== undefined ? contract.operations.filter(({ subject }) => subject.endsWith(` ${path}`)) : [];
  return named.find(({ subject }) => subject.startsWith(`${method?.toUpperCase()} `))?.subject ?? (contract.title || contract.id);
}
