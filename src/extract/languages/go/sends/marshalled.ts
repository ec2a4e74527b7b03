import { type Expression, isNull } from '../../../../facts/expression.js';
import type { Walk } from '../bodies.js';
import { plainPath } from '../known-types.js';
import type { Source } from '../source.js';
import type { FunctionNode } from '../syntax/node.js';
import { JSON_PACKAGES } from './json-texts.js';

/** Name of the method that returns the encoded value. */
export const WRITTEN = 'toJSON';

/** That method of the type with such a method, if its body only reads fields of its receiver. */
export function writtenBy(source: Source, method: string, { body }: FunctionNode, receiver: string): string | undefined {
  if (!method.endsWith('#MarshalJSON') || body === undefined) return undefined;
  const inner = source.text.bare.slice(body.start, body.end);
  const isRead = [...inner.matchAll(/\w+/g)].every(({ 0: word, index }) => {
    if (word !== receiver || inner[index - 1] === '.') return true;
    const after = inner.slice(index + word.length, index + word.length + MAX_FIELD);
    return inner[index - 1] !== '&' && /^\.\w+ *(?:[^ \w=([+-]|==)/.test(after);
  });
  return isRead ? `${method.slice(0, method.indexOf('#'))}#${WRITTEN}` : undefined;
}

/** Longer field names are not matched. */
const MAX_FIELD = 200;

/**
 * Records what a `MarshalJSON` passes to `json.Marshal`: that is the JSON form of the type. A method that writes bytes in any
 * other way is unresolved.
 *
 * @see https://pkg.go.dev/encoding/json#Marshaler
 */
export function readMarshaller(source: Source, name: string, { returned, failed }: Walk): void {
  // `return nil, nil` gives no JSON, which is an error
  const good = returned.filter((row) => !failed.has(row) && !row.every(isNull));
  const type = name.slice(0, name.indexOf('#'));
  const written = good.map(([first]) => first && marshalledIn(source, type, first, 0));
  const known = written.flatMap((one) => one ?? []);
  const [only] = known;
  if (only === undefined || known.length < good.length) return;
  source.marshalled.set(type, known.length === 1 ? only : { kind: 'union', options: known });
}

/**
 * The JSON that oapi-codegen stores in a field `union`: its types are the results of `AsUser() (User, error)` and similar
 * methods.
 */
function retainedIn({ methods }: Source, type: string): Expression | undefined {
  const all = [...(methods.get(type) ?? [])].filter((name) => /^As[A-Z0-9]/.test(name));
  const options = all.map((name): Expression => {
    const of: Expression = { kind: 'returns', of: { kind: 'name', name: `${type}#${name}`, space: 'value' } };
    return { kind: 'member', of, name: '0' };
  });
  return options.length === 0 ? undefined : { kind: 'union', options };
}

/** `json.Marshal(x)`, also through a variable. */
function marshalledIn(source: Source, type: string, value: Expression, depth: number): Expression | undefined {
  if (depth > MAX_DEPTH) return undefined;
  // JSON texts
  if (value.kind === 'scalar') return value.format === undefined ? value : undefined;
  if (value.kind === 'operator' && value.operator === 'non-null') return marshalledIn(source, type, value.of, depth + 1);
  if (value.kind === 'member') return value.name === '0' ? marshalledIn(source, type, value.of, depth + 1) : undefined;
  if (value.kind === 'name') {
    const stored = source.constants.get(value.name)?.value;
    return stored && marshalledIn(source, type, stored, depth + 1);
  }
  if (value.kind !== 'returns') return undefined;
  const { of } = value;
  if (of.kind === 'member' && of.name === 'MarshalJSON')
    return of.of.kind === 'member' && of.of.name === 'union' ? retainedIn(source, type) : of.of;
  // `jsoniter.ConfigFastest.Marshal(x)`
  const named = of.kind === 'member' && of.name === 'Marshal' ? of.of : of;
  const [path, name] = named.kind === 'name' ? (source.imports.get(named.name)?.specifier.split('#') ?? []) : [];
  const isMarshal = JSON_PACKAGES.test(plainPath(path ?? '')) && (named === of ? name === 'Marshal' : /^Config/.test(name ?? ''));
  return isMarshal ? value.values?.[0] : undefined;
}

const MAX_DEPTH = 6;
