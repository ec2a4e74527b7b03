import { z } from 'zod';
import { jsonOf } from '../../model/json.js';
import { CallError } from '../call-failure.js';
import type { Tool } from '../tool.js';

/** Deeper values are refused, because recursive callers would overflow the stack. */
const DEEPEST = 200;

/**
 * Checks the answer of a tool against its declaration. Servers give a value in three ways: as structured content, wrapped as
 * `result` when it is not an object, or as JSON in a text; a list also as one text per item. An expected text is taken
 * unchanged.
 *
 * @param result of `tools/call`, unchecked
 * @throws CallError `tool-error`, `empty`, `not-json` or `wrong-shape`
 */
export function answerOf(tool: Tool, result: Readonly<Record<string, unknown>>): unknown {
  const texts = textsOf(result.content);
  if (result.isError === true) throw new CallError('tool-error', complaint(texts));
  const structured = result.structuredContent;
  const values: unknown[] = structured === undefined || structured === null ? [] : [structured, memberOf(structured, 'result')];
  values.push(...textValues(tool, texts));
  if (values.length === 0) throw nothing(tool, texts);
  for (const value of values) {
    const fitting = isDeeper(value, DEEPEST) ? undefined : tool.output.safeParse(value);
    if (fitting?.success === true) return fitting.data;
  }
  throw misfit(tool, values);
}

function textsOf(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) => {
    const text = memberOf(part, 'type') === 'text' ? memberOf(part, 'text') : undefined;
    return typeof text === 'string' ? [text] : [];
  });
}

function textValues(tool: Tool, texts: readonly string[]): readonly unknown[] {
  const [first] = texts;
  if (first === undefined) return [];
  if (tool.output instanceof z.ZodString) return [first];
  const parsed = texts.flatMap((text) => {
    const value = jsonOf(text);
    return value === undefined ? [] : [value];
  });
  if (parsed.length === 0) return [];
  return parsed.length === texts.length && tool.output instanceof z.ZodArray ? [parsed[0], parsed] : [parsed[0]];
}

function nothing(tool: Tool, texts: readonly string[]): CallError {
  const text = texts.join(' ').trim();
  const isList = tool.output instanceof z.ZodArray;
  // Some servers mean an empty list, others failed to answer: nothing must not become "no problems".
  if (text === '')
    return new CallError('empty', isList ? 'its answer is empty; an empty list would be []' : 'its answer is empty');
  return new CallError('not-json', `its answer is no ${isList ? 'list' : 'JSON'}: ${text.slice(0, 120)}`);
}

function misfit(tool: Tool, values: readonly unknown[]): CallError {
  const [value] = values;
  const error = memberOf(value, 'error');
  const text = typeof error === 'string' ? error : memberOf(error, 'message');
  if (typeof text === 'string' && text !== '') return new CallError('tool-error', text);
  if (values.some((each) => isDeeper(each, DEEPEST))) {
    return new CallError('wrong-shape', `its answer is nested deeper than ${DEEPEST}`);
  }
  const [issue] = tool.output.safeParse(value).error?.issues ?? [];
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  return new CallError('wrong-shape', `its answer has another shape than promised${where}: ${issue?.message ?? 'unknown'}`);
}

function complaint(texts: readonly string[]): string {
  const text = texts.join(' ').trim();
  return text === '' ? 'it says that the tool failed, and not why' : text;
}

/** Without recursion, because untrusted values may be as deep as they are long. */
function isDeeper(value: unknown, most: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
