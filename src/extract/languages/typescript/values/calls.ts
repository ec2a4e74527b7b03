import { ts } from 'ts-morph';
import type { ElementExpression, Expression, OperatorExpression } from '../../../../facts/expression.js';
import { packages } from '../../../../facts/packages/index.js';
import { spanOf } from '../at.js';
import { isFunctionNode } from '../names/names.js';
import { originOf, requiredModule } from '../names/origins.js';
import { initializerOf, lookup } from '../names/scope.js';
import { isInText, type Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { unwrap } from './access-paths.js';
import { storedInCache } from './cached-values.js';
import { mutationsOf } from './changes/mutations.js';
import { isReadBack } from './changes/read-back.js';
import { globalCall } from './global-calls.js';
import { isKnownThere } from './kindred-guards.js';
import { listedModule } from './listed-folders.js';
import { listValue, type ValueReader } from './literals.js';
import { isEachMethod } from './loops.js';
import { whereTaken, whereTested } from './narrowing.js';
import { behindProxy } from './proxies.js';
import { isNothing } from './tags.js';
import { isAny } from './unchecked.js';

const ABSENT: Expression = { kind: 'absent' };
const BOOLEAN: Expression = { kind: 'scalar', type: 'boolean' };
const INTEGER: Expression = { kind: 'scalar', type: 'integer' };
const NUMBER: Expression = { kind: 'scalar', type: 'number' };
const STRING: Expression = { kind: 'scalar', type: 'string' };
const NULL: Expression = { kind: 'literal', value: null };
const unknown = (why: string): Expression => ({ kind: 'unknown', why });

/** Further arguments count as one list. */
const MOST_ARGUMENTS = 8;

/** The value of a call: computed for functions of the language, otherwise the called function's result. */
export function callValue(source: Source, node: ts.CallExpression, read: ValueReader): Expression {
  const listed = listedModule(source, node);
  if (listed !== undefined) return listed;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return importedModule(node);
  const required = requiredModule(node);
  if (required !== undefined) return { kind: 'module', specifier: required };
  const own = globalCall(source, node, read) ?? methodCall(source, node, read);
  if (own !== undefined) return own;
  const plain = returned(source, node, read);
  const retained = retainedByContext(source, node, read);
  const cached = retained === undefined ? storedInCache(source, node, read) : undefined;
  const given = retained !== undefined ? firstKnown(retained, plain) : cached === undefined ? plain : firstKnown(plain, cached);
  const isFound = isKnownThere(source, node) || isReadBack(source, node);
  const result = isFound ? ({ kind: 'operator', operator: 'tested', of: given, keys: NULL } as const) : given;
  return node.questionDotToken === undefined ? result : { kind: 'union', options: [result, ABSENT] };
}

const firstKnown = (keys: Expression, of: Expression): Expression => ({ kind: 'operator', operator: 'first-known', of, keys });

const HONO = /["'](?:npm:|jsr:)?@?hono/;

/** `c.get('user')` of Hono is `c.var.user`, as far as middleware shows it. */
function retainedByContext(
  source: Source,
  { expression: callee, arguments: [key, more] }: ts.CallExpression,
  read: ValueReader,
): Expression | undefined {
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'get' || !ts.isIdentifier(callee.expression))
    return undefined;
  if (key === undefined || !ts.isStringLiteralLike(key) || more !== undefined || !isInText(source, HONO)) return undefined;
  const declaration = lookup(source, callee.expression)?.nodes[0];
  const isContext =
    declaration !== undefined && ts.isParameter(declaration) && /^_?(?:c|ctx|context)$/.test(callee.expression.text);
  const all: Expression = { kind: 'member', of: read(source, callee.expression), name: 'var' };
  return isContext ? { kind: 'member', of: all, name: key.text } : undefined;
}

function returned(source: Source, node: ts.CallExpression, read: ValueReader): Expression {
  const values = argumentValues(source, node, read);
  const left = node.arguments.slice(values.length);
  const types = (node.typeArguments ?? []).map((type) => typeOf(source, type));
  return {
    kind: 'returns',
    of: read(source, node.expression),
    ...(values.length > 0 && { values }),
    ...(left.length > 0 && { more: listValue(source, left, read) }),
    ...(types.length > 0 && { arguments: types }),
    ...((isBuiltIn(node) || isPassedData(node)) && { at: spanOf(source, node) }),
  };
}

/** Methods of lists, maps and strings whose result the checker may know where facts do not follow them. */
const BUILT_IN = new Set([
  ...['reduce', 'reduceRight', 'at', 'get', 'pop', 'shift', 'values', 'entries', 'keys', 'filter', 'map', 'find', 'findLast'],
  ...['flatMap', 'splice', 'toSpliced', 'with', 'match', 'matchAll', 'exec', 'next', 'fill', 'valueOf', 'allSettled', 'race'],
]);

/** The arguments of a generic function are more precise than its declaration. */
function isPassedData(node: ts.CallExpression): boolean {
  return node.arguments.length > 0 && node.typeArguments === undefined;
}

function isBuiltIn({ expression }: ts.CallExpression): boolean {
  const callee = unwrap(expression);
  return ts.isPropertyAccessExpression(callee) && BUILT_IN.has(callee.name.text);
}

function argumentValues(source: Source, node: ts.CallExpression | ts.NewExpression, read: ValueReader): readonly Expression[] {
  const given = (node.arguments ?? []).slice(0, MOST_ARGUMENTS);
  const spread = given.findIndex((one) => ts.isSpreadElement(one));
  return (spread < 0 ? given : given.slice(0, spread)).map((one) => read(source, one));
}

function importedModule(node: ts.CallExpression): Expression {
  const [specifier] = node.arguments;
  if (specifier !== undefined && ts.isStringLiteralLike(specifier)) return { kind: 'module', specifier: specifier.text };
  return unknown('a module that is only known when the service runs');
}

/** `new X(…)`. */
export function instanceValue(source: Source, node: ts.NewExpression, read: ValueReader): Expression {
  const callee = node.expression;
  if (ts.isIdentifier(callee) && lookup(source, callee) === undefined) {
    const own = globalInstance(source, node, callee.text) ?? behindProxy(source, node, read);
    if (own !== undefined) return own;
  }
  const values = argumentValues(source, node, read);
  const types = (node.typeArguments ?? []).map((type) => typeOf(source, type));
  return {
    kind: 'instance',
    of: read(source, callee),
    ...(values.length > 0 && { values }),
    ...(types.length > 0 && { arguments: types }),
  };
}

/** Instances of the language's own classes, by their result in JSON.stringify. */
function globalInstance(source: Source, node: ts.NewExpression, name: string): Expression | undefined {
  const [type] = node.typeArguments ?? [];
  if (name === 'Date') return { kind: 'scalar', type: 'string', format: 'date-time' };
  if (name === 'Array')
    return { kind: 'array', items: type === undefined ? unknown('elements of a new Array') : typeOf(source, type) };
  if (name === 'Promise') return type === undefined ? unknown('what a new Promise resolves to') : typeOf(source, type);
  if (name === 'Set' || name === 'Map' || name.endsWith('Error')) return { kind: 'object', members: [] };
  return undefined;
}

const TEXT_METHODS = new Set([
  ...[
    'toString',
    'toISOString',
    'toFixed',
    'toPrecision',
    'toLowerCase',
    'toUpperCase',
    'trim',
    'trimStart',
    'trimEnd',
    'padStart',
  ],
  ...[
    'padEnd',
    'substring',
    'substr',
    'charAt',
    'replace',
    'replaceAll',
    'repeat',
    'toLocaleString',
    'toDateString',
    'toLocaleDateString',
  ],
  ...['toLocaleTimeString', 'toTimeString', 'toUTCString', 'toHexString', 'normalize'],
]);
const TRUTH_METHODS = new Set(['includes', 'startsWith', 'endsWith', 'hasOwnProperty', 'isArray']);
const INTEGER_METHODS = new Set(['indexOf', 'lastIndexOf', 'findIndex', 'getTime', 'getFullYear', 'charCodeAt']);

/** Methods that mean the same everywhere: those of strings, lists, dates, functions and promises. */
function methodCall(source: Source, node: ts.CallExpression, read: ValueReader): Expression | undefined {
  const callee = unwrap(node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const name = callee.name.text;
  if ([callee.expression, ...(name === 'concat' ? node.arguments : [])].some((one) => makesSchemas(source, one)))
    return undefined;
  if (name === 'toISOString') return { kind: 'scalar', type: 'string', format: 'date-time' };
  if (TEXT_METHODS.has(name)) return STRING;
  if (TRUTH_METHODS.has(name)) return BOOLEAN;
  if (INTEGER_METHODS.has(name)) return INTEGER;
  // decimal.js, bignumber.js, long
  if (name === 'toNumber' && node.arguments.length === 0) return NUMBER;
  const optional = callee.questionDotToken !== undefined;
  const value = listMethod(source, node, callee, read) ?? functionMethod(source, node, callee, read);
  return optional && value !== undefined ? { kind: 'union', options: [value, ABSENT] } : value;
}

/** `z.string().trim()` is not a string: the chain begins at a package that creates schemas, or at a variable with a schema. */
function makesSchemas(source: Source, node: ts.Expression, hops = 0): boolean {
  let root = node;
  while (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root)) root = root.expression;
  if (!ts.isIdentifier(root) || hops > 5) return false;
  const specifier = originOf(source, root)?.specifier;
  if (specifier !== undefined) return packages.some((one) => one.schema !== undefined && one.specifiers.test(specifier));
  const made = initializerOf(source, root);
  return made !== undefined && ts.isCallExpression(made) && makesSchemas(source, made, hops + 1);
}

/** Kinds that are never lists: each value is one more element. */
const ONE: ReadonlySet<Expression['kind']> = new Set(['literal', 'text', 'object']);

function listMethod(
  source: Source,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  read: ValueReader,
): Expression | undefined {
  const name = callee.name.text;
  const [first] = node.arguments;
  const list = (): Expression => read(source, callee.expression);
  if (name === 'split' && first !== undefined) return { kind: 'array', items: STRING };
  if (name === 'join') return joined(callee.expression, first, read, source);
  if ((name === 'sort' || name === 'toSorted') && (first === undefined || takesElements(source, first, callee))) return list();
  if ((name === 'reverse' || name === 'toReversed') && first === undefined) return list();
  if (name === 'concat') {
    const all = [list(), ...node.arguments.map((one) => read(source, one))];
    const items = all.map((value) => (ONE.has(value.kind) ? value : ({ kind: 'spread', value } as const)));
    return listOrText(list(), { kind: 'tuple', items }, node.arguments.some(ts.isArrayLiteralExpression));
  }
  if (name === 'flat') return { kind: 'array', items: element(element(list())) };
  if (isOneOfList(name, node.arguments)) {
    const one: Expression = { kind: 'union', options: [element(list()), ABSENT] };
    return havingElements(list(), one, returned(source, node, read));
  }
  if (first === undefined) return undefined;
  if (name === 'slice') return ts.isStringLiteralLike(first) ? undefined : sliced(list(), first);
  if (name === 'at' || !isEachMethod(name) || !takesElements(source, first, callee)) return undefined;
  if (name === 'filter') return { kind: 'array', items: retained(source, first, element(list())) };
  if (name === 'find' || name === 'findLast') return { kind: 'union', options: [element(list()), ABSENT] };
  if (name === 'some' || name === 'every') return BOOLEAN;
  if (name === 'forEach') return ABSENT;
  const result: Expression = converted(source, first) ?? {
    kind: 'returns',
    of: read(source, first),
    values: [element(list())],
  };
  return { kind: 'array', items: name === 'flatMap' ? element(result) : result };
}

/** The text of `['', 'api', 'v1'].join('/')`, of a list that is written here or in a constant that nothing changes. */
function joined(list: ts.Expression, separator: ts.Expression | undefined, read: ValueReader, source: Source): Expression {
  const given = unwrap(list);
  const named = ts.isIdentifier(given) ? lookup(source, given)?.nodes[0] : undefined;
  const isConstant =
    named !== undefined && ts.isVariableDeclaration(named) && mutationsOf(source, given.getText(), named).length === 0;
  const node = isConstant && named.initializer !== undefined ? unwrap(named.initializer) : given;
  const elements = ts.isArrayLiteralExpression(node) ? node.elements : [];
  const isWritten = elements.length > 0 && !elements.some((one) => ts.isSpreadElement(one) || ts.isOmittedExpression(one));
  if (!isWritten || separator === undefined || !ts.isStringLiteralLike(separator)) return STRING;
  const between: Expression = { kind: 'literal', value: separator.text };
  const parts = elements.flatMap((one, index) => [...(index === 0 ? [] : [between]), read(source, one)]);
  return { kind: 'text', parts };
}

/** The elements that a filter keeps; the effect of a filter that is not a literal function on a union is unknown. */
function retained(source: Source, filter: ts.Expression, of: Expression): Expression {
  if (ts.isIdentifier(filter) && filter.text === 'Boolean') return { kind: 'operator', operator: 'non-null', of };
  const [parameter] = isFunctionNode(filter) ? filter.parameters : [];
  const type = isFunctionNode(filter) && parameter !== undefined ? asserted(source, filter.type, parameter) : undefined;
  const tested: OperatorExpression = {
    kind: 'operator',
    operator: 'tested',
    of,
    ...(isSetting(source, filter) && { keys: ABSENT }),
  };
  if (!isFunctionNode(filter) || filter.body === undefined || ts.isBlock(filter.body)) return type ?? tested;
  if (parameter === undefined) return of;
  if (!ts.isIdentifier(parameter.name)) return whereTaken(filter.body, parameter.name, of);
  const all = whereTested(filter.body, true, parameter.name.text, of);
  const left = all.kind === 'operator' && all.operator === 'tested' ? { ...all, ...tested, of: all.of } : all;
  const isKnown = left.kind === 'operator' && left.operator === 'non-null' && type?.kind !== 'intersection';
  return isKnown ? left : (type ?? left);
}

/** `(one) => one.isOn(config)`: another value than the element decides, as in a surrounding `if (config.on)`. */
function isSetting(source: Source, filter: ts.Expression): boolean {
  if (!isFunctionNode(filter) || filter.body === undefined) return false;
  const isOther = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)) {
      const declaration = lookup(source, node)?.nodes[0];
      return declaration !== undefined && ts.isParameter(declaration) && declaration.parent !== filter;
    }
    return ts.forEachChild(node, (child) => isOther(child) || undefined) === true;
  };
  return isOther(filter.body);
}

