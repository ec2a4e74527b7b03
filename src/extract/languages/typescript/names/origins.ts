import { ts } from 'ts-morph';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { declarationOf, patternOwner } from './scope.js';

/** The module and export that an expression refers to. */
export interface Origin {
  readonly specifier: string;
  /** `*`: the module itself (`require('x')`, `import * as x`), `default`, or the export's name; `a.b` for a member of one. */
  readonly name: string;
}

/** The origin of an import, a `require`, or a member of one; follows `const` aliases. */
export function originOf(source: Source, expression: ts.Expression, hops = 0): Origin | undefined {
  const node = unwrap(expression);
  if (hops > 8) return undefined;
  const required = requiredModule(node);
  if (required !== undefined) return { specifier: required, name: '*' };
  if (ts.isPropertyAccessExpression(node)) return memberOrigin(originOf(source, node.expression, hops + 1), node.name.text);
  if (!ts.isIdentifier(node)) return undefined;
  const declaration = declarationOf(source, node);
  return declaration && declaredOrigin(source, declaration, hops);
}

/** `x` of `require('x')`. */
export function requiredModule(node: ts.Expression): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'require') return undefined;
  const [specifier] = node.arguments;
  return specifier !== undefined && ts.isStringLiteralLike(specifier) ? specifier.text : undefined;
}

function declaredOrigin(source: Source, node: ts.Node, hops: number): Origin | undefined {
  if (ts.isImportSpecifier(node)) return from(node.parent.parent.parent, (node.propertyName ?? node.name).text);
  if (ts.isNamespaceImport(node)) return from(node.parent.parent, '*');
  if (ts.isImportClause(node)) return from(node.parent, 'default');
  if (ts.isImportEqualsDeclaration(node)) {
    const reference = node.moduleReference;
    if (!ts.isExternalModuleReference(reference) || !ts.isStringLiteralLike(reference.expression)) return undefined;
    return { specifier: reference.expression.text, name: '*' };
  }
  if (ts.isVariableDeclaration(node)) return node.initializer && originOf(source, node.initializer, hops + 1);
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return undefined;
  const owner = patternOwner(node);
  const name = node.propertyName ?? node.name;
  if (!ts.isVariableDeclaration(owner) || owner.initializer === undefined || node.parent !== owner.name || !ts.isIdentifier(name))
    return undefined;
  return memberOrigin(originOf(source, owner.initializer, hops + 1), name.text);
}

function from(node: ts.Node, name: string): Origin | undefined {
  return ts.isImportDeclaration(node) && ts.isStringLiteralLike(node.moduleSpecifier)
    ? { specifier: node.moduleSpecifier.text, name }
    : undefined;
}

/**
 * `x.default` of a module is its default export; a member of the default is a member of the module, as in CommonJS
 * interoperation.
 */
function memberOrigin(of: Origin | undefined, member: string): Origin | undefined {
  if (of === undefined) return undefined;
  return { specifier: of.specifier, name: of.name === '*' || of.name === 'default' ? member : `${of.name}.${member}` };
}
