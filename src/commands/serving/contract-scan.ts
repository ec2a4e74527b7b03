import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathInside } from '../../config/inside.js';
import { listOf } from '../../extract/collect.js';
import { languages } from '../../extract/languages/index.js';
import type { Engine } from '../../mcp/engine.js';
import { answering } from '../../mcp/engines/answering.js';
import type { ArgumentsOf } from '../../mcp/tool.js';
import { ANSWER_LIMIT, contractScan } from '../../mcp/toolsets/contract-scan.js';
import { nearest } from '../../model/nearest.js';
import { UserError } from '../../model/user-error.js';
import { concernsOf } from '../../reports/change-verdict.js';
import { plain } from '../../reports/escape.js';
import { type Analysis, type MatrixRow, SEVERITIES } from '../../rules/judge.js';
import type { Violation } from '../../rules/rule.js';
import { explained } from '../explain.js';
import { changeSinceRevision } from '../revisions/since-revision.js';
import { select, selectionOf } from '../selection.js';
import type { ScanSettings } from '../settings.js';
import { type Latest, latestScan } from './latest-scan.js';
import { libraryOf } from './library.js';
import { allOperations, contractText, type Found, namedOf, operationsNamed } from './operations.js';
import { pageOf } from './pages.js';
import { allSubjects, fits, meantIn } from './subjects.js';

/** The engine of `contract-scan`; `settle` is called for every scan. */
export function openContractScan(
  settle: () => Promise<ScanSettings>,
  cacheDirectory: string | undefined,
): Engine<(typeof contractScan)['tools']> {
  const latest = latestScan(settle, cacheDirectory);
  const library = libraryOf(latest, {
    operation: async (operation) => operationsText(await latest(), { operation, page: 1 }),
    findings: async (file) => findingsText(await latest(), { file, severity: 'note', page: 1 }),
  });
  const engine = answering(
    contractScan,
    {
      scan: async (asked) => findingsText(await latest(), asked),
      get_operation: async (asked) => operationsText(await latest(), asked),
      find_operations: async (asked) => matchesText(await latest(), asked),
      what_changed: async ({ since, page }) => changeText(await latest(), since, page),
      explain: async ({ word = '', page }) => paged('', explained(word.trim(), ALL_WORDS).split('\n\n'), page),
    },
    () => undefined,
  );
  return { ...engine, library };
}

type Tools = (typeof contractScan)['tools'];
type Asked<Name extends keyof Tools> = ArgumentsOf<Tools[Name]>;

/** Where an unknown word is near to none. */
const ALL_WORDS = 'Without a word, explain lists all of them.';

const paged = (head: string, blocks: readonly string[], page: number): string => pageOf(head, blocks, page, ANSWER_LIMIT);

