import { ts } from 'ts-morph';
import { isFunctionNode } from '../names/names.js';
import { declarationOf, initializerOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';

/** Names of results that tell whether there is another one: those of errors, and of flags of success. */
const ERRORS = ['error', 'err', 'errors', 'failure', 'isError'];
const FLAGS = ['ok', 'success', 'found', 'isOk'];
const TELLS: ReadonlySet<string> = new Set([...ERRORS, ...FLAGS]);

/** What is known of a value beside a tested one: it is there, or the test decides it in a way that is not seen. */
type Told = 'present' | 'tested' | undefined;

/**
 * What tests of results of the same call tell of this one: `const { data, error } = await load(); if (error) return`, and
 * `found.error` beside `found.data`. Where there is an error, nothing is told.
 */
export function toldBeside(
  source: Source,
  node: ts.Identifier | ts.PropertyAccessExpression,
  narrowingOf: (path: string) => 'true' | 'present' | 'tested' | undefined,
): Told {
  const { paths, made } = pathsBeside(source, node);
  const told = paths.map((path): Told => {
    const narrowing = narrowingOf(path);
    if (FLAGS.includes(path.slice(path.lastIndexOf('.') + 1))) return narrowing === 'true' ? 'present' : narrowing;
    return narrowing === 'tested' ? 'present' : undefined;
  });
  const isThere = told.includes('present') && !isWrapper(made);
  return isThere ? 'present' : told.find((one) => one !== undefined) && 'tested';
}

interface Beside {
  readonly paths: readonly string[];
  readonly made?: ts.Expression | undefined;
}

function pathsBeside(source: Source, node: ts.Identifier | ts.PropertyAccessExpression): Beside {
  if (ts.isPropertyAccessExpression(node)) {
    const { parent, expression: of, name } = node;
    const isSent = ts.isCallExpression(parent) ? parent.expression !== node : ts.isReturnStatement(parent);
    const isValue = isSent || ts.isBinaryExpression(parent) || ts.isPropertyAssignment(parent);
    if (!isValue || !ts.isIdentifier(of) || TELLS.has(name.text)) return { paths: [] };
    return { paths: [...TELLS].map((one) => `${of.text}.${one}`), made: initializerOf(source, of) };
  }
  const declaration = declarationOf(source, node);
  if (declaration === undefined || !ts.isBindingElement(declaration)) return { paths: [] };
  const { elements, parent } = declaration.parent;
  const names = elements.flatMap((one) => (ts.isBindingElement(one) && ts.isIdentifier(one.name) ? [one.name.text] : []));
  const paths = names.filter((name) => name !== node.text && TELLS.has(name));
  return { paths, made: ts.isVariableDeclaration(parent) ? parent.initializer : undefined };
}

/** `await to(find(id))`, `Promise.all([find(id), ...])`: what it waits for may itself be null. */
function isWrapper(made: ts.Expression | undefined): boolean {
  let of = made && unwrap(made);
  while (of !== undefined && ts.isAwaitExpression(of)) of = unwrap(of.expression);
  if (of === undefined || !ts.isCallExpression(of)) return of !== undefined && ts.isArrayLiteralExpression(of);
  return of.arguments.some((one) => ts.isCallExpression(one) || ts.isArrayLiteralExpression(one) || isFunctionNode(one));
}
