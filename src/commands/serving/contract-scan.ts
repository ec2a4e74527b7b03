import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathInside } from '../../config/inside.js';
import type { Engine } from '../../mcp/engine.js';
import { answering } from '../../mcp/engines/answering.js';
import type { ArgumentsOf } from '../../mcp/tool.js';
import { ANSWER_LIMIT, contractScan } from '../../mcp/toolsets/contract-scan.js';
import { nearest } from '../../model/nearest.js';
import { UserError } from '../../model/user-error.js';
import { concernsOf } from '../../reports/change-verdict.js';
import { type Analysis, type MatrixRow, SEVERITIES } from '../../rules/judge.js';
import type { Violation } from '../../rules/rule.js';
import { explained } from '../explain.js';
import { select, selectionOf } from '../selection.js';
import type { ScanSettings } from '../settings.js';
import { changeSinceRevision } from '../since-revision.js';
import { type Latest, latestScan } from './latest-scan.js';
import { allOperations, contractText, type Found, mentions, namedOf, operationsNamed } from './operations.js';
import { pageOf } from './pages.js';

/** The engine of `contract-scan`; `settle` is called for every scan. */
export function openContractScan(
  settle: () => Promise<ScanSettings>,
  cacheDirectory: string | undefined,
): Engine<(typeof contractScan)['tools']> {
  const latest = latestScan(settle, cacheDirectory);
  return answering(
    contractScan,
    {
      scan: async (asked) => findingsText(await latest(), asked),
      get_operation: async (asked) => operationsText(await latest(), asked),
      find_operations: async (asked) => matchesText(await latest(), asked),
      what_changed: async ({ since, page }) => changeText(await latest(), since, page),
      explain: async ({ word = '', page }) => paged('', explained(word.trim()).split('\n\n'), page),
    },
    () => undefined,
  );
}

type Tools = (typeof contractScan)['tools'];
type Asked<Name extends keyof Tools> = ArgumentsOf<Tools[Name]>;

const paged = (head: string, blocks: readonly string[], page: number): string => pageOf(head, blocks, page, ANSWER_LIMIT);

/** Findings of a file, an operation or a change. */
async function findingsText(
  { analysis, contracts, request, settings }: Latest,
  { file, operation, changed_since: since, severity, page }: Asked<'scan'>,
): Promise<string> {
  const wanted = operation === undefined ? undefined : operationsNamed(operation, allOperations(contracts)).map(keyOf);
  const path = file === undefined ? undefined : knownFile(file, request.repository, analysis);
  const selection = { ...settings.selection, ...(since === undefined ? {} : { changedSince: since }) };
  const chosen = select(analysis, await selectionOf(analysis, request, selection));
  const isWanted = (item: Violation | MatrixRow): boolean =>
    (wanted === undefined || wanted.includes(keyOf(item))) && (path === undefined || placesOf(item).includes(path));
  const isGrave = (item: Violation): boolean => SEVERITIES.indexOf(item.severity) <= SEVERITIES.indexOf(severity);
  const found = chosen.violations.filter((violation) => isWanted(violation) && isGrave(violation));
  const rows = analysis.matrix.filter(isWanted);
  const gaps = analysis.gaps.filter(({ at }) => path === undefined || at.file === path);
  return paged(
    [
      `${found.length} findings${scopeText({ path, operation, since })}.`,
      `${countsOf(rows)}.`,
      ...known(chosen),
      ...incomplete(analysis),
      ...(rows.length === 0 ? ['No contract operation belongs to this: no finding proves nothing.'] : []),
    ].join('\n'),
    [
      ...found.map(findingText),
      ...rows.filter(({ status }) => status === 'unverified').map(rowText),
      ...(operation === undefined ? gaps.map(({ reason, detail, at }) => `gap ${at.file}:${at.line} ${reason}: ${detail}`) : []),
    ],
    page,
  );
}