/** `User` of `(one): one is User => …`, which the compiler checks against the parameter's type unless that is `any`. */
function asserted(source: Source, type: ts.TypeNode | undefined, parameter: ts.ParameterDeclaration): Expression | undefined {
  if (type === undefined || !ts.isTypePredicateNode(type) || type.type === undefined) return undefined;
  return parameter.type !== undefined && isAny(parameter.type) ? undefined : typeOf(source, type.type);
}

/** A part of a string is a string, a part of a list is a list. Loops do not visit all elements of a part (`list.slice(1)`). */
function sliced(of: Expression, from: ts.Expression): Expression {
  const isWhole =
    ts.isNumericLiteral(from) && from.text === '0' && ts.isCallExpression(from.parent) && from.parent.arguments.length === 1;
  return listOrText(of, { kind: 'array', items: isWhole ? element(of) : { ...element(of), key: PART } });
}
const PART: Expression = { kind: 'unknown', why: 'which elements of the list are left is not told' };

/** The result of a list method that strings also have. */
function listOrText(of: Expression, made: Expression, isList = false): Expression {
  if (of.kind === 'scalar' || of.kind === 'text' || of.kind === 'literal') return STRING;
  if (isList || of.kind === 'array' || of.kind === 'tuple') return made;
  return havingElements(of, made, STRING);
}

