import type { MatrixRow, Status } from '../rules/judge.js';
import { readCells, tableLine } from './markdown-cells.js';
import type { Report } from './report.js';
import { counted, verifiedCount } from './verdict.js';

/** One subject of a contract in CONTRACT_COMPLIANCE_MATRIX.md. */
export interface ComplianceEntry {
  readonly kind: MatrixRow['kind'];
  /** Id of the contract. */
  readonly contract: string;
  readonly subject: string;
  /** There is code for it. */
  readonly implemented: boolean;
  readonly status: Status;
  /** Only its route verifies it. */
  readonly byRoute?: true | undefined;
  /** The start of its route's path is unresolved. */
  readonly start?: 'unknown' | undefined;
  /** `file:line`; empty: none. */
  readonly code: string;
  readonly note: string;
}

/** The content of the document. */
export interface ComplianceMatrix {
  readonly entries: readonly ComplianceEntry[];
  readonly total: number;
  readonly implemented: number;
  readonly verified: number;
  readonly verifiedByRoute: number;
  readonly violated: number;
}

const MARKS: Readonly<Record<Status, string>> = { verified: '✅', violated: '❌', missing: '❌', unverified: '❔' };
const BY_ROUTE = ' by route alone';
const TABLES = [
  { kind: 'endpoint', name: 'openapi', title: 'OpenAPI contracts', subject: 'Endpoint' },
  { kind: 'event', name: 'asyncapi', title: 'AsyncAPI contracts', subject: 'Event' },
  { kind: 'model', name: 'models', title: 'Shared models', subject: 'Model' },
] as const;
const SUMMARY = 'summary';

/**
 * A document next to the code: a table each for OpenAPI contracts, AsyncAPI contracts and shared models. The tables stand between
 * marker comments; text outside the markers stays as it is.
 */
export const matrix: Report = {
  format: 'matrix',
  title: 'CONTRACT_COMPLIANCE_MATRIX.md: tables that are kept up to date within a document of your own.',
  uses: ['previous'],
  render: (analysis, { previous }) => generateComplianceMatrix(analysis.matrix.map(entryOf), previous),
};

function entryOf({ kind, contract, subject, codeAt, status, byRoute, start, note = '' }: MatrixRow): ComplianceEntry {
  const code = codeAt === null ? '' : `${codeAt.file}:${codeAt.line}`;
  return { kind, contract, subject, implemented: codeAt !== null, status, byRoute, start, code, note };
}

/** The document. @param previous its current text, in which tables are replaced, or added at the end. Absent: there is none */
export function generateComplianceMatrix(entries: readonly ComplianceEntry[], previous = ''): string {
  const start = previous.trim() === '' ? '# Contract compliance matrix\n' : previous;
  return TABLES.reduce(
    (text, { name, title, kind, subject }) => {
      const own = entries.filter((entry) => entry.kind === kind);
      const head = ['Contract', subject, 'Implemented', 'Status', 'Code', 'Note'];
      return withBlock(text, name, [tableLine(head), RULE, ...own.map(rowLine)].join('\n'), `## ${title}\n\n`);
    },
    withBlock(start, SUMMARY, summaryLine(entries), ''),
  );
}

const RULE = '| --- | --- | --- | --- | --- | --- |';

function rowLine({ contract, subject, implemented, status, byRoute, code, note }: ComplianceEntry): string {
  const stated = `${MARKS[status]} ${status}${byRoute === true ? BY_ROUTE : ''}`;
  return tableLine([contract, subject, implemented ? 'yes' : 'no', stated, code, note]);
}

function summaryLine(entries: readonly ComplianceEntry[]): string {
  const counts = countsOf(entries);
  const { total, implemented, violated } = counts;
  const startUnknown = entries.filter(({ status, start }) => status === 'verified' && start !== undefined).length;
  return `**${counted(total, 'subject')}: ${implemented} implemented, ${verifiedCount({ ...counts, startUnknown })}, ${violated} violated.**`;
}

function countsOf(entries: readonly ComplianceEntry[]): ComplianceMatrix {
  const number = (requested: (entry: ComplianceEntry) => boolean): number => entries.filter(requested).length;
  return {
    entries,
    total: entries.length,
    implemented: number(({ implemented }) => implemented),
    verified: number(({ status }) => status === 'verified'),
    verifiedByRoute: number(({ byRoute }) => byRoute === true),
    violated: number(({ status }) => status === 'violated'),
  };
}

const opening = (name: string): string => `<!-- tallystick:${name} -->`;
const closing = (name: string): string => `<!-- /tallystick:${name} -->`;

/** The position of a block's content; `undefined`: there is no such block. */
function blockIn(text: string, name: string): { readonly start: number; readonly end: number } | undefined {
  const at = text.indexOf(opening(name));
  const start = at + opening(name).length;
  const end = at === -1 ? -1 : text.indexOf(closing(name), start);
  return end === -1 ? undefined : { start, end };
}

function withBlock(text: string, name: string, inner: string, heading: string): string {
  const block = blockIn(text, name);
  if (block !== undefined) return `${text.slice(0, block.start)}\n${inner}\n${text.slice(block.end)}`;
  const gap = text.endsWith('\n') ? '\n' : '\n\n';
  return `${text}${gap}${heading}${opening(name)}\n${inner}\n${closing(name)}\n`;
}

/** Parses the document; lines that are no rows are skipped. */
export function parseComplianceMatrix(content: string): ComplianceMatrix {
  const entries = TABLES.flatMap(({ name, kind }) => {
    const block = blockIn(content, name);
    if (block === undefined) return [];
    return content
      .slice(block.start, block.end)
      .split('\n')
      .flatMap((line) => readRow(line, kind));
  });
  return countsOf(entries);
}

function readRow(line: string, kind: MatrixRow['kind']): readonly ComplianceEntry[] {
  const [contract, subject, implemented, marked, code, note, ...more] = readCells(line) ?? [];
  const isByRoute = marked?.endsWith(BY_ROUTE) === true;
  const mark = isByRoute ? marked.slice(0, -BY_ROUTE.length) : marked;
  const status = (Object.keys(MARKS) as Status[]).find((each) => mark === `${MARKS[each]} ${each}`);
  if (contract === undefined || subject === undefined || code === undefined || note === undefined) return [];
  if (status === undefined || more.length > 0) return [];
  const byRoute = isByRoute && status === 'verified' ? { byRoute: true as const } : {};
  return [{ kind, contract, subject, implemented: implemented === 'yes', status, ...byRoute, code, note }];
}

/**
 * The document with a new status for one subject. `undefined`: it has no such subject. Verified and violated subjects count as
 * implemented, missing ones do not.
 */
export function updateComplianceEntry(
  content: string,
  { contract, subject }: Pick<ComplianceEntry, 'contract' | 'subject'>,
  status: Status,
): string | undefined {
  const { entries } = parseComplianceMatrix(content);
  const isMeant = (entry: ComplianceEntry): boolean => entry.contract === contract && entry.subject === subject;
  if (!entries.some(isMeant)) return undefined;
  const updated = entries.map((entry) => {
    if (!isMeant(entry)) return entry;
    const implemented = status === 'unverified' ? entry.implemented : status !== 'missing';
    return { ...entry, status, byRoute: undefined, implemented };
  });
  return generateComplianceMatrix(updated, content);
}
