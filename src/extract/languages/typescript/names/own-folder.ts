import { ts } from 'ts-morph';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { originOf } from './origins.js';
import { initializerOf, lookup } from './scope.js';

const MAX_HOPS = 8;

/**
 * The folder of an expression relative to its own file: `path.join(__dirname, 'routes')` is `./routes`. Undefined: it cannot be
 * read here, or depends on the working directory of the service.
 */
export function folderAt(source: Source, given: ts.Expression, hops = 0): string | undefined {
  const node = unwrap(given);
  if (hops > MAX_HOPS) return undefined;
  if (isOwnFolder(source, node)) return '.';
  if (ts.isTemplateExpression(node)) return folderOfTemplate(source, node, hops);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const before = folderAt(source, node.left, hops + 1);
    const after = textOf(source, node.right);
    return before === undefined || after === undefined ? undefined : joined(before, [after]);
  }
  if (ts.isIdentifier(node)) {
    const value = initializerOf(source, node);
    return value === undefined ? undefined : folderAt(source, value, hops + 1);
  }
  if (ts.isPropertyAccessExpression(node) && /^(?:pathname|href)$/.test(node.name.text))
    return folderOfUrl(source, node.expression);
  return ts.isCallExpression(node) ? folderOfCall(source, node, hops) : undefined;
}

function folderOfTemplate(source: Source, node: ts.TemplateExpression, hops: number): string | undefined {
  const [span, more] = node.templateSpans;
  if (node.head.text !== '' || span === undefined || more !== undefined) return undefined;
  const before = folderAt(source, span.expression, hops + 1);
  return before === undefined ? undefined : joined(before, [span.literal.text]);
}

/** `path.join(…)`, `path.resolve(…)`, `fileURLToPath(new URL('./routes', import.meta.url))`, desm's `join(import.meta.url, …)`. */
function folderOfCall(source: Source, node: ts.CallExpression, hops: number): string | undefined {
  const name = calledName(node.expression);
  const [first, ...rest] = node.arguments;
  if (first === undefined) return undefined;
  if (name === 'fileURLToPath') return folderOfUrl(source, first);
  if (name !== 'join' && name !== 'resolve') return undefined;
  const isDesm = originOf(source, node.expression)?.specifier === 'desm' && isModuleUrl(first);
  const before = isDesm ? '.' : folderAt(source, first, hops + 1);
  const parts = rest.map((one) => textOf(source, one));
  if (before === undefined || parts.some((one) => one === undefined || (name === 'resolve' && one.startsWith('/'))))
    return undefined;
  return joined(
    before,
    parts.flatMap((one) => one ?? []),
  );
}

function folderOfUrl(source: Source, given: ts.Expression): string | undefined {
  const node = unwrap(given);
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'URL') return undefined;
  const [path, base] = node.arguments ?? [];
  const text = path && textOf(source, path);
  return text === undefined || base === undefined || !isModuleUrl(base) ? undefined : joined('.', [text]);
}

/** `__dirname`, `import.meta.dirname`, `dirname(fileURLToPath(import.meta.url))`. */
function isOwnFolder(source: Source, given: ts.Expression): boolean {
  const node = unwrap(given);
  if (ts.isIdentifier(node) && node.text === '__dirname' && lookup(source, node) === undefined) return true;
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'dirname' && ts.isMetaProperty(node.expression);
  if (!ts.isCallExpression(node) || calledName(node.expression) !== 'dirname') return false;
  const [of] = node.arguments;
  return of !== undefined && isOwnFile(source, of, 0);
}

function isOwnFile(source: Source, given: ts.Expression, hops: number): boolean {
  const node = unwrap(given);
  if (hops > MAX_HOPS) return false;
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'filename' && ts.isMetaProperty(node.expression);
  if (ts.isIdentifier(node)) {
    const value = initializerOf(source, node);
    return value === undefined ? node.text === '__filename' : isOwnFile(source, value, hops + 1);
  }
  const [of] = ts.isCallExpression(node) ? node.arguments : [];
  return of !== undefined && ts.isCallExpression(node) && calledName(node.expression) === 'fileURLToPath' && isModuleUrl(of);
}

function isModuleUrl(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'url' && ts.isMetaProperty(node.expression);
}

function calledName(callee: ts.Expression): string | undefined {
  const node = unwrap(callee);
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ? node.name.text : undefined;
}

function textOf(source: Source, given: ts.Expression): string | undefined {
  const node = unwrap(given);
  if (ts.isStringLiteralLike(node)) return node.text;
  const value = ts.isIdentifier(node) ? initializerOf(source, node) : undefined;
  return value !== undefined && ts.isStringLiteralLike(value) ? value.text : undefined;
}

function joined(before: string, parts: readonly string[]): string {
  const segments = [before, ...parts].flatMap((part) => part.split('/')).filter((part) => part !== '' && part !== '.');
  return ['.', ...segments].join('/');
}

/** The parent of the first of these folders in a file's path; the file's own folder where there is none. */
export function folderAbove(path: string, names: readonly string[]): string {
  const folders = path.split('/').slice(0, -1);
  const index = folders.findIndex((one) => names.includes(one));
  return folders.slice(0, index < 0 ? folders.length : index).join('/');
}
