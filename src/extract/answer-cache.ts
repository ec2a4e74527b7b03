import type { Expression } from '../facts/expression.js';
import { isExpression } from '../facts/sheets/sheet-expression.js';
import { type Ask, askKey } from '../facts/values/questions.js';
import type { Store } from './cache.js';
import type { Inference } from './extractor.js';
import type { Project } from './project.js';

/** Answers of earlier runs. One counts only while every file that its file leads to is as it was. */
export interface AnswerCache {
  /** Those of the questions whose answers still hold, by `askKey`. */
  readonly get: (project: Project, asks: readonly Ask[]) => ReadonlyMap<string, Expression>;
  readonly put: (project: Project, asks: readonly Ask[], inference: Inference) => void;
  /** All that was asked in an earlier run of what has this digest. */
  readonly asked: (digest: string) => readonly Ask[] | undefined;
  readonly putAsked: (digest: string, asks: readonly Ask[]) => void;
  /** Writes what was put, if anything was. */
  readonly save: () => void;
}

/** What is kept: of files their content and imports, of questions their answers. */
interface Kept {
  /** Of the listing and the configuration, which decide where imports lead. */
  readonly digest: string;
  readonly files: Record<string, { readonly hash: string; readonly imports: readonly string[] }>;
  /** File -> key -> answer. */
  readonly answers: Record<string, Record<string, Expression>>;
  /** Digest of a sheet -> all that was asked for it; of the latest few. */
  readonly asked: Record<string, readonly Ask[]>;
}

/** Shards of one repository on one machine, or branches that are scanned in turn. */
const MOST_SHEETS = 16;

/** Nothing that is read is trusted: a part that is not well-formed is as if it were not there. */
export function openAnswers(store: Store): AnswerCache {
  let kept = parse(store.read());
  let isChanged = false;
  const holds = new Map<string, boolean>();
  return {
    get: (project, asks) => {
      const found = new Map<string, Expression>();
      if (kept.digest !== project.digest()) return found;
      for (const ask of asks) {
        const key = askKey(ask);
        const own = Object.hasOwn(kept.answers, ask.file) ? kept.answers[ask.file] : undefined;
        const answer = own !== undefined && Object.hasOwn(own, key) ? own[key] : undefined;
        if (answer === undefined || !unchanged(kept, ask.file, project, holds)) continue;
        if (isExpression(answer)) found.set(key, answer);
      }
      return found;
    },
    put: (project, asks, { answers, imports }) => {
      const digest = project.digest();
      if (kept.digest !== digest)
        kept = { digest, files: Object.create(null), answers: Object.create(null), asked: Object.create(null) };
      // Once the files are noted as they are now, nothing would tell that an answer is of older ones.
      for (const file of Object.keys(kept.answers)) if (!unchanged(kept, file, project, holds)) delete kept.answers[file];
      for (const [path, list] of imports) {
        const hash = project.hashOf(path);
        if (hash !== undefined && kept.files[path]?.hash !== hash) kept.files[path] = { hash, imports: list };
      }
      for (const ask of asks) {
        const own = answers.get(askKey(ask));
        if (own !== undefined) kept.answers[ask.file] = { ...kept.answers[ask.file], [askKey(ask)]: own };
        holds.set(ask.file, true);
      }
      isChanged = true;
    },
    asked: (digest) => (Object.hasOwn(kept.asked, digest) ? kept.asked[digest] : undefined),
    putAsked: (digest, asks) => {
      const others = Object.entries(kept.asked).filter(([other]) => other !== digest);
      kept = { ...kept, asked: Object.fromEntries([...others.slice(1 - MOST_SHEETS), [digest, asks]]) };
      isChanged = true;
    },
    save: () => {
      if (isChanged) store.write(JSON.stringify(kept));
    },
  };
}

/** Whether a file and all that it leads to have the content that they had. */
function unchanged(kept: Kept, start: string, project: Project, holds: Map<string, boolean>): boolean {
  const known = holds.get(start);
  if (known !== undefined) return known;
  const seen = new Set([start]);
  let result = true;
  // A set's iterator also visits what is added while it runs.
  for (const path of seen) {
    const file = Object.hasOwn(kept.files, path) ? kept.files[path] : undefined;
    if (file === undefined || project.hashOf(path) !== file.hash) {
      result = false;
      break;
    }
    for (const next of file.imports) seen.add(next);
  }
  holds.set(start, result);
  return result;
}

function parse(text: string | undefined): Kept {
  const empty: Kept = {
    digest: '',
    files: Object.create(null),
    answers: Object.create(null),
    asked: Object.create(null),
  };
  if (text === undefined) return empty;
  try {
    const value: unknown = JSON.parse(text);
    return isKept(value) ? value : empty;
  } catch {
    return empty;
  }
}

function isKept(value: unknown): value is Kept {
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
const WHATS: readonly string[] = ['value', 'held', 'result'] satisfies readonly Ask['what'][];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