/** An operation as its contracts promise it, with its route. */
function operationsText({ analysis, contracts }: Latest, { operation, contract, page }: Asked<'get_operation'>): string {
  const ids = contracts.map(({ id }) => id);
  if (contract !== undefined && !ids.includes(contract)) throw unknownName('contract', contract, ids);
  const among = allOperations(contracts).filter((one) => contract === undefined || one.contract.id === contract);
  const found = operationsNamed(operation, among);
  return paged(
    found.length === 1 ? '' : `${found.length} contracts or paths have it; name one with \`contract\`.`,
    found.map((one) => operationText(one, analysis)),
    page,
  );
}

/** Operations that mention a text. */
function matchesText({ analysis, contracts }: Latest, { text = '', status, page }: Asked<'find_operations'>): string {
  const all = allOperations(contracts);
  const statusOf = statuses(analysis);
  const found = all.filter((one) => {
    return mentions(one, text.trim()) && (status === undefined || statusOf(one)?.status === status);
  });
  if (found.length === 0) {
    const none = `None of the ${all.length} operations of ${contracts.length} contracts fits.`;
    return paged(`${none} ${namedOf(all.map(({ operation }) => operation.subject))}`, [], page);
  }
  const lines = found.map((one) => {
    const { operation } = one;
    const name = operation.name === undefined ? '' : ` (${operation.name})`;
    return `${operation.subject}${name}: ${statusOf(one)?.status ?? 'not compared'}  ${operation.at.file}:${operation.at.line}`;
  });
  return paged(`${found.length} of ${all.length} operations.`, lines, page);
}

/** What became of findings, promises and contracts since a revision. */
async function changeText(latest: Latest, since: string, page: number): Promise<string> {
  const { analysis } = latest;
  const compared = await changeSinceRevision(since, { ...latest, request: { ...latest.request, last: undefined } });
  if (!compared.ok) throw new UserError(`What was changed since ${since} is not known: ${compared.why}.`);
  const { base, change } = compared.value;
  const { added, surfaced, fixed, lost, dropped, breaking, uncompared, remaining, unseen } = change;
  const counts = `new ${added.length}, of unknown age ${surfaced.length}, fixed ${fixed.length}, no longer checked ${lost.length + unseen.length}, removed from contracts ${dropped.length}, breaking contract changes ${breaking.length}, as before ${remaining.length}`;
  return paged(
    [
      `Since ${since} (${base.slice(0, 12)}): ${counts}.`,
      ...concernsOf({ analysis, change }).map(({ sentence }) => sentence),
      ...incomplete(analysis),
    ].join('\n'),
    [
      ...added.map((violation) => `NEW ${findingText(violation)}`),
      ...surfaced.map((violation) => `AGE UNKNOWN ${findingText(violation)}`),
      ...breaking.map(({ subject, rule, message, at }) => `BREAKING ${subject} (${rule}) ${at.file}:${at.line}\n  ${message}`),
      ...lost.map(
        ({ subject, at, why = 'no reason is known' }) => `LOST ${subject} ${at.file}:${at.line}\n  not checked any more: ${why}`,
      ),
      ...unseen.map(({ subject, message }) => `NOT SEEN ANY MORE ${subject}: ${message}`),
      ...uncompared.map(({ subject, at, why = '' }) => `NOT COMPARED ${subject} ${at.file}:${at.line}\n  ${why}`),
      ...dropped.map(({ contract, subject }) => `REMOVED ${subject} from ${contract}`),
      ...fixed.map(({ check, subject, message }) => `FIXED ${check} ${subject}: ${message}`),
    ],
    page,
  );
}

const keyOf = (item: Found | Violation | MatrixRow): string =>
  'operation' in item ? `${item.contract.id}\n${item.operation.subject}` : `${item.contract}\n${item.subject}`;

function placesOf(item: Violation | MatrixRow): readonly (string | undefined)[] {
  const own = 'check' in item ? [item.file_path, ...item.related.map(({ file }) => file)] : [item.codeAt?.file];
  return [...own, item.promisedAt.file];
}

