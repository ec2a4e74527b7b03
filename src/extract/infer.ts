import { createHash } from 'node:crypto';
import type { Expression } from '../facts/expression.js';
import type { FactSheet } from '../facts/fact-sheet.js';
import { type Ask, askKey } from '../facts/values/questions.js';
import type { Gap } from '../model/gap.js';
import type { AnswerCache } from './answer-cache.js';
import type { Collection } from './collect.js';
import { extensionOf } from './conventions.js';
import type { Inference } from './extractor.js';

/** An answer may lead to further questions; longer chains are not followed. */
const MOST_ROUNDS = 3;
/** One run answers at most this many questions. */
const MOST_QUESTIONS = 20_000;

/**
 * Answers what facts leave open, until there are no new questions.
 *
 * @param questions the open questions of a sheet with its answers so far; it may return questions that are already answered
 * @param about what the questions depend on besides the sheet; when it is given and nothing has changed since an earlier run,
 * that run's answers are used without computing the questions
 * @returns the sheet with the answers, and with the types that they name; a crash of inference becomes a gap
 */
export async function inferOpen(
  collection: Collection,
  questions: (sheet: FactSheet) => readonly Ask[],
  cache?: AnswerCache,
  about?: string,
): Promise<FactSheet> {
  const inferred = new Set(collection.languages.flatMap(({ infer, extensions }) => (infer === undefined ? [] : extensions)));
  const isInferred = (path: string): boolean => inferred.has(extensionOf(path));
  if (!collection.sheet.files.some(({ path }) => isInferred(path))) return collection.sheet;
  const digest = about === undefined || cache === undefined ? undefined : digestOf(collection.sheet, about);
  const before = digest === undefined ? undefined : cache?.asked(digest);
  const same = before === undefined ? undefined : await allCached(collection, before, cache);
  if (same !== undefined) return same;
  let { sheet } = collection;
  const asked: Ask[] = [];
  let hasCrashed = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const known = sheet.answers ?? {};
    const open = questions(sheet).filter((ask) => isInferred(ask.file) && !Object.hasOwn(known, askKey(ask)));
    if (open.length === 0) break;
    const found = await answer(collection, open.slice(0, MOST_QUESTIONS), cache);
    asked.push(...open.slice(0, MOST_QUESTIONS));
    hasCrashed ||= found.crashes.length > 0;
    const answers = { ...known, ...Object.fromEntries(found.answers) };
    const gaps = [...sheet.gaps, ...found.crashes.map(crash)];
    sheet = await collection.withTypes({ ...sheet, answers, gaps }, declaredIn([...found.answers.values()]));
  }
  if (digest !== undefined && !hasCrashed) cache?.putAsked(digest, asked);
  cache?.save();
  return sheet;
}

/** The sheet with the answers of an earlier run, if all of them are still valid. */
async function allCached(
  collection: Collection,
  asks: readonly Ask[],
  cache: AnswerCache | undefined,
): Promise<FactSheet | undefined> {
  const answers = new Map<string, Expression>();
  for (const language of collection.languages) {
    const own = asks.filter(({ file }) => language.extensions.includes(extensionOf(file)));
    if (own.length === 0) continue;
    for (const [key, found] of cache?.get(collection.projectOf(language), own) ?? []) answers.set(key, found);
  }
  if (asks.some((ask) => !answers.has(askKey(ask)))) return undefined;
  return collection.withTypes(
    answers.size === 0 ? collection.sheet : { ...collection.sheet, answers: Object.fromEntries(answers) },
    declaredIn([...answers.values()]),
  );
}

/** Digest of everything that decides the questions: the facts, which follow from the files' contents, and where imports lead. */
function digestOf({ files, resolutions, shard }: FactSheet, about: string): string {
  const hash = createHash('sha256').update(JSON.stringify([about, shard, resolutions]));
  for (const file of files) hash.update(`${file.path}\n${file.hash}\n`);
  return hash.digest('hex');
}

function crash({ ask, message }: Crash): Gap {
  const detail = `Working out what is sent failed inside Tallystick: ${message}`;
  return { reason: 'extractor-crash', detail, at: { file: ask.file, line: ask.at.line, column: ask.at.column } };
}

async function answer(collection: Collection, asks: readonly Ask[], cache: AnswerCache | undefined): Promise<Answered> {
  const answers = new Map<string, Expression>();
  const crashes: Crash[] = [];
  for (const language of collection.languages) {
    const own = asks.filter(({ file }) => language.extensions.includes(extensionOf(file)));
    if (language.infer === undefined || own.length === 0) continue;
    const project = collection.projectOf(language);
    const cached = cache?.get(project, own);
    for (const [key, found] of cached ?? []) answers.set(key, found);
    const open = own.filter((ask) => !answers.has(askKey(ask)));
    if (open.length === 0) continue;
    const inference = await language.infer(open, project);
    for (const [key, found] of inference.answers) answers.set(key, found);
    crashes.push(...inference.crashes);
    if (inference.crashes.length === 0) cache?.put(project, open, inference);
  }
  return { answers, crashes };
}

type Answered = Pick<Inference, 'answers' | 'crashes'>;
type Crash = Inference['crashes'][number];

/** The declared types that expressions name, each once. */
function declaredIn(expressions: readonly Expression[]): readonly { readonly file: string; readonly name: string }[] {
  const found = new Map<string, { readonly file: string; readonly name: string }>();
  const pending: unknown[] = [...expressions];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (isDeclared(next)) found.set(`${next.file}#${next.name}`, { file: next.file, name: next.name });
    for (const inner of Object.values(next)) if (typeof inner === 'object' && inner !== null) pending.push(inner);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, type]) => type);
}

function isDeclared(value: object): value is Extract<Expression, { kind: 'declared' }> {
  return 'kind' in value && value.kind === 'declared' && 'file' in value && 'name' in value;
}
