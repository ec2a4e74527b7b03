import type { Expression } from '../../../facts/expression.js';
import { dialectOf } from './frameworks/index.js';
import { plainPath } from './known-types.js';
import { ASKED, orError } from './routing/dialect.js';
import { joinedTable } from './routing/tables.js';
import { A_KEY, bindingOf, type Place, packageOf, type Source, unknown } from './source.js';
import type { CallNode, Node } from './syntax/node.js';
import { isBuiltIn, typeOf } from './types.js';

type ReadValue = (place: Place, node: Node) => Expression;

const { text: string, whole: integer } = ASKED;

/** Results of functions of the standard library and of well-known packages. */
const KNOWN: readonly (readonly [RegExp, Expression])[] = [
  [/^fmt\.Sprint(?:f|ln)?$/, string],
  [/^strconv\.(?:Itoa|Quote|Format\w+)$/, string],
  [/^strconv\.(?:Atoi|ParseInt|ParseUint)$/, orError(integer)],
  [/^strconv\.ParseFloat$/, orError({ kind: 'scalar', type: 'number', format: 'double' })],
  [/^strconv\.ParseBool$/, orError({ kind: 'scalar', type: 'boolean' })],
  [/^strings\.(?:Split|SplitN|Fields)$/, { kind: 'array', items: string }],
  [/^strings\.(?:To\w+|Trim\w*|Join|Replace|ReplaceAll|Repeat|Title)$/, string],
  [/^strings\.(?:Contains\w*|Has\w+|EqualFold)$/, { kind: 'scalar', type: 'boolean' }],
  [/^net\/http\.StatusText$/, string],
  [/^github\.com\/(?:go-chi|pressly)\/chi\.URLParam$/, string],
  [/^github\.com\/gorilla\/mux\.Vars$/, ASKED.texts],
  [/^time\.(?:Now|Unix|UnixMilli|Date)$/, { kind: 'scalar', type: 'string', format: 'date-time' }],
  [/^time\.Since$/, integer],
  [/^github\.com\/google\/uuid\.NewString$/, string],
  [/^github\.com\/google\/uuid\.(?:New|Must|MustParse)$/, { kind: 'scalar', type: 'string', format: 'uuid' }],
  [/^github\.com\/google\/uuid\.Parse$/, orError({ kind: 'scalar', type: 'string', format: 'uuid' })],
];

/** Methods whose result does not depend on the receiver. */
const METHODS: readonly (readonly [RegExp, number, Expression])[] = [
  [/^(?:Error|String|Hex)$/, 0, string],
  [/^Format$/, 1, string],
  [/^(?:Unix|UnixMilli|UnixNano)$/, 0, integer],
  // of requests, and of the parameters of httprouter
  [/^(?:FormValue|PostFormValue|PathValue|ByName)$/, 1, string],
];

/**
 * The result of a call: of a builtin, a conversion or a known function, otherwise a reference to the result of the called
 * function.
 */
export function callValue(place: Place, node: CallNode, read: ReadValue): Expression {
  const { source, scope } = place;
  const { of, given } = node;
  if (of.kind === 'name' && bindingOf(scope, of.name) === undefined && !source.named.has(of.name)) {
    const built = builtIn(place, node, of.name, read);
    if (built !== undefined) return built;
  }
  const [only] = given.length === 1 ? given : [];
  const isPlain = of.kind === 'name' && of.name === 'any' && !source.named.has('any');
  if (only !== undefined && (isPlain || of.kind === 'interface')) return read(place, only);
  if (isConversion(source, of)) return typeOf(source, of, scope);
  if (of.kind === 'unary' && of.operator === '*') return typeOf(source, of, scope);
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
  // https://docs.gofiber.io/whats_new#generic-functions: `fiber.Params[int](c, "id")`
  if (of.kind === 'index' && callee.kind === 'member' && /^(?:Params|Query|GetReqHeader)$/.test(callee.name)) {
    const [type] = of.keys;
    if (type !== undefined && /\/fiber\/v\d+$/.test(packageOf(source, callee.of, scope) ?? ''))
      return typeOf(source, type, scope);
  }
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
  if (name === 'make' || name === 'new') return typeOf(place.source, mapOf(place.source, first) ?? first, place.scope);
  return isBuiltIn(name) && name !== 'any' && name !== 'error'
    ? typeOf(place.source, nameNode(name, first), place.scope)
    : undefined;
}

/** `type M map[string]any`: `make(M)` is analysed as a map, with entries of its own. */
function mapOf({ types }: Source, type: Node): Node | undefined {
  const declared = type.kind === 'name' ? types.get(type.name)?.type : undefined;
  return declared?.kind === 'map' ? declared : undefined;
}

const nameNode = (name: string, { start, end }: Node): Node => ({ kind: 'name', name, start, end });

function isConversion(source: Source, of: Node): boolean {
  if (of.kind === 'list' || of.kind === 'map') return true;
  if (of.kind === 'index') return isConversion(source, of.of);
  return of.kind === 'name' && source.types.has(of.name);
}

function knownCall(place: Place, { of, name }: Node & { kind: 'member' }, count: number): Expression | undefined {
  const { source, scope } = place;
  const path = packageOf(source, of, scope);
  if (path === undefined) {
    if (name === 'Get' && holdsTexts(place, of)) return string;
    // `ctx.Params().Get("id")`
    const within = of.kind === 'call' && of.of.kind === 'member' ? of.of : undefined;
    const on = within?.of ?? of;
    const hint = on.kind === 'name' ? bindingOf(scope, on.name)?.hint : undefined;
    const asks = hint?.kind === 'context' ? dialectOf(hint.dialect)?.asks : undefined;
    const called = within === undefined ? name : `${within.name}().${name}`;
    const asked = asks?.find(([method]) => method.test(called))?.[1];
    return asked ?? METHODS.find(([method, given]) => given === count && method.test(name))?.[2];
  }
  const full = `${plainPath(path)}.${name}`;
  return KNOWN.find(([known]) => known.test(full))?.[1];
}

/** `r.URL.Query()`, a variable with its value, `r.Header`. */
function holdsTexts({ source, scope }: Place, of: Node): boolean {
  if (of.kind === 'call') return of.of.kind === 'member' && of.of.name === 'Query' && of.given.length === 0;
  if (of.kind !== 'name') return of.kind === 'member' && of.name === 'Header';
  const stored = bindingOf(scope, of.name)?.expression;
  const value = stored?.kind === 'name' ? source.constants.get(stored.name)?.value : undefined;
  return value?.kind === 'returns' && value.values === undefined && value.of.kind === 'member' && value.of.name === 'Query';
}

/** Texts that standard library functions join: `fmt.Sprintf("%s/users", base)`, `path.Join(base, "users")`. */
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
  const verbs = first.value.match(/%[svdq]/g) ?? [];
  const rest = parts.slice(1).map((one, index) => (verbs[index] === '%d' && isKey(place, one) ? integer : one));
  return {
    kind: 'text',
    parts: texts.flatMap((text, index): Expression[] => {
      const value = rest[index];
      return [...(text === '' ? [] : [{ kind: 'literal', value: text } as const]), ...(value === undefined ? [] : [value])];
    }),
  };
}

/** The key or index of a loop. */
const isKey = ({ loops }: Place, one: Expression): boolean =>
  one === A_KEY ||
  (one.kind === 'member' && one.name === '0' && loops.some(({ name }) => one.of.kind === 'name' && one.of.name === name));

const SLASH: Expression = { kind: 'literal', value: '/' };
