import type { Expression } from '../../../../facts/expression.js';
import { isShallow } from '../../../../facts/sheets/sheet-form.js';
import { type Ask, askKey } from '../../../../facts/values/questions.js';
import type { Inference, ProjectHost } from '../../../extractor.js';
import { answer } from './answer.js';
import { openProgram, type Program } from './program.js';
import { createStrictness } from './strictness.js';

/**
 * Answers questions with one TypeScript program over their files and all imported files. The checker works only on what the
 * questions need. A question that crashes the checker is reported; the others are answered.
 */
export function infer(asks: readonly Ask[], host: ProjectHost): Inference {
  const answers = new Map<string, Expression>();
  const crashes: Inference['crashes'][number][] = [];
  const program = programOf([...new Set(asks.map(({ file }) => file))].sort(), host);
  const isStrict = createStrictness(host);
  for (const ask of [...asks].sort((a, b) => (askKey(a) < askKey(b) ? -1 : 1))) {
    try {
      const found = answer(program, ask, isStrict(ask.file));
      answers.set(askKey(ask), isShallow(found) ? found : TOO_DEEP);
    } catch (error) {
      answers.set(askKey(ask), TOO_DEEP);
      if (error instanceof RangeError) continue;
      const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      crashes.push({ ask, message });
    }
  }
  return { answers, imports: program.imports, crashes };
}

/** The last program of a repository: later questions are often about files that it already has. */
const programs = new WeakMap<ProjectHost, Program>();

function programOf(paths: readonly string[], host: ProjectHost): Program {
  const last = programs.get(host);
  if (last !== undefined && paths.every((path) => last.tree(path) !== undefined)) return last;
  const program = openProgram(paths, host, last);
  programs.set(host, program);
  return program;
}

const TOO_DEEP: Expression = { kind: 'unknown', why: 'its type is nested too deeply' };