/** Findings of a file, an operation or a change. */
async function findingsText(
  { analysis, contracts, request, settings }: Latest,
  { file, operation, changed_since: since, severity, page }: Asked<'scan'>,
): Promise<string> {
  const requested = operation === undefined ? undefined : operationsNamed(operation, allOperations(contracts)).map(keyOf);
  const path = file === undefined ? undefined : knownFile(file, request);
  const selection = { ...settings.selection, ...(since === undefined ? {} : { changedSince: since }) };
  const selected = await selectionOf(analysis, request, selection);
  const chosen = select(analysis, selected);
  const isThere = path === undefined ? () => true : thereIn(path, analysis);
  const isRequested = (item: Violation | MatrixRow): boolean =>
    (requested === undefined || requested.includes(keyOf(item))) && isThere(item);
  const isGrave = (item: Violation): boolean => SEVERITIES.indexOf(item.severity) <= SEVERITIES.indexOf(severity);
  const found = chosen.violations.filter((violation) => isRequested(violation) && isGrave(violation));
  const { covers } = selected;
  const own = new Set(found.map(keyOf));
  const rows = analysis.matrix.filter(
    (row) => isRequested(row) && (covers === undefined || covers.row(row) || own.has(keyOf(row))),
  );
  const gaps = analysis.gaps.filter(
    ({ at }) => (path === undefined || isWithin(at.file, path)) && (covers === undefined || covers.file(at.file)),
  );
  return paged(
    [
      `${found.length} findings${scopeText({ path, operation, since })}.`,
      `${countsOf(rows)}.`,
      ...known(chosen),
      ...incomplete(analysis),
      ...(rows.length + found.length === 0
        ? ['No contract operation belongs to this, so the absence of findings proves nothing.']
        : []),
    ].join('\n'),
    [
      ...found.map(findingText),
      ...rows.filter(({ status }) => status === 'unverified').map(rowText),
      ...(operation === undefined
        ? gaps.map(({ reason, detail, at }) => block(`gap ${at.file}:${at.line} ${reason}: ${detail}`))
        : []),
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

/** What the contracts have that fits. */
function matchesText({ analysis, contracts }: Latest, { status, page, ...requested }: Asked<'find_operations'>): string {
  const all = allSubjects(contracts);
  const rows = new Map(analysis.matrix.map((row) => [keyOf(row), row]));
  const statusOf = (one: { readonly contract: string; readonly subject: string }) =>
    rows.get(`${one.contract}\n${one.subject}`)?.status;
  const found = all.filter((one) => fits(one, requested) && (status === undefined || statusOf(one) === status));
  if (found.length === 0) {
    const none = `None of the ${all.length} operations, events and models of ${contracts.length} contracts fits.`;
    const meant = meantIn(all, requested);
    const known = meant.length > 0 ? meant : [namedOf(all.map(({ subject }) => subject))];
    return paged(block([none, ...known].join(' ')), [], page);
  }
  const lines = found.map((one) => {
    const name = one.name === undefined ? '' : ` (${one.name})`;
    const kind = one.kind === 'operation' ? '' : `${one.kind} `;
    return block(`${kind}${one.subject}${name}: ${statusOf(one) ?? 'not compared'}  ${one.at.file}:${one.at.line}`);
  });
  return paged(`${found.length} of ${all.length} operations, events and models.`, lines, page);
}

/** What became of findings, promises and contracts since a revision. */
async function changeText(latest: Latest, since: string, page: number): Promise<string> {
  const { analysis } = latest;
  const compared = await changeSinceRevision(since, { ...latest, request: { ...latest.request, last: undefined } });
  if (!compared.ok) throw new UserError(`The changes since ${since} are unknown: ${compared.why}.`);
  const { base, change } = compared.value;
  const { added, surfaced, fixed, lost, dropped, breaking, uncompared, remaining, unseen } = change;
  const counts = `new ${added.length}, of unknown age ${surfaced.length}, fixed ${fixed.length}, no longer checked ${lost.length + unseen.length}, removed from contracts ${dropped.length}, breaking contract changes ${breaking.length}, as before ${remaining.length}`;
  return paged(
    [
      `Since ${since} (${base.slice(0, 12)}): ${counts}.`,
      ...concernsOf({ analysis, change }).map(({ sentence }) => block(sentence)),
      ...incomplete(analysis),
    ].join('\n'),
    [
      ...added.map((violation) => `NEW ${findingText(violation)}`),
      ...surfaced.map((violation) => `AGE UNKNOWN ${findingText(violation)}`),
      ...breaking.map(({ subject, rule, message, at }) =>
        block(`BREAKING ${subject} (${rule}) ${at.file}:${at.line}`, `  ${message}`),
      ),
      ...lost.map(({ subject, at, why = 'no reason is known' }) =>
        block(`LOST ${subject} ${at.file}:${at.line}`, `  not checked any more: ${why}`),
      ),
      ...unseen.map(({ subject, message }) => block(`NO LONGER CHECKED ${subject}: ${message}`)),
      ...uncompared.map(({ subject, at, why = '' }) => block(`NOT COMPARED ${subject} ${at.file}:${at.line}`, `  ${why}`)),
      ...dropped.map(({ contract, subject }) => block(`REMOVED ${subject} from ${contract}`)),
      ...fixed.map(({ check, subject, message }) => block(`FIXED ${check} ${subject}: ${message}`)),
    ],
    page,
  );
}

/** Lines of which none can begin another: names of contracts and code may hold line breaks. */
const block = (...lines: readonly string[]): string => lines.map(plain).join('\n');

const keyOf = (item: Found | Violation | MatrixRow): string =>
  'operation' in item ? `${item.contract.id}\n${item.operation.subject}` : `${item.contract}\n${item.subject}`;

function isAt(item: Violation | MatrixRow, isMeant: (file: string) => boolean): boolean {
  if (isMeant(item.promisedAt.file)) return true;
  if ('check' in item) return isMeant(item.file_path) || item.related.some(({ file }) => isMeant(file));
  return item.codeAt !== null && isMeant(item.codeAt.file);
}

/** Whether a file is this one, or lies in this folder; the repository itself is ''. */
const isWithin = (file: string, path: string): boolean => path === '' || file === path || file.startsWith(`${path}/`);

/**
 * What belongs to a file or folder. A finding does with its own places and with its operation's, an operation with its own and with
 * those of its findings: what a route sends is often written in another file, and counts and list have to tell the same.
 */
function thereIn(path: string, { matrix, violations }: Analysis): (item: Violation | MatrixRow) => boolean {
  const isMeant = (file: string): boolean => isWithin(file, path);
  const isHere = (item: Violation | MatrixRow): boolean => isAt(item, isMeant);
  const rows = new Set(matrix.filter(isHere).map(keyOf));
  const found = new Set(violations.filter(isHere).map(keyOf));
  return (item) => isHere(item) || ('check' in item ? rows : found).has(keyOf(item));
}

/** A file or folder as results name it. UserError: outside of the repository, or not there, with those that end alike. */
function knownFile(given: string, { repository, dir, tracked }: Latest['request']): string {
  const absolute = resolve(repository, given);
  const path = pathInside(repository, absolute);
  if (path !== undefined && existsSync(absolute)) return path;
  const files = [...listOf({ repository, dir, languages, tracked }).known];
  const end = `/${given.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')}`;
  const ends = files.filter((file) => file.endsWith(end));
  if (ends.length === 0) throw unknownName('file', given, files);
  const more = ends.length > MOST_FILES ? ` and ${ends.length - MOST_FILES} more` : '';
  throw new UserError(`There is no file ${given}. Did you mean ${ends.slice(0, MOST_FILES).join(', ')}${more}?`);
}

const MOST_FILES = 5;

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
  const parts = [
    path === undefined ? undefined : ` in ${path || 'the repository'}`,
    operation && ` of ${operation}`,
    since && ` in what was changed since ${since}`,
  ];
  return parts.filter((part) => part !== undefined).join('');
}

function countsOf(rows: readonly MatrixRow[]): string {
  const count = (requested: MatrixRow['status']): string =>
    `${rows.filter(({ status }) => status === requested).length} ${requested}`;
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
  return crashes.length === 0 ? [] : [block(`The scan is incomplete: ${crashes.join(' ')}`)];
}

function findingText(violation: Violation): string {
  const {
    severity,
    check,
    problem,
    subject,
    status,
    field,
    message,
    promised: expected,
    actual,
    promisedAt,
    suggestion,
  } = violation;
  return block(
    `${severity} ${check}/${problem} ${subject}${status === undefined ? '' : ` ${status}`}${field === undefined ? '' : ` ${field}`}`,
    `  ${message}`,
    `  code: ${codeText(violation)}  contract: ${promisedAt.file}:${promisedAt.line}`,
    ...(expected === undefined ? [] : [`  expected: ${expected}`]),
    ...(actual === undefined ? [] : [`  actual: ${actual}`]),
    ...(suggestion === undefined ? [] : [`  fix: ${suggestion}`]),
  );
}

/** Where there is no code, the place of a finding is its promise. */
function codeText({ file_path: file, line, promisedAt, problem, related: [near] }: Violation): string {
  if (file !== promisedAt.file || line !== promisedAt.line) return `${file}:${line}`;
  const none = problem === 'endpoint-missing' || problem === 'wrong-method' ? 'no route' : 'none';
  return near === undefined ? none : `${none}, the nearest is ${near.file}:${near.line}`;
}

function rowText({ status, subject, promisedAt, codeAt, note, byRoute }: MatrixRow): string {
  const code = codeAt === null ? 'no route is known' : `${codeAt.file}:${codeAt.line}`;
  return block(
    `${status}${byRoute === true ? ' by its route alone' : ''} ${subject}`,
    `  code: ${code}  contract: ${promisedAt.file}:${promisedAt.line}`,
    ...(note === undefined ? [] : [`  ${note}`]),
  );
}

function statuses({ matrix }: Analysis): (found: Found) => MatrixRow | undefined {
  const rows = new Map(matrix.map((row) => [keyOf(row), row]));
  return (found) => rows.get(keyOf(found));
}

function operationText(found: Found, analysis: Analysis): string {
  const { contract, operation } = found;
  const row = statuses(analysis)(found);
  const base = analysis.contracts.find(({ id }) => id === contract.id)?.basePath;
  const title = block(
    `${operation.subject}${operation.name === undefined ? '' : ` (${operation.name})`} of ${contract.id}:${operation.at.line}`,
    ...(base === undefined || base === null || base === '' || base === '/' ? [] : [`served below ${base}`]),
  );
  const status = row === undefined ? 'Not compared with code.' : rowText(row);
  const findings = analysis.violations.filter((violation) => keyOf(violation) === keyOf(found));
  // A long contract goes on on further pages: what the code does of it stands before.
  return [title, status, block(...contractText(found)), ...findings.map(findingText)].join('\n');
}
