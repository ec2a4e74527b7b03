import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { atOf } from '../at.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { readValue } from '../values/values.js';
import { exportTarget, isExports, isModuleExports } from './commonjs.js';
import { className, functionName, memberName } from './names.js';
import { originOf, requiredModule } from './origins.js';
import { lookup } from './scope.js';

/**
 * Records the imports and exports of a module, in all forms of ES modules, TypeScript and CommonJS, and requests the facts of all
 * exports.
 */
export function recordModule(source: Source): void {
  for (const statement of source.tree.statements) {
    recordImports(source, statement);
    recordExports(source, statement);
    if (ts.isVariableStatement(statement)) {
      for (const { initializer } of statement.declarationList.declarations) {
        if (initializer) recordAssignments(source, unwrap(initializer));
      }
    } else if (ts.isExpressionStatement(statement)) recordAssignments(source, unwrap(statement.expression));
  }
}

function requestedName(source: Source, name: ts.Identifier): void {
  for (const space of ['value', 'type'] as const) {
    for (const node of lookup(source, name, space)?.nodes ?? []) source.requested.add(node);
  }
}

function addExport(source: Source, name: string, value: Expression, node: ts.Node): void {
  source.record.add({ kind: 'export', name, value, at: atOf(source, node) });
}

function named(name: string): Expression {
  return { kind: 'name', name };
}

function recordImports(source: Source, statement: ts.Statement): void {
  const add = (name: ts.Identifier, specifier: string, imported: string): void =>
    source.record.add({ kind: 'import', name: name.text, specifier, imported, at: atOf(source, name) });
  if (ts.isImportEqualsDeclaration(statement)) {
    const { moduleReference: reference, name } = statement;
    if (ts.isExternalModuleReference(reference) && ts.isStringLiteralLike(reference.expression))
      add(name, reference.expression.text, '*');
    return;
  }
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteralLike(statement.moduleSpecifier)) return;
  const specifier = statement.moduleSpecifier.text;
  const clause = statement.importClause;
  if (clause?.name) add(clause.name, specifier, 'default');
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) add(bindings.name, specifier, '*');
  else for (const element of bindings.elements) add(element.name, specifier, (element.propertyName ?? element.name).text);
}

function recordExports(source: Source, statement: ts.Statement): void {
  if (ts.isExportDeclaration(statement)) {
    exportDeclaration(source, statement);
    return;
  }
  if (ts.isExportAssignment(statement)) {
    const value = exportedValue(source, statement.expression);
    addExport(source, statement.isExportEquals === true ? '=' : 'default', value, statement);
    return;
  }
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some((one) => one.kind === ts.SyntaxKind.ExportKeyword)) return;
  if (!ts.isVariableStatement(statement)) source.requested.add(statement);
  const isDefault = modifiers.some((one) => one.kind === ts.SyntaxKind.DefaultKeyword);
  if (ts.isVariableStatement(statement)) {
    for (const declaration of statement.declarationList.declarations) exportNames(source, declaration.name);
  } else if (ts.isFunctionDeclaration(statement)) {
    addExport(
      source,
      isDefault ? 'default' : (statement.name?.text ?? 'default'),
      named(functionName(source.tree, statement)),
      statement,
    );
  } else if (ts.isClassDeclaration(statement)) {
    addExport(
      source,
      isDefault ? 'default' : (statement.name?.text ?? 'default'),
      named(className(source.tree, statement)),
      statement,
    );
  } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isEnumDeclaration(statement)) {
    addExport(source, isDefault ? 'default' : statement.name.text, named(statement.name.text), statement);
  } else if (ts.isModuleDeclaration(statement)) addExport(source, statement.name.text, named(statement.name.text), statement);
  else if (ts.isImportEqualsDeclaration(statement)) addExport(source, statement.name.text, named(statement.name.text), statement);
}

function exportNames(source: Source, name: ts.BindingName): void {
  if (ts.isIdentifier(name)) {
    requestedName(source, name);
    addExport(source, name.text, named(name.text), name);
  } else for (const element of name.elements) if (ts.isBindingElement(element)) exportNames(source, element.name);
}

/** `export * from`, `export * as a from`, `export { a as b } from`, `export { a as b }`. */
function exportDeclaration(source: Source, node: ts.ExportDeclaration): void {
  const specifier = node.moduleSpecifier && ts.isStringLiteralLike(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined;
  const module: Expression | undefined = specifier === undefined ? undefined : { kind: 'module', specifier };
  const clause = node.exportClause;
  if (clause === undefined) {
    if (module !== undefined) addExport(source, '*', module, node);
  } else if (ts.isNamespaceExport(clause)) {
    if (module !== undefined) addExport(source, clause.name.text, module, node);
  } else {
    for (const element of clause.elements) {
      const original = element.propertyName ?? element.name;
      const value: Expression = module === undefined ? named(original.text) : { kind: 'member', of: module, name: original.text };
      if (module === undefined && ts.isIdentifier(original)) requestedName(source, original);
      addExport(source, element.name.text, value, element);
    }
  }
}

/** A name stays a name, so that it is also exported as a type. */
function exportedValue(source: Source, node: ts.Expression): Expression {
  const value = readValue(source, node);
  return value.kind === 'name' && ts.isIdentifier(unwrap(node)) && lookup(source, unwrap(node) as ts.Identifier) !== undefined
    ? named(value.name)
    : value;
}

/** CommonJS: `module.exports = …`, `module.exports.a = …`, `exports.a = …`, also in chains and in `const app = module.exports = …`. */
function recordAssignments(source: Source, node: ts.Expression): void {
  if (ts.isCallExpression(node)) recordCallExports(source, node);
  for (let at = node; ts.isBinaryExpression(at); at = unwrap(at.right)) {
    if (at.operatorToken.kind === ts.SyntaxKind.CommaToken) recordAssignments(source, at.left);
    if (at.operatorToken.kind !== ts.SyntaxKind.EqualsToken) continue;
    const name = exportTarget(source, at.left);
    if (name !== undefined) addExport(source, name, exportedValue(source, at.right), at);
  }
}

/** `Object.assign(module.exports, { a }, require('./b'))`; `__exportStar(require('./b'), exports)` of compiled code. */
function recordCallExports(source: Source, node: ts.CallExpression): void {
  const [target, ...given] = node.arguments;
  if (target === undefined || !(isModuleExports(source, target) || isExports(source, target))) return;
  const isAssign = ts.isPropertyAccessExpression(node.expression) && node.expression.getText(source.tree) === 'Object.assign';
  if (!isAssign) return;
  for (const one of given) {
    const specifier = requiredModule(one) ?? moduleOf(source, one);
    if (specifier !== undefined) addExport(source, '*', { kind: 'module', specifier }, one);
    if (!ts.isObjectLiteralExpression(one)) continue;
    for (const property of one.properties) {
      const name = memberName(property.name);
      if (name === undefined) continue;
      if (ts.isShorthandPropertyAssignment(property)) addExport(source, name, readValue(source, property.name), property);
      else if (ts.isPropertyAssignment(property)) addExport(source, name, readValue(source, property.initializer), property);
    }
  }
}

function moduleOf(source: Source, node: ts.Expression): string | undefined {
  const origin = ts.isIdentifier(node) ? originOf(source, node) : undefined;
  return origin?.name === '*' ? origin.specifier : undefined;
}
