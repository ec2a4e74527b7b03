import { join } from 'node:path';
import { append } from '../../model/multi-map.js';
import { printable } from '../../model/printable.js';
import { masked } from '../../model/secrets.js';
import type { MemoryNotes } from './contract.js';
import { readRunFile, runFolder, writeWhole } from './run-files.js';

/** The files and headings of notes (MEMORY_NOTES). */
const PLACES = {
  learnings: { file: 'activeContext.md', heading: '## Learnings' },
  patterns: { file: 'patterns.md', heading: '## Common Gotchas' },
  verification: { file: 'progress.md', heading: '## Verification' },
  tasks: { file: 'progress.md', heading: '## Tasks' },
} as const;
type Place = keyof typeof PLACES;

const LONGEST_NOTE = 500;
/** Of one heading; the oldest are dropped. */
const MOST_NOTES = 200;

/** The notes of an aborted workflow. */
export interface Aborted {
  /** Why it was aborted. */
  readonly reason: string;
  /** Abandoned tasks. */
  readonly remaining: readonly string[];
}

/**
 * Stores agents' notes in `.tallystick/memory`, without duplicates.
 *
 * @param notes untrusted
 * @param secrets that agents may know; none is written
 */
export function storeNotes(workspace: string, notes: readonly MemoryNotes[], secrets: readonly string[] = []): void {
  add(workspace, secrets, {
    learnings: notes.flatMap(({ learnings }) => learnings),
    patterns: notes.flatMap(({ patterns }) => patterns),
    verification: notes.flatMap(({ verification }) => verification),
    tasks: [],
  });
}

/** Records that a workflow was aborted, with its abandoned tasks. */
export function storeAborted(workspace: string, { reason, remaining }: Aborted, secrets: readonly string[] = []): void {
  add(workspace, secrets, {
    learnings: [`A build was ended: its fixes did not suffice. Reason: ${reason}`],
    patterns: [],
    verification: [],
    tasks: remaining.map((task) => `${task} (deleted)`),
  });
}

/** Notes of one heading that agents are given. */
const MOST_GIVEN = 20;

/**
 * The latest notes of earlier agents, for later ones: what was learnt and what to beware of, and for those that check what was
 * verified. Agents may have written the files themselves: it is material, as all that they write.
 */
export function notesFor(workspace: string, checks: boolean): string {
  const places: readonly Place[] = ['learnings', 'patterns', ...(checks ? (['verification'] as const) : [])];
  return places
    .flatMap((place) => {
      const { file, heading } = PLACES[place];
      const notes = notesBelow(readRunFile(join(folderOf(workspace), file)) ?? '', heading).slice(-MOST_GIVEN);
      return notes.length === 0 ? [] : [`${heading.slice(3)}:`, ...notes.flatMap((note) => lineOf(withoutTokens(note.slice(2))))];
    })
    .join('\n');
}

function notesBelow(text: string, heading: string): readonly string[] {
  const lines = text.split('\n');
  const at = lines.indexOf(heading);
  if (at === -1) return [];
  const next = lines.findIndex((line, index) => index > at && line.startsWith('#'));
  return lines.slice(at + 1, next === -1 ? lines.length : next).filter((line) => line.startsWith('- '));
}

function add(workspace: string, secrets: readonly string[], notes: Readonly<Record<Place, readonly string[]>>): void {
  const files = new Map<string, Place[]>();
  for (const place of Object.keys(PLACES) as Place[]) {
    if (notes[place].length > 0) append(files, PLACES[place].file, place);
  }
  for (const [file, places] of files) {
    const path = join(folderOf(workspace), file);
    const before = readRunFile(path) ?? '';
    const lines = (place: Place): readonly string[] =>
      notes[place].flatMap((note) => lineOf(withoutTokens(masked(note, secrets))));
    const after = places.reduce((text, place) => withNotes(text, PLACES[place].heading, lines(place)), before);
    if (after !== before) writeWhole(path, after);
  }
}

/** Tokens of well-known services and kinds, which nobody has to know to keep them out of a file. */
const TOKENS: readonly RegExp[] = [
  /\b(?:sk-|ghp_|gho_|ghs_|ghu_|github_pat_|glpat-|xox[abp]-|AKIA|npm_)[\w-]{12,200}/g,
  /\b(?:ASIA[A-Z0-9]{16}\b|AIza[\w-]{30,200}|(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,200}|hf_[A-Za-z0-9]{20,200})/g,
  // Signed tokens: both parts are JSON, which begins so in Base64.
  /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,4000}(?:\.[\w-]{0,4000})?/g,
  // A digit tells a token from words such as "Bearer authentication-is-required".
  /(?<=\b[Bb]earer\s)(?=[\w.~+/-]{0,200}\d)[\w.~+/=-]{16,4000}/g,
  // A key that was cut off.
  /-----BEGIN [A-Z0-9 ]{0,40}KEY(?: BLOCK)?-----(?:\s|\\[rn]){0,9}[\w+/=]{20,20000}(?:(?:\s|\\[rn]){1,9}[\w+/=]{20,20000}){0,999}/g,
];

function withoutTokens(note: string): string {
  return TOKENS.reduce((text, token) => text.replace(token, '***'), withoutKeys(note));
}

/** Masks `-----BEGIN ... KEY-----` with what follows up to its end. */
function withoutKeys(note: string): string {
  const parts = note.split('-----');
  let shown = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 1) {
    const [part = '', , end = ''] = parts.slice(at, at + 3);
    const isKey = part.startsWith('BEGIN ') && (part.endsWith('KEY') || part.endsWith('KEY BLOCK')) && end.startsWith('END ');
    shown += isKey ? `***${parts[at + 3] ?? ''}` : `-----${part}`;
    if (isKey) at += 3;
  }
  return shown;
}

function folderOf(workspace: string): string {
  return runFolder(workspace, 'memory');
}

/** Appends lines below a heading, and the heading if it is missing. Other lines stay unchanged. */
function withNotes(text: string, heading: string, notes: readonly string[]): string {
  const lines = text === '' ? [] : text.trimEnd().split('\n');
  const at = lines.indexOf(heading);
  if (at === -1) return withNotes([...lines, ...(lines.length === 0 ? [] : ['']), heading, ''].join('\n'), heading, notes);
  const next = lines.findIndex((line, index) => index > at && line.startsWith('#'));
  const end = next === -1 ? lines.length : next;
  const own = lines.slice(at + 1, end).filter((line) => line.trim() !== '');
  const all = [...own, ...notes.filter((note) => !own.includes(note))];
  const stored = [...new Set(all)].slice(-MOST_NOTES);
  const rest = lines.slice(end);
  return `${[...lines.slice(0, at + 1), '', ...stored, ...(rest.length === 0 ? [] : ['', ...rest])].join('\n')}\n`;
}

/** A note as one list item, which cannot become a heading. An empty note gives none. */
function lineOf(note: string): readonly string[] {
  const line = printable(note.replaceAll(/\s/g, ' ').trim());
  if (line === '') return [];
  return [`- ${line.length <= LONGEST_NOTE ? line : `${line.slice(0, LONGEST_NOTE - 1)}…`}`];
}