/** A file as results name it. UserError: outside of the repository, or not there. */
function knownFile(given: string, repository: string, analysis: Analysis): string {
  const absolute = resolve(repository, given);
  const path = pathInside(repository, absolute);
  if (path !== undefined && path !== '' && existsSync(absolute)) return path;
  const files = [...analysis.routes.map(({ at }) => at.file), ...analysis.matrix.map(({ promisedAt }) => promisedAt.file)];
  throw unknownName('file', given, [...new Set(files)]);
}

function unknownName(kind: string, given: string, names: readonly string[]): UserError {
  const meant = nearest(given, names);
  return new UserError(
    `There is no ${kind} ${given}. ${meant === undefined ? `Known: ${names.slice(0, 20).join(', ')}.` : `Did you mean ${meant}?`}`,
  );
}

interface Scope {
  readonly path: string | undefined;
  readonly operation: string | undefined;
  readonly since: string | undefined;
}

function scopeText({ path, operation, since }: Scope): string {
  const parts = [path && ` in ${path}`, operation && ` of ${operation}`, since && ` in what was changed since ${since}`];
  return parts.filter((part) => part !== undefined).join('');
}

function countsOf(rows: readonly MatrixRow[]): string {
  const count = (wanted: MatrixRow['status']): string => `${rows.filter(({ status }) => status === wanted).length} ${wanted}`;
  return `${rows.length} subjects of contracts: ${(['verified', 'violated', 'missing', 'unverified'] as const).map(count).join(', ')}`;
}

function known({ baseline, scope, ignored = [] }: Analysis): readonly string[] {
  return [
    ...(baseline === undefined || baseline.known.length === 0 ? [] : [`Not listed: ${baseline.known.length} of the baseline.`]),
    ...(scope === undefined || scope.outside === 0 ? [] : [`Not listed: ${scope.outside} outside of the change.`]),
    ...(ignored.length === 0 ? [] : [`Not listed: ${ignored.length} that the configuration ignores.`]),
  ];
}

function incomplete({ crashes }: Analysis): readonly string[] {
  return crashes.length === 0 ? [] : [`The scan is incomplete: ${crashes.join(' ')}`];
}

function findingText(violation: Violation): string {
  const { severity, check, problem, subject, status, field, message, promised, actual, promisedAt, suggestion } = violation;
  return [
    `${severity} ${check}/${problem} ${subject}${status === undefined ? '' : ` ${status}`}${field === undefined ? '' : ` ${field}`}`,
    `  ${message}`,
    `  code: ${violation.file_path}:${violation.line}  contract: ${promisedAt.file}:${promisedAt.line}`,
    ...(promised === undefined ? [] : [`  expected: ${promised}`]),
    ...(actual === undefined ? [] : [`  actual: ${actual}`]),
    ...(suggestion === undefined ? [] : [`  fix: ${suggestion}`]),
  ].join('\n');
}

function rowText({ status, subject, promisedAt, codeAt, note, byRoute }: MatrixRow): string {
  const code = codeAt === null ? 'no route is known' : `${codeAt.file}:${codeAt.line}`;
  const why = note === undefined ? '' : `\n  ${note}`;
  return `${status}${byRoute === true ? ' by its route alone' : ''} ${subject}\n  code: ${code}  contract: ${promisedAt.file}:${promisedAt.line}${why}`;
}

function statuses({ matrix }: Analysis): (found: Found) => MatrixRow | undefined {
  const rows = new Map(matrix.map((row) => [keyOf(row), row]));
  return (found) => rows.get(keyOf(found));
}

function operationText(found: Found, analysis: Analysis): string {
  const { contract, operation } = found;
  const row = statuses(analysis)(found);
  const base = analysis.contracts.find(({ id }) => id === contract.id)?.basePath;
  return [
    `${operation.subject}${operation.name === undefined ? '' : ` (${operation.name})`} of ${contract.id}:${operation.at.line}`,
    ...(base === undefined || base === null || base === '' || base === '/' ? [] : [`served below ${base}`]),
    ...contractText(found),
    row === undefined ? 'Not compared with code.' : rowText(row),
    ...analysis.violations.filter((violation) => keyOf(violation) === keyOf(found)).map(findingText),
  ].join('\n');
}
