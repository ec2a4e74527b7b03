import { ts } from 'ts-morph';
import type { FolderExpression } from '../../../../facts/expression.js';
import { assigned, isFunctionNode } from '../names/names.js';
import { unwrap } from '../values/access-paths.js';

type Filters = Pick<FolderExpression, 'ignored' | 'matched' | 'hooks'>;

/** Which files autoload loads, and what hooks into them: https://github.com/fastify/fastify-autoload#plugin-configuration */
export function filtersOf(options: ts.ObjectLiteralExpression): Filters {
  const [ignorePattern, ignoreFilter, matchFilter] = ['ignorePattern', 'ignoreFilter', 'matchFilter'].map((name) =>
    assigned(options, name),
  );
  // a text is a pattern of one option, and a part of the path for the others
  const ignored = [patternOf(ignorePattern, (text) => text), patternOf(ignoreFilter, escaped)].filter((one) => one !== undefined);
  const matched = matchFilter && patternOf(matchFilter, escaped);
  const isHooked = assigned(options, 'autoHooks')?.kind === ts.SyntaxKind.TrueKeyword;
  const isCascading = assigned(options, 'cascadeHooks')?.kind === ts.SyntaxKind.TrueKeyword;
  return {
    ...(ignored.length > 0 && { ignored }),
    ...(matched !== undefined && { matched: [matched] }),
    ...(isHooked && { hooks: isCascading ? 'below' : 'beside' }),
  };
}

/** A filter as a pattern (facts/folder-filters): a regular expression, a text, `(path) => path.endsWith('x')`. */
function patternOf(given: ts.Expression | undefined, ofText: (text: string) => string): string | undefined {
  const node = given && unwrap(given);
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return ofText(node.text);
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    const source = node.text.slice(1, end);
    return node.text.slice(end + 1).includes('i') ? `(?i)${source}` : source;
  }
  return isFunctionNode(node) && node.body !== undefined && !ts.isBlock(node.body) ? testOf(unwrap(node.body)) : undefined;
}

/** `path.endsWith('x')`, `path.startsWith('x')`, `path.includes('x')`, `/x/.test(path)` */
function testOf(node: ts.Expression): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [given] = node.arguments;
  const { name, expression } = node.expression;
  if (name.text === 'test' && ts.isRegularExpressionLiteral(unwrap(expression))) return patternOf(expression, escaped);
  if (given === undefined || !ts.isStringLiteralLike(given)) return undefined;
  const text = escaped(given.text);
  if (name.text === 'endsWith') return `${text}$`;
  if (name.text === 'startsWith') return `^${text}`;
  return name.text === 'includes' ? text : undefined;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
