import type { Expression } from '../../../facts/expression.js';
import { plainPath } from './known-types.js';
import { bindingOf, type Place, packageOf, type Source, unknown } from './source.js';
import type { CallNode, Node } from './syntax/node.js';
import { joinedTable } from './tables.js';
import { isBuiltIn, typeOf } from './types.js';

type ReadValue = (place: Place, node: Node) => Expression;

const string: Expression = { kind: 'scalar', type: 'string' };
const integer: Expression = { kind: 'scalar', type: 'integer' };
const error = unknown('an error');
const both = (first: Expression): Expression => ({ kind: 'tuple', items: [first, error] });

/** What functions of the standard library and of well-known packages give. */
const KNOWN: readonly (readonly [RegExp, Expression])[] = [
  [/^fmt\.Sprint(?:f|ln)?$/, string],
  [/^strconv\.(?:Itoa|Quote|Format\w+)$/, string],
  [/^strconv\.(?:Atoi|ParseInt|ParseUint)$/, both(integer)],
  [/^strconv\.ParseFloat$/, both({ kind: 'scalar', type: 'number', format: 'double' })],
  [/^strconv\.ParseBool$/, both({ kind: 'scalar', type: 'boolean' })],
  [/^strings\.(?:Split|SplitN|Fields)$/, { kind: 'array', items: string }],
  [/^strings\.(?:To\w+|Trim\w*|Join|Replace|ReplaceAll|Repeat|Title)$/, string],
  [/^strings\.(?:Contains\w*|Has\w+|EqualFold)$/, { kind: 'scalar', type: 'boolean' }],
  [/^net\/http\.StatusText$/, string],
  [/^time\.(?:Now|Unix|UnixMilli|Date)$/, { kind: 'scalar', type: 'string', format: 'date-time' }],
  [/^time\.Since$/, integer],
  [/^github\.com\/google\/uuid\.NewString$/, string],
  [/^github\.com\/google\/uuid\.(?:New|Must|MustParse)$/, { kind: 'scalar', type: 'string', format: 'uuid' }],
  [/^github\.com\/google\/uuid\.Parse$/, both({ kind: 'scalar', type: 'string', format: 'uuid' })],
];

/** Methods that give the same whatever they are called on. */
const METHODS: readonly (readonly [RegExp, number, Expression])[] = [
  [/^(?:Error|String|Hex)$/, 0, string],
  [/^Format$/, 1, string],
  [/^(?:Unix|UnixMilli|UnixNano)$/, 0, integer],
];

/** What a call gives: of a builtin, a conversion, something known, else whatever the function returns. */
export function callValue(place: Place, node: CallNode, read: ReadValue): Expression {
  const { source, scope } = place;
  const { of, given } = node;
  if (of.kind === 'name' && bindingOf(scope, of.name) === undefined && !source.named.has(of.name)) {
    const built = builtIn(place, node, of.name, read);
    if (built !== undefined) return built;
  }
  if (isConversion(source, of)) return typeOf(source, of, scope);
  if (of.kind === 'unary' && of.operator === '*') return typeOf(source, of, scope);
  const [only] = given.length === 1 ? given : [];
  if (
    only !== undefined &&
    of.kind === 'member' &&
    /^Handler(?:Func)?$/.test(of.name) &&
    packageOf(source, of.of, scope) === 'net/http'
  )
    return read(place, only);
  const text = of.kind === 'member' ? textCall(place, of, given, read) : undefined;
  if (text !== undefined) return text;
  const known = of.kind === 'member' ? knownCall(place, of, given.length) : undefined;
  if (known !== undefined) return known;
  const callee = of.kind === 'index' ? of.of : of;
  const types = of.kind === 'index' ? of.keys.map((key) => typeOf(source, key, scope)) : [];
  const values = given.map((one, index) => (node.spread && index === given.length - 1 ? SPREAD : read(place, one)));
  return {
    kind: 'returns',
    of: read(place, callee),
    ...(values.length > 0 && { values }),
    ...(types.length > 0 && { arguments: types }),
  };
}

const SPREAD = unknown('a list is spread here');

/** https://go.dev/ref/spec#Built-in_functions and conversions to built-in types. */
function builtIn(place: Place, node: CallNode, name: string, read: ReadValue): Expression | undefined {
  const [first] = node.given;
  if (name === 'len' || name === 'cap' || name === 'copy') return integer;
  if (first === undefined) return undefined;
  if (name === 'append') return joinedTable(place, node, read) ?? read(place, first);
  if (name === 'min' || name === 'max') return read(place, first);
  if (name === 'make' || name === 'new') return typeOf(place.source, first, place.scope);
  return isBuiltIn(name) && name !== 'any' && name !== 'error'
    ? typeOf(place.source, nameNode(name, first), place.scope)
    : undefined;
}

const nameNode = (name: string, { start, end }: Node): Node => ({ kind: 'name', name, start, end });

function isConversion(source: Source, of: Node): boolean {
  if (of.kind === 'list' || of.kind === 'map') return true;
  if (of.kind === 'index') return isConversion(source, of.of);
  return of.kind === 'name' && source.types.has(of.name);
}

function knownCall({ source, scope }: Place, { of, name }: Node & { kind: 'member' }, count: number): Expression | undefined {
  const path = packageOf(source, of, scope);
  if (path === undefined) return METHODS.find(([method, given]) => given === count && method.test(name))?.[2];
  const full = `${plainPath(path)}.${name}`;
  return KNOWN.find(([known]) => known.test(full))?.[1];
}

/** Texts that functions of the standard library put together: `fmt.Sprintf("%s/users", base)`, `path.Join(base, "users")`. */
function textCall(
  place: Place,
  { of, name }: Node & { kind: 'member' },
  given: readonly Node[],
  read: ReadValue,
): Expression | undefined {
  const path = packageOf(place.source, of, place.scope);
  const parts = given.map((one) => read(place, one));
  const [first, second] = given;
  if (path === 'path' && name === 'Join')
    return { kind: 'text', parts: parts.flatMap((part, index) => (index === 0 ? [part] : [SLASH, part])) };
  if (path === 'strings' && /^Trim(?:Suffix|Right)$/.test(name) && second?.kind === 'string' && second.value === '/')
    return { kind: 'text', parts: parts.slice(0, 1) };
  const [text] = parts;
  if (path === 'strings' && /^To(?:Upper|Lower)$/.test(name) && text?.kind === 'literal' && typeof text.value === 'string')
    return { kind: 'literal', value: name === 'ToUpper' ? text.value.toUpperCase() : text.value.toLowerCase() };
  if (path !== 'fmt' || name !== 'Sprintf' || first?.kind !== 'string') return undefined;
  const texts = first.value.split(/%[svdq]/);
  if (texts.some((text) => text.includes('%')) || texts.length !== given.length) return undefined;
  const rest = parts.slice(1);
  return {
    kind: 'text',
    parts: texts.flatMap((text, index): Expression[] => {
      const value = rest[index];
      return [{ kind: 'literal', value: text }, ...(value === undefined ? [] : [value])];
    }),
  };
}

const SLASH: Expression = { kind: 'literal', value: '/' };
