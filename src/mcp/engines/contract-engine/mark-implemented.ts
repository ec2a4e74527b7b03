import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileOfContract } from '../../../model/service.js';
import type { Analysis } from '../../../rules/judge.js';
import type { MatrixRow } from '../../../rules/matrix-row.js';
import type { ScanRequest } from '../../../scan.js';
import type { StoredContract } from './database.js';

/** Whether the code implements a contract: with a file as evidence, or the reason. */
export type Evidence =
  | { readonly retained: true; readonly file: string }
  | {
      readonly retained: false;
      readonly reason: string /** Something is certainly broken or missing. */;
      readonly isBroken: boolean;
    };

const ALL_SCANS: ScanRequest['scans'] = {
  endpoint_schema_scan: true,
  missing_endpoint_scan: true,
  event_schema_scan: true,
  shared_model_scan: true,
};

/** Ignores settings that switch off scans or findings, because their author may be the caller who wants the mark. */
function strictOf({ severities: _severities, ignore: _ignore, ...request }: ScanRequest): ScanRequest {
  return { ...request, scans: ALL_SCANS };
}

const refused = (reason: string, isBroken = false): Evidence => ({ retained: false, reason, isBroken });
const MOST_NAMED = 5;

/**
 * Scans the code for a contract. It is implemented when every operation is verified and the named file contains code of them.
 *
 * @param spec its document as JSON, of a contract that is not in the repository
 */
export async function evidenceFor(contract: StoredContract, spec: string, path: string, request: ScanRequest): Promise<Evidence> {
  const file = fileIn(request.repository, path);
  if (file === undefined) return refused(`There is no file ${path} in the repository.`);
  if (file === fileOfContract(contract.id)) return refused(`${file} is the contract itself.`);
  const { analysis, id } = await scanned(contract, spec, request);
  const rows = analysis.matrix.filter((row) => row.contract === id);
  if (rows.length === 0) return refused(`${contract.id} promises nothing that a scan compares.`);
  const failing = rows.filter(({ status }) => status === 'violated' || status === 'missing');
  if (failing.length > 0) return refused(`The scan finds ${counted(failing, rows)} not kept: ${named(failing)}.`, true);
  const open = rows.filter(({ status }) => status === 'unverified');
  if (open.length > 0) return refused(`The scan cannot verify ${counted(open, rows)}: ${named(open)}.`);
  const code = codeOf(rows, analysis);
  if (code.has(file)) return { retained: true, file };
  return refused(`The contract is kept, but not by ${file}: its code is in ${[...code].slice(0, MOST_NAMED).join(', ')}.`);
}

/** A stored contract has no file in the repository: the scan uses a temporary one. */
async function scanned(
  contract: StoredContract,
  spec: string,
  request: ScanRequest,
): Promise<{ analysis: Analysis; id: string }> {
  const { scan } = await import('../../../scan.js');
  const strict = strictOf(request);
  if (contract.from === 'repository') return { analysis: await scan(strict), id: contract.id };
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tallystick-'));
  try {
    const file = join(folder, 'contract.json');
    writeFileSync(file, spec);
    const { contractLists: _lists, findContracts: _find, service: _service, ...others } = strict;
    const own = request.services?.find(({ name }) => name === contract.service)?.folders[0];
    const dir = own === undefined ? request.dir : join(request.repository, own);
    const analysis = await scan({ ...others, dir, contracts: [file], services: [] });
    return { analysis, id: analysis.contracts[0]?.id ?? '' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files of verified operations: their routes, handlers, events and models. */
function codeOf(rows: readonly MatrixRow[], { routes }: Analysis): ReadonlySet<string> {
  const files = new Set(rows.flatMap(({ codeAt }) => (codeAt === null ? [] : [codeAt.file])));
  const places = new Set(rows.flatMap(({ codeAt }) => (codeAt === null ? [] : [`${codeAt.file}:${codeAt.line}`])));
  for (const { at, responses } of routes)
    if (places.has(`${at.file}:${at.line}`)) for (const response of responses) files.add(response.at.file);
  return files;
}

/** The path of a real file in the repository, relative to its root. */
function fileIn(repository: string, path: string): string | undefined {
  try {
    const root = realpathSync(repository);
    const real = realpathSync(resolve(root, path));
    const inside = relative(root, real);
    if (inside === '' || inside.startsWith('..') || isAbsolute(inside) || !statSync(real).isFile()) return undefined;
    return inside.replaceAll('\\', '/');
  } catch {
    return undefined;
  }
}

const counted = (some: readonly MatrixRow[], all: readonly MatrixRow[]): string => `${some.length} of ${all.length} promises`;

function named(rows: readonly MatrixRow[]): string {
  const shown = rows
    .slice(0, MOST_NAMED)
    .map(({ subject, status, note }) => `${subject} (${note === undefined ? status : `${status}: ${note}`})`);
  return [...shown, ...(rows.length > MOST_NAMED ? [`and ${rows.length - MOST_NAMED} more`] : [])].join('; ');
}