/** A result for lists, and another one for values without elements. */
function havingElements(of: Expression, made: Expression, otherwise: Expression): Expression {
  const present: Expression = { kind: 'operator', operator: 'non-null', of };
  const keys: Expression = { kind: 'tuple', items: [{ kind: 'literal', value: '[]' }, made, otherwise] };
  return { kind: 'operator', operator: 'having', of: present, keys };
}

/** `rows.shift()`, `rows.at(-1)`: an element, if there is one. */
function isOneOfList(name: string, given: readonly ts.Expression[]): boolean {
  const [index, ...more] = given;
  if (name !== 'at') return (name === 'shift' || name === 'pop') && index === undefined;
  return index !== undefined && more.length === 0 && /^-?\d$/.test(index.getText());
}

/** `numbers.map(String)`. */
function converted(source: Source, node: ts.Expression): Expression | undefined {
  if (!ts.isIdentifier(node) || lookup(source, node) !== undefined) return undefined;
  return node.text === 'String' ? STRING : node.text === 'Boolean' ? BOOLEAN : undefined;
}

function element(of: Expression): ElementExpression {
  return { kind: 'element', of };
}

/** Whether an argument is a function or names one: list methods take such an argument, queries of the same name do not. */
function takesElements(source: Source, node: ts.Expression, callee: ts.Expression): boolean {
  if (isFunctionNode(node)) return true;
  // `list.map(mapper.toDto)`, but `users.find(request.id)`.
  if (ts.isPropertyAccessExpression(node)) return ts.isPropertyAccessExpression(callee) && !callee.name.text.startsWith('find');
  if (!ts.isIdentifier(node)) return false;
  const declaration = lookup(source, node)?.nodes[0];
  if (declaration === undefined) return /^(?:Boolean|String|Number)$/.test(node.text);
  // `manager.find(User)`: the imported name of a class
  if (/^[A-Z]/.test(node.text)) return false;
  if (ts.isVariableDeclaration(declaration))
    return declaration.initializer !== undefined && isFunctionNode(declaration.initializer);
  return isFunctionNode(declaration) || ts.isImportSpecifier(declaration) || ts.isImportClause(declaration);
}

