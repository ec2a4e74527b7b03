import { z } from 'zod';
import { UserError } from '../model/user-error.js';
import { resultSchema } from './result.js';

/** Version of the file's format; raised when a field changes its meaning or is removed. */
const HISTORY_FORMAT = 1;
/** Most stored results: more than a year of daily ones. */
export const MOST_RESULTS = 400;
/** Most findings and operations that are followed from one result to the next. */
export const MOST_FOLLOWED = 50_000;
/** In bytes. This program never writes a larger file. */
export const LARGEST_HISTORY = 8_000_000;
/** In bytes: beyond it the oldest results are dropped. */
const ROOM_FOR_RESULTS = 2_000_000;

const identity = z.string().regex(/^[0-9a-f]{32}$/);
const followed = z.array(identity).max(MOST_FOLLOWED);

const worsened = z.strictObject({
  id: identity,
  at: z.iso.datetime(),
  commit: resultSchema.shape.commit,
});

export const historySchema = z.strictObject({
  formatVersion: z.literal(HISTORY_FORMAT),
  scope: z.string().max(1000).describe('Folder or service of the results; empty: the whole repository.'),
  results: z.array(resultSchema).max(MOST_RESULTS).describe('Oldest first.'),
  standing: z
    .strictObject({
      findings: followed.describe('Fingerprints of the findings in the best result.'),
      verified: followed.describe('Subjects that were verified, by the hash of contract and subject.'),
    })
    .nullable()
    .describe('The best earlier result: anything worse is a regression. Null before the first result.'),
  worse: z
    .array(worsened)
    .max(MOST_FOLLOWED)
    .describe('What got worse since then and is not fixed yet, and the scan that saw it first.'),
  issue: z.int().min(1).nullable().describe('Number of the GitHub issue about what got worse, while it is open.'),
});

/** Results of earlier scans, which later scans are compared with. */
export type History = z.output<typeof historySchema>;
/** A finding or operation that got worse, by its identity, and when. */
export type Worsened = History['worse'][number];

/** Before the first result. */
export function newHistory(scope: string): History {
  return { formatVersion: HISTORY_FORMAT, scope, results: [], standing: null, worse: [], issue: null };
}

/** The scope of a history: the scanned folder relative to the repository, and the service. Results of another folder are not comparable. */
export function scopeOf(folder: string, service: string | undefined): string {
  return [folder, ...(service === undefined ? [] : [service])]
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, 1000);
}

/** Path of the history or badge of a scope, in the folder or branch that stores it, with forward slashes. */
export function scopeFile(scope: string, name: 'history.json' | 'badge.json'): string {
  const folder = scope
    .replace(/[^A-Za-z0-9._-]/gu, '-')
    .replace(/^[.-]{1,1000}/u, '')
    .slice(0, 100);
  return scope === '' ? name : `${folder === '' ? 'scope' : folder}/${name}`;
}

/**
 * Reads an untrusted history file.
 *
 * @param name of the file, for the message
 * @param scope the scope that the history must have
 * @throws UserError when it is too large, not JSON, not in the format that this version writes, or of another scope
 */
export function parseHistory(text: string, name: string, scope: string): History {
  if (Buffer.byteLength(text) > LARGEST_HISTORY) throw unreadable(name, `it is larger than ${LARGEST_HISTORY} bytes`);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw unreadable(name, 'it is not JSON');
  }
  const parsed = historySchema.safeParse(data);
  if (parsed.success && parsed.data.scope === scope) return parsed.data;
  if (parsed.success) {
    throw new UserError(`${name} is the history of ${nameOf(parsed.data.scope)}, not of ${nameOf(scope)}.`, {
      hint: 'Keep a history for each folder or service.',
    });
  }
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.slice(0, 6).join('.').slice(0, 200)}: `;
  throw unreadable(name, `${place}${(issue?.message ?? 'another form').slice(0, 200)}`);
}

function nameOf(scope: string): string {
  return scope === '' ? 'the whole repository' : scope.slice(0, 200);
}

function unreadable(name: string, why: string): UserError {
  return new UserError(`${name} is not a history that this version can read: ${why}.`, {
    hint: 'Remove it to begin a new history.',
  });
}

/** The history as text: one line per result, so that diffs stay readable. */
export function printHistory(history: History): string {
  const lines = history.results.map((result) => JSON.stringify(result));
  let [first, size] = [lines.length, 0];
  while (first > 0 && lines.length - first < MOST_RESULTS) {
    size += Buffer.byteLength(lines[first - 1] ?? '');
    if (size > ROOM_FOR_RESULTS) break;
    first -= 1;
  }
  const stored = lines.slice(first).map((line) => `  ${line}`);
  const results = stored.length === 0 ? '[]' : `[\n${stored.join(',\n')}\n]`;
  const { formatVersion, scope, standing, worse, issue } = history;
  const rest = JSON.stringify({ standing, worse, issue });
  return `{"formatVersion":${formatVersion},"scope":${JSON.stringify(scope)},"results":${results},\n${rest.slice(1)}\n`;
}

/** JSON Schema of the history file; committed as `schema/history.schema.json`. */
export function historyJsonSchema(): unknown {
  const generated = z.toJSONSchema(historySchema, { io: 'input' });
  return { ...generated, title: 'history.json', description: 'Results of earlier scans, as tallystick regression keeps them.' };
}
