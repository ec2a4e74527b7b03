import type { Expression } from '../../../../facts/expression.js';
import { annotation, argument } from '../annotations.js';
import { constants } from '../constants.js';
import type { Env } from '../free-names.js';
import { property } from '../routing/braced-paths.js';
import { literal, type Source, scopeOf, unknown } from '../source.js';
import type { Range, TypeDecl } from '../unit.js';
import { readValue } from '../values.js';

/** The name of a topic, queue or key in an annotation; `${key:default}` is a configuration property. */
export function channelIn(source: Source, decl: TypeDecl, range: Range): Expression {
  return configured(source, readValue({ source, scope: scopeOf(decl), local: constants(source, decl) }, range));
}

/** The same in a function body, where a field may have a value from `@Value`. */
export function channelAt(env: Env, decl: TypeDecl, range: Range): Expression {
  const { source } = env;
  const local = (name: string): Expression | undefined => {
    const stored = env.local(name);
    // a field shows only its type; its value is more exact
    return stored === undefined || stored.kind === 'scalar'
      ? (injected(source, decl, name) ?? constants(source, decl)(name) ?? stored)
      : stored;
  };
  return configured(source, readValue({ ...env, local }, range));
}

/** `@Value("${orders.topic}") String topic`: a field, or a constructor parameter with its name. */
function injected(source: Source, decl: TypeDecl, name: string): Expression | undefined {
  const constructors = decl.methods.filter((one) => one.name === decl.name).flatMap(({ parameters }) => parameters);
  for (const { name: own, annotations } of [...decl.fields, ...decl.components, ...constructors]) {
    const given = own === name ? argument(annotation(annotations, 'Value'), 'value') : undefined;
    if (given !== undefined) return readValue({ source, scope: scopeOf(decl), local: () => undefined }, given);
  }
  return undefined;
}

function configured(source: Source, of: Expression): Expression {
  if (of.kind === 'tuple')
    return { ...of, items: of.items.map((item) => (item.kind === 'spread' ? item : configured(source, item))) };
  if (of.kind === 'text') return { ...of, parts: of.parts.map((part) => configured(source, part)) };
  if (of.kind !== 'literal' || typeof of.value !== 'string' || !/[$#]\{/.test(of.value)) return of;
  if (of.value.includes('#{')) return unknown('an expression that Spring evaluates');
  return { kind: 'text', parts: pieces(source, of.value) };
}

/** A text split at `${…}`; each piece is a literal or the value of a placeholder. */
function pieces(source: Source, written: string): readonly Expression[] {
  const found: Expression[] = [];
  let at = 0;
  while (at < written.length) {
    const open = written.indexOf('${', at);
    const close = open < 0 ? -1 : written.indexOf('}', open);
    const end = close < 0 ? written.length : open;
    if (end > at) found.push(literal(written.slice(at, end)));
    if (close < 0) break;
    found.push(placeholder(source, written.slice(open + 2, close)));
    at = close + 1;
  }
  return found;
}

/** `orders.topic:orders`: a property with a default. */
function placeholder(source: Source, written: string): Expression {
  const [key = '', ...rest] = written.split(':');
  const found = property(source, key.trim());
  return rest.length === 0 ? found : { kind: 'union', options: [found, literal(rest.join(':'))] };
}