function functionMethod(
  source: Source,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  read: ValueReader,
): Expression | undefined {
  const name = callee.name.text;
  const [first] = node.arguments;
  const run = runThrough(source, node, callee);
  if (run !== undefined) return { kind: 'returns', of: read(source, run.of), values: run.values.map((one) => read(source, one)) };
  if (name === 'bind') return read(source, callee.expression);
  if (name === 'call' || name === 'apply') return calledThrough(source, node, callee, read);
  if (name === 'catch' || name === 'finally') return read(source, callee.expression);
  if (name === 'then' && first !== undefined)
    return { kind: 'returns', of: read(source, first), values: [awaited(read(source, callee.expression))] };
  return undefined;
}

/**
 * `fn.call(this)` calls the function; an object with its own method of that name (`reply.apply(res)`) receives the call itself.
 */
function calledThrough(
  source: Source,
  node: ts.CallExpression,
  { expression, name: { text: name } }: ts.PropertyAccessExpression,
  read: ValueReader,
): Expression {
  const of = read(source, expression);
  const [given, ...others] = node.arguments;
  const isOfFunction = given === undefined || others.length > 0 || given.kind === ts.SyntaxKind.ThisKeyword || isNothing(given);
  if (isOfFunction || ts.isSpreadElement(given)) return { kind: 'returns', of };
  const items: readonly Expression[] = [{ kind: 'literal', value: name }, { kind: 'member', of, name }, of];
  return {
    kind: 'returns',
    of: { kind: 'operator', operator: 'having', of, keys: { kind: 'tuple', items } },
    values: [read(source, given)],
  };
}

/** Calls of packages that call a function with the arguments after it, and return its result. */
function runThrough(
  source: Source,
  { arguments: given }: ts.CallExpression,
  { expression, name: { text: name } }: ts.PropertyAccessExpression,
): { readonly of: ts.Expression; readonly values: readonly ts.Expression[] } | undefined {
  const [, of] = given;
  if (of === undefined || given.some((one) => ts.isSpreadElement(one))) return undefined;
  // https://open-telemetry.github.io/opentelemetry-js/classes/_opentelemetry_api._opentelemetry_api.ContextAPI.html
  if (name === 'with' && originOf(source, expression)?.specifier === '@opentelemetry/api') return { of, values: given.slice(3) };
  return name === 'run' && isStorage(source, expression) ? { of, values: given.slice(2) } : undefined;
}

/** https://nodejs.org/api/async_context.html */
function isStorage(source: Source, node: ts.Expression): boolean {
  const made = initializerOf(source, node);
  return made !== undefined && ts.isNewExpression(made) && /\bAsyncLocalStorage$/.test(made.expression.getText(source.tree));
}

function awaited(of: Expression): Expression {
  return { kind: 'operator', operator: 'awaited', of };
}
