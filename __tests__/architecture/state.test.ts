import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { root, sourceFiles } from './source-files.js';
import { processState } from './waivers.js';

/** Methods that change a list, set or map. */
const CHANGES = /^(?:set|add|push|unshift|splice|pop|shift|delete|clear|sort|reverse|fill)$/;

/**
 * Variables of modules that code changes, as `path#name`. A memo is none: a private `WeakMap` that one function alone asks and fills,
 * by something that does not change, so that nobody can tell whether it was filled before.
 */
function stateOf(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList, modifiers = [] }) => {
    const isConstant = (declarationList.flags & ts.NodeFlags.Const) !== 0;
    return declarationList.declarations.flatMap(({ name, initializer }) => {
      if (!ts.isIdentifier(name)) return [];
      const { changing, asking } = usersOf(source, name);
      const made = initializer !== undefined && ts.isNewExpression(initializer) ? initializer.expression.getText() : '';
      const isMemo =
        made === 'WeakMap' && modifiers.length === 0 && changing.size === 1 && [...asking].every((one) => changing.has(one));
      return !isConstant || (!isMemo && (changing.size > 0 || made.startsWith('Weak'))) ? [`${path}#${name.text}`] : [];
    });
  });
}

/** Functions of the module that change what a variable holds, and that ask it. */
function usersOf(source: ts.SourceFile, { text, pos }: ts.Identifier) {
  const changing = new Set<string>();
  const asking = new Set<string>();
  const visit = (node: ts.Node, owner: string): void => {
    ts.forEachChild(node, (child) => visit(child, child.parent.parent === source ? nameOf(child) : owner));
    if (!ts.isIdentifier(node) || node.text !== text || node.pos === pos) return;
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node)
      (ts.isCallExpression(parent.parent) && CHANGES.test(parent.name.text) ? changing : asking).add(owner);
    else if (ts.isElementAccessExpression(parent) && parent.expression === node)
      (isAssigned(parent) ? changing : asking).add(owner);
    else if (!isNameOf(parent, node)) asking.add(owner);
  };
  for (const statement of source.statements) visit(statement, nameOf(statement));
  return { changing, asking };
}

const isAssigned = (node: ts.Node): boolean =>
  ts.isDeleteExpression(node.parent) ||
  (ts.isBinaryExpression(node.parent) && node.parent.left === node && /^[^=!<>]*=$/.test(node.parent.operatorToken.getText()));

/** A member or property that is called the same. */
const isNameOf = (parent: ts.Node, node: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) &&
  parent.name === node;

const nameOf = (node: ts.Node): string =>
  'name' in node && node.name !== undefined ? (node.name as ts.Node).getText() : `${node.pos}`;

const found = sourceFiles('src').flatMap((path) => stateOf(path, readFileSync(join(root, path), 'utf8')));

test('no module keeps what code fills: results do not depend on what ran before', () => {
  expect(found.filter((name) => !(name in processState))).toEqual([]);
});

test('every exception is needed and gives its reason', () => {
  expect(Object.keys(processState).filter((name) => !found.includes(name))).toEqual([]);
  expect(Object.values(processState).filter((reason) => reason.length < 30)).toEqual([]);
});

test('tables that code fills are seen, memos and tables that are written out are none', () => {
  const seen = (text: string) => stateOf('x.ts', text);
  const memo = 'function of(k) { const had = known.get(k); known.set(k, 1); return had; }';
  expect(seen('let depth = 0;')).toEqual(['x.ts#depth']);
  expect(seen('const all = new Map();\nexport function put(k) { all.set(k, 1); }')).toEqual(['x.ts#all']);
  expect(seen('const all = [];\nconst put = (k) => { all.push(k); };')).toEqual(['x.ts#all']);
  expect(seen('const all = {};\nfunction put(k) { all[k] = 1; }')).toEqual(['x.ts#all']);
  expect(seen('const all = new WeakSet();\nfunction put(k) { all.add(k); }\nfunction has(k) { return all.has(k); }')).toEqual([
    'x.ts#all',
  ]);
  expect(seen('const all = new WeakMap();\nfunction put(k) { all.set(k, 1); }\nfunction has(k) { return all.has(k); }')).toEqual([
    'x.ts#all',
  ]);
  expect(seen(`export const known = new WeakMap();\n${memo}`)).toEqual(['x.ts#known']);
  expect(seen(`const known = new WeakMap();\n${memo}`)).toEqual([]);
  expect(seen("const NAMES = new Set(['a']);\nconst is = (one) => NAMES.has(one);")).toEqual([]);
});
