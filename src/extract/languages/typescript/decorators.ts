import { ts } from 'ts-morph';
import { lookup } from './scope.js';
import type { Source } from './source.js';

/** A decorator that an import brings: `@Get('x')` with `import { Get } from '@nestjs/common'`. */
export interface Decorator {
  /** Its name in the module that it comes from, whatever the file calls it. */
  readonly name: string;
  /** Where it comes from; `''` when it is a name of the file itself or a global. */
  readonly specifier: string;
  /** Absent: it stands without a call (`@Injectable`). */
  readonly call?: ts.CallExpression;
  readonly arguments: readonly ts.Expression[];
  readonly node: ts.Decorator;
}

/** The decorators of a class, member or parameter, first to last. */
export function decoratorsOf(source: Source, node: ts.Node): readonly Decorator[] {
  if (!ts.canHaveDecorators(node)) return [];
  return (ts.getDecorators(node) ?? []).map((decorator) => readDecorator(source, decorator));
}

function readDecorator(source: Source, node: ts.Decorator): Decorator {
  const expression = node.expression;
  const call = ts.isCallExpression(expression) ? expression : undefined;
  const origin = importedName(source, call?.expression ?? expression);
  return {
    name: origin.name,
    specifier: origin.specifier,
    ...(call !== undefined && { call }),
    arguments: call === undefined ? [] : [...call.arguments],
    node,
  };
}

/** What an expression names in the module it is imported from; `space.Name` of `import * as space` too. */
export function importedName(source: Source, node: ts.Expression): { readonly name: string; readonly specifier: string } {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const specifier = importOf(source, node.expression)?.specifier ?? '';
    return { name: node.name.text, specifier };
  }
  if (!ts.isIdentifier(node)) return { name: '', specifier: '' };
  return importOf(source, node) ?? { name: node.text, specifier: '' };
}

function importOf(source: Source, node: ts.Identifier): { readonly name: string; readonly specifier: string } | undefined {
  const binding = lookup(source, node, 'value');
  const declaration = binding?.nodes[0];
  if (declaration === undefined) return undefined;
  if (ts.isImportSpecifier(declaration)) {
    const clause = declaration.parent.parent;
    return { name: (declaration.propertyName ?? declaration.name).text, specifier: specifierOf(clause.parent) };
  }
  if (ts.isNamespaceImport(declaration)) return { name: '*', specifier: specifierOf(declaration.parent.parent) };
  if (ts.isImportClause(declaration)) return { name: 'default', specifier: specifierOf(declaration.parent) };
  if (ts.isBindingElement(declaration)) return requiredName(declaration);
  return undefined;
}

/** `const { Get } = require('@nestjs/common')`, as compiled or plain JavaScript writes it. */
function requiredName(element: ts.BindingElement): { readonly name: string; readonly specifier: string } | undefined {
  const variable = element.parent.parent;
  const call = ts.isVariableDeclaration(variable) ? variable.initializer : undefined;
  if (call === undefined || !ts.isCallExpression(call) || !ts.isIdentifier(call.expression)) return undefined;
  const [specifier] = call.arguments;
  if (call.expression.text !== 'require' || specifier === undefined || !ts.isStringLiteralLike(specifier)) return undefined;
  const name = element.propertyName ?? element.name;
  return ts.isIdentifier(name) ? { name: name.text, specifier: specifier.text } : undefined;
}

function specifierOf(node: ts.Node): string {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteralLike(node.moduleSpecifier)) return '';
  return node.moduleSpecifier.text;
}

/** The value of a property of an object literal, by its plain name. */
export function propertyOf(node: ts.Expression | undefined, name: string): ts.Expression | undefined {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  for (const property of node.properties) {
    if (property.name === undefined || !isNamed(property.name, name)) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

function isNamed(node: ts.PropertyName, name: string): boolean {
  return (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === name;
}
