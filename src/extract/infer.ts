import type { Expression } from '../facts/expression.js';
import type { FactSheet } from '../facts/fact-sheet.js';
import { type Ask, askKey } from '../facts/questions.js';
import type { Gap } from '../model/gap.js';
import type { AnswerCache } from './answer-cache.js';
import type { Collection } from './collect.js';
import { extensionOf } from './conventions.js';
import { declaredIn } from './declared-types.js';
import type { Inference } from './extractor.js';

/** An answer may lead to further questions; a chain of more is not followed. */
const MOST_ROUNDS = 3;
/** More questions than this are not answered in one run. */
const MOST_QUESTIONS = 20_000;

/**
 * Answers what facts leave open, until nothing new is asked.
 *
 * @param questions what is open of a sheet with its answers so far; what is answered already may be among it
 * @returns the sheet with the answers, and with the types that they name. What crashes inside is a gap.
 */
export async function inferOpen(
  collection: Collection,
  questions: (sheet: FactSheet) => readonly Ask[],
  cache?: AnswerCache,
): Promise<FactSheet> {
  let { sheet } = collection;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const known = sheet.answers ?? {};
    const open = questions(sheet).filter((ask) => !Object.hasOwn(known, askKey(ask)));
    if (open.length === 0) break;
    const found = await answer(collection, open.slice(0, MOST_QUESTIONS), cache);
    const answers = { ...known, ...Object.fromEntries(found.answers) };
    const gaps = [...sheet.gaps, ...found.crashes.map(crash)];
    sheet = await collection.withTypes({ ...sheet, answers, gaps }, declaredIn([...found.answers.values()]));
  }
  cache?.save();
  return sheet;
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
