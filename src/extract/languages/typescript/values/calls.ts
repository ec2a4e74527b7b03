import { ts } from 'ts-morph';
import {
  ABSENT,
  awaited,
  BOOLEAN,
  type Expression,
  INTEGER,
  NULL,
  NUMBER,
  STRING,
  unknown,
} from '../../../../facts/expression.js';
import { packages } from '../../../../facts/packages/index.js';
import { spanOf } from '../at.js';
import { originOf, requiredModule } from '../names/origins.js';
import { declarationOf, initializerOf, lookup } from '../names/scope.js';
import { isInText, type Source } from '../source.js';
import { typeOf } from '../types/types.js';
import { unwrap } from './access-paths.js';
import { storedInCache } from './cached-values.js';
import { isReadBack, isStoredRow } from './changes/read-back.js';
import { globalCall } from './global-calls.js';
import { isKnownThere } from './kindred-guards.js';
import { listMethod } from './list-methods.js';
import { listedModule } from './listed-folders.js';
import { listValue, type ValueReader } from './literals.js';
import { behindProxy } from './proxies.js';
import { isNothing } from './tags.js';

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
  const result = isStoredRow(source, node)
    ? ({ kind: 'operator', operator: 'non-null', of: { kind: 'operator', operator: 'awaited', of: given } } as const)
    : isKnownThere(source, node) || isReadBack(source, node)
      ? ({ kind: 'operator', operator: 'tested', of: given, keys: NULL } as const)
      : given;
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
  const declaration = declarationOf(source, callee.expression);
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

/** The arguments of `new X(…)` or `super(…)`: what a list passes is not known, so no default of these parameters counts. */
export function constructorArguments(
  source: Source,
  node: ts.CallExpression | ts.NewExpression,
  read: ValueReader,
): readonly Expression[] {
  const values = argumentValues(source, node, read);
  const isWhole = node.arguments?.some(ts.isSpreadElement) !== true;
  return isWhole ? values : [...values, ...Array.from({ length: MOST_LISTED }, () => unknown('a list of arguments passes it'))];
}
const MOST_LISTED = 8;

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
  const values = constructorArguments(source, node, read);
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
  if (TEXT_METHODS.has(name)) return unlessOwn(source, node, callee, STRING, read);
  if (TRUTH_METHODS.has(name)) return unlessOwn(source, node, callee, BOOLEAN, read);
  if (INTEGER_METHODS.has(name)) return INTEGER;
  // decimal.js, bignumber.js, long
  if (name === 'toNumber' && node.arguments.length === 0) return unlessOwn(source, node, callee, NUMBER, read);
  const optional = callee.questionDotToken !== undefined;
  const value =
    listMethod(source, node, callee, read, () => returned(source, node, read)) ?? functionMethod(source, node, callee, read);
  const own = value && (name === 'join' || name === 'split') ? unlessOwn(source, node, callee, value, read) : value;
  return optional && own !== undefined ? { kind: 'union', options: [own, ABSENT] } : own;
}

/** Names that classes of services have as well: `clubs.join(id)`, `notes.replace(id, note)`. */
const NAMES_OF_SERVICES = new Set(['join', 'split', 'replace', 'repeat', 'normalize', 'trim', 'includes', 'toNumber']);

/** The result of a method of the language, unless the value is seen to have an own method of that name. */
function unlessOwn(
  source: Source,
  node: ts.CallExpression,
  { expression, name: { text: name } }: ts.PropertyAccessExpression,
  of: Expression,
  read: ValueReader,
): Expression {
  const [first] = node.arguments;
  const isOfText = first !== undefined && (ts.isStringLiteralLike(first) || ts.isRegularExpressionLiteral(first));
  const on = unwrap(expression);
  const isOfMember = ts.isIdentifier(on) || ts.isPropertyAccessExpression(on) || ts.isNewExpression(on);
  if (!NAMES_OF_SERVICES.has(name) || isOfText || !isOfMember) return of;
  const { at: _, ...keys } = { at: undefined, ...returned(source, node, read) };
  return { kind: 'operator', operator: 'first-known', of, keys };
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
  // `pair.bind(null, 1)`: the arguments of its calls begin with another parameter
  if (name === 'bind' && node.arguments.length > 1 && ts.isVariableDeclaration(node.parent))
    return unknown('a function with some of its arguments bound is not followed');
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
