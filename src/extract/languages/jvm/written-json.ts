import { BOOLEAN, type Expression, NULL, NUMBER, type ObjectMember, STRING } from '../../../facts/expression.js';
import { type Body, bodyOf, readIn } from './bodies/variables.js';
import { at, type Source } from './source.js';
import { argumentsOf } from './syntax/cursor.js';
import { closingOf, tokenAt } from './tokens.js';
import type { Range, TypeDecl } from './unit.js';

/** If a body contains one of these, part of it may not run, or may run more than once. */
const BRANCHES = /^(?:if|else|for|while|do|switch|when|try|catch|return|throw|\?|->|\{)$/;
const ZERO: Expression = { kind: 'literal', value: 0 };

/** A list or object that is not closed yet; the outermost contains the whole value. */
interface Open {
  readonly members?: ObjectMember[];
  readonly items: Expression[];
  /** The name of the next member. */
  name?: string;
}

/**
 * The value that a Jackson serializer writes by consecutive generator calls; undefined if it is no serializer, or its output
 * depends on conditions. https://fasterxml.github.io/jackson-core/javadoc/2.17/com/fasterxml/jackson/core/JsonGenerator.html
 */
export function jsonWritten(source: Source, decl: TypeDecl): Expression | undefined {
  const method = decl.methods.find(
    ({ name, parameters }) => name === 'serialize' && parameters.length === 3 && parameters[1]?.type?.name === 'JsonGenerator',
  );
  const generator = method?.parameters[1]?.name;
  const range = method?.body;
  if (method === undefined || range === undefined) return undefined;
  const { tokens } = source.unit;
  const body = bodyOf(source, decl, method);
  const open: Open[] = [{ items: [] }];
  for (let index = range.from; index < range.to; index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (BRANCHES.test(text)) return undefined;
    if (kind !== 'word' || text !== generator || tokenAt(tokens, index - 1).text === '.') continue;
    const call = index + 3;
    if (tokenAt(tokens, index + 1).text !== '.' || tokenAt(tokens, call).text !== '(') return undefined;
    if (!written(body, open, tokenAt(tokens, index + 2).text, argumentsOf(tokens, call))) return undefined;
    index = closingOf(tokens, call);
  }
  const [whole] = open;
  return open.length === 1 && whole?.items.length === 1 ? whole.items[0] : undefined;
}

/** Adds the output of a generator call; false if the output is unknown. */
function written(body: Body, open: Open[], method: string, given: readonly Range[]): boolean {
  const [first, second] = given;
  const field = /^write(\w+?)Field(Start)?$/.exec(method);
  if (method === 'writeFieldName' || method === 'writeName') return named(body, open, first);
  if (field !== null) {
    const [, what = '', isStart] = field;
    return named(body, open, first) && (isStart ? begun(open, what) : value(body, open, what, second));
  }
  const [, isEnd, form = ''] = /^write(Start|End)?(\w+)$/.exec(method) ?? [];
  if (isEnd === 'Start') return begun(open, form);
  if (isEnd !== 'End') return value(body, open, form, first);
  const last = open.length > 1 ? open.pop() : undefined;
  if (last === undefined) return false;
  const [only, ...others] = last.items;
  const items: Expression = only !== undefined && others.length === 0 ? only : { kind: 'union', options: last.items };
  return put(body, open, last.members ? { kind: 'object', members: last.members } : { kind: 'array', items });
}

function begun(open: Open[], form: string): boolean {
  open.push(form === 'Object' ? { members: [], items: [] } : { items: [] });
  return form === 'Object' || form === 'Array';
}

function named(body: Body, open: readonly Open[], range: Range | undefined): boolean {
  const name = range === undefined ? undefined : readIn(body, range);
  const last = open.at(-1);
  if (last?.members === undefined || name?.kind !== 'literal' || typeof name.value !== 'string') return false;
  last.name = name.value;
  return true;
}

function value(body: Body, open: readonly Open[], form: string, range: Range | undefined): boolean {
  if (form === 'Null') return put(body, open, NULL);
  if (range === undefined) return false;
  if (form === 'String' || form === 'Binary') return put(body, open, STRING);
  if (form === 'Boolean') return put(body, open, BOOLEAN);
  if (form === 'Number') {
    // a text has no difference, as in `writeNumber(price.toPlainString())`; the value is then a number of unknown type
    const given: Expression = { kind: 'operator', operator: 'difference', of: readIn(body, range), keys: ZERO };
    return put(body, open, { kind: 'operator', operator: 'first-known', of: NUMBER, keys: given });
  }
  if (form === 'Array') return put(body, open, { kind: 'array', items: { kind: 'element', of: readIn(body, range) } });
  return (form === 'Object' || form === 'POJO') && put(body, open, readIn(body, range));
}

function put({ source, method }: Body, open: readonly Open[], of: Expression): boolean {
  const last = open.at(-1);
  if (last?.members === undefined) return last !== undefined && last.items.push(of) > 0;
  if (last.name === undefined) return false;
  last.members.push({ kind: 'property', name: last.name, naming: 'explicit', value: of, at: at(source, method.index) });
  delete last.name;
  return true;
}
