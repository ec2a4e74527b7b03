import type { Expression } from '../facts/expression.js';
import { isExpression } from '../facts/sheets/sheet-expression.js';
import { type Ask, askKey } from '../facts/values/questions.js';
import { isRecord } from '../model/json.js';
import type { Store } from './cache.js';
import type { Inference } from './extractor.js';
import type { Project } from './project.js';

/** Inferred answers of earlier runs. An answer is valid only while every file that its file leads to is unchanged. */
export interface AnswerCache {
  /** The answers to these questions that are still valid, by `askKey`. */
  readonly get: (project: Project, asks: readonly Ask[]) => ReadonlyMap<string, Expression>;
  readonly put: (project: Project, asks: readonly Ask[], inference: Inference) => void;
  /** All questions of an earlier run about the input with this digest. */
  readonly asked: (digest: string) => readonly Ask[] | undefined;
  readonly putAsked: (digest: string, asks: readonly Ask[]) => void;
  /** Writes the new entries, if there are any. */
  readonly save: () => void;
}

/** The stored form: contents and imports of files, and answers to questions. */
interface Retained {
  /** Digest of the listing and the configuration, which decide where imports lead. */
  readonly digest: string;
  readonly files: Record<string, { readonly hash: string; readonly imports: readonly string[] }>;
  /** File -> key -> answer. */
  readonly answers: Record<string, Record<string, Expression>>;
  /** Digest of a sheet -> all questions about it; only the latest few sheets. */
  readonly asked: Record<string, readonly Ask[]>;
}

/** Several shards of one repository on one machine, or branches that are scanned in turn, need several sheets. */
const MOST_SHEETS = 16;

/** Stored data is untrusted: a malformed part counts as absent. */
export function openAnswers(store: Store): AnswerCache {
  let retained = parse(store.read());
  let isChanged = false;
  const holds = new Map<string, boolean>();
  return {
    get: (project, asks) => {
      const found = new Map<string, Expression>();
      if (retained.digest !== project.digest()) return found;
      for (const ask of asks) {
        const key = askKey(ask);
        const own = Object.hasOwn(retained.answers, ask.file) ? retained.answers[ask.file] : undefined;
        const answer = own !== undefined && Object.hasOwn(own, key) ? own[key] : undefined;
        if (answer === undefined || !unchanged(retained, ask.file, project, holds)) continue;
        if (isExpression(answer)) found.set(key, answer);
      }
      return found;
    },
    put: (project, asks, { answers, imports }) => {
      const digest = project.digest();
      if (retained.digest !== digest)
        retained = { digest, files: Object.create(null), answers: Object.create(null), asked: Object.create(null) };
      // After the files are recorded as they are now, no check could detect that an answer belongs to an older version.
      for (const file of Object.keys(retained.answers))
        if (!unchanged(retained, file, project, holds)) delete retained.answers[file];
      for (const [path, list] of imports) {
        const hash = project.hashOf(path);
        if (hash !== undefined && retained.files[path]?.hash !== hash) retained.files[path] = { hash, imports: list };
      }
      for (const ask of asks) {
        const own = answers.get(askKey(ask));
        if (own !== undefined) retained.answers[ask.file] = { ...retained.answers[ask.file], [askKey(ask)]: own };
        holds.set(ask.file, true);
      }
      isChanged = true;
    },
    asked: (digest) => (Object.hasOwn(retained.asked, digest) ? retained.asked[digest] : undefined),
    putAsked: (digest, asks) => {
      const others = Object.entries(retained.asked).filter(([other]) => other !== digest);
      retained = { ...retained, asked: Object.fromEntries([...others.slice(1 - MOST_SHEETS), [digest, asks]]) };
      isChanged = true;
    },
    save: () => {
      if (isChanged) store.write(JSON.stringify(retained));
    },
  };
}

/** Whether a file and all files that it leads to have the recorded content. */
function unchanged(retained: Retained, start: string, project: Project, holds: Map<string, boolean>): boolean {
  const known = holds.get(start);
  if (known !== undefined) return known;
  const seen = new Set([start]);
  let result = true;
  // A set's iterator also visits entries that are added during the loop.
  for (const path of seen) {
    const file = Object.hasOwn(retained.files, path) ? retained.files[path] : undefined;
    if (file === undefined || project.hashOf(path) !== file.hash) {
      result = false;
      break;
    }
    for (const next of file.imports) seen.add(next);
  }
  holds.set(start, result);
  return result;
}

function parse(text: string | undefined): Retained {
  const empty: Retained = {
    digest: '',
    files: Object.create(null),
    answers: Object.create(null),
    asked: Object.create(null),
  };
  if (text === undefined) return empty;
  try {
    const value: unknown = JSON.parse(text);
    return isRetained(value) ? value : empty;
  } catch {
    return empty;
  }
}

function isRetained(value: unknown): value is Retained {
  if (!isRecord(value) || typeof value.digest !== 'string' || !isRecord(value.files) || !isRecord(value.answers)) return false;
  if (!isRecord(value.asked) || !Object.values(value.asked).every((list) => Array.isArray(list) && list.every(isAsk)))
    return false;
  const isFile = (file: unknown): boolean =>
    isRecord(file) &&
    typeof file.hash === 'string' &&
    Array.isArray(file.imports) &&
    file.imports.every((one) => typeof one === 'string');
  return Object.values(value.files).every(isFile) && Object.values(value.answers).every(isRecord);
}

function isAsk(value: unknown): value is Ask {
  if (!isRecord(value) || typeof value.file !== 'string' || !isRecord(value.at)) return false;
  const { line, column, length } = value.at;
  const isNumber = (number: unknown): boolean => typeof number === 'number';
  return isNumber(line) && isNumber(column) && (length === undefined || isNumber(length)) && WHATS.includes(String(value.what));
}
const WHATS: readonly string[] = ['value', 'stored', 'result'] satisfies readonly Ask['what'][];
