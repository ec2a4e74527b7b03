import { ts } from 'ts-morph';
import { lookup } from '../../../../../src/extract/languages/typescript/names/scope.js';
import { createRecorder, openSource } from '../../../../../src/extract/languages/typescript/open.js';

/** What each use of `name` in a call `use(name)` stands for, in the order of the text. */
function uses(text: string): readonly string[] {
  const source = openSource('file.ts', text, createRecorder().recorder);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const [argument] = ts.isCallExpression(node) && node.expression.getText(source.tree) === 'use' ? node.arguments : [];
    if (argument !== undefined && ts.isIdentifier(argument)) {
      const binding = lookup(source, argument);
      found.push(binding === undefined ? 'global' : `${binding.kind} ${binding.name}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

describe('lookup', () => {
  test.each([
    ['a module variable', 'const a = 1; use(a);', ['variable a']],
    ['before its declaration', 'use(a); function a() {}', ['function a']],
    ['an import', "import { a as b } from 'x'; use(b);", ['import b']],
    ['a local of a function', 'function f() { const a = 1; use(a); }', ['variable f.a']],
    ['a local of a method', 'class C { m() { const a = 1; use(a); } }', ['variable C#m.a']],
    ['a local of a static method', 'class C { static m() { const a = 1; use(a); } }', ['variable C.m.a']],
    ['a local of a function in a variable', 'const f = () => { const a = 1; use(a); };', ['variable f.a']],
    ['a local of a nameless function', 'run(() => { const a = 1; use(a); });', ['variable fn@1:5.a']],
    ['a local of a property function', 'class C { p = () => { const a = 1; use(a); }; }', ['variable C#p.a']],
    ['a block: named by its place', 'if (x) { const a = 1; use(a); }', ['variable a@1:16']],
    ['var is hoisted out of the block', 'if (x) { var a = 1; } use(a);', ['variable a@1:14']],
    ['let is not', 'if (x) { let a = 1; } use(a);', ['global']],
    ['the inner one wins', 'const a = 1; function f(a) { use(a); } use(a);', ['parameter f.a', 'variable a']],
    ['a destructured parameter', 'function f({ a: [b] }) { use(b); }', ['parameter f.b']],
    ['a destructured variable', 'const { a, ...b } = c; use(b);', ['variable b']],
    ['a catch variable', 'try {} catch (e) { use(e); }', ['variable e@1:15']],
    ['a class and an enum', 'class A {} enum B {} use(A); use(B);', ['class A', 'enum B']],
    ['a type is no value', 'interface A {} use(A);', ['global']],
    ['the name of a function expression', 'const f = function g() { use(g); };', ['function f']],
    ['the default export without a name', 'export default function () { const a = 1; use(a); }', ['variable default.a']],
  ])('%s', (_title, text, expected) => {
    expect(uses(text)).toEqual(expected);
  });
});
