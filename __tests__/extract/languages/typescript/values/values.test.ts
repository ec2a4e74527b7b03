import { ts } from 'ts-morph';
import { createRecorder, extractFile, openSource } from '../../../../../src/extract/languages/typescript/open.js';
import { readValue } from '../../../../../src/extract/languages/typescript/values/values.js';
import type { Expression } from '../../../../../src/facts/expression.js';

/** The value of an expression, in words. */
function value(text: string): string {
  const source = openSource('file.ts', `${text};`, createRecorder().recorder);
  const [statement] = source.tree.statements;
  if (statement === undefined || !ts.isExpressionStatement(statement)) throw new Error(`no expression: ${text}`);
  return say(readValue(source, statement.expression));
}

/** What the file records for a constant that it exports. */
function constant(text: string, name: string): string {
  const fact = extractFile('file.ts', `${text} export { ${name} };`).facts.find(
    (one) => one.kind === 'constant' && one.name === name,
  );
  return fact?.kind === 'constant' ? say(fact.value) : 'none';
}

function say(of: Expression): string {
  switch (of.kind) {
    case 'literal':
      return JSON.stringify(of.value);
    case 'scalar':
      return of.format ?? of.type;
    case 'object':
      return `{ ${of.members.map((one) => (one.kind === 'property' ? `${one.name}: ${say(one.value)}` : one.kind === 'spread' ? `...${say(one.value)}` : one.kind === 'rest' ? `[key]: ${say(one.values)}` : `${one.name}()`)).join(', ')} }`;
    case 'tuple':
      return `[${of.items.map((one) => (one.kind === 'spread' ? `...${say(one.value)}` : say(one))).join(', ')}]`;
    case 'array':
      return `${say(of.items)}[]`;
    case 'union':
      return of.options.map(say).join(' | ');
    case 'text':
      return `text(${of.parts.map(say).join(' ')})`;
    case 'name':
      return of.name;
    case 'member':
      return `${say(of.of)}.${of.name}`;
    case 'element':
      return `${say(of.of)}[*]`;
    case 'returns':
      return `${say(of.of)}(${(of.values ?? []).map(say).join(', ')})`;
    case 'instance':
      return `new ${say(of.of)}`;
    case 'module':
      return `module ${of.specifier}`;
    case 'operator':
      return `${of.operator}(${say(of.of)})`;
    case 'parameter':
      return `parameter ${of.callable}:${of.index}`;
    default:
      return of.kind;
  }
}

describe('readValue', () => {
  test.each([
    ["'a'", '"a"'],
    ['-1', '-1'],
    [`\`a\${b}c\``, 'text("a" b "c")'],
    ["a + '/b' + c", 'text(a "/b" c)'],
    ['a + b', 'unknown'],
    ['1 + 2', 'number'],
    ['a * b', 'number'],
    ['a === b', 'boolean'],
    ['!a', 'boolean'],
    ['({ a: 1, b, "c-d": true, ...e, [f]: 2, g() {}, h: () => 1 })', '{ a: 1, b: b, c-d: true, ...e, [key]: 2, g(), h() }'],
    ['({ ...(a && { b: 1 }) })', '{ ...{ b: 1 } | absent }'],
    ['[1, ...a]', '[1, ...a]'],
    ['[1] as const', '[1]'],
    ['a as string', 'string'],
    ['a as any', 'a'],
    ['({ a: 1 }) satisfies object', '{ a: 1 }'],
    ['a!', 'non-null(a)'],
    ['a ?? b', 'non-null(a) | b'],
    ["a.b || 'c'", 'non-null(a.b) | "c"'],
    ['a ? 1 : null', '1 | null'],
    ['a?.b', 'a.b | when(absent)'],
    ["a['b']", 'a.b'],
    ['a[b]', 'a[*]'],
    ['a.length', 'integer'],
    ['await a()', 'awaited(a())'],
    ['a.b(1, c)', 'a.b(1, c)'],
    ['new A()', 'new A'],
    ['new Date()', 'date-time'],
    ['Date.now()', 'integer'],
    ['a.toISOString()', 'date-time'],
    ['String(a)', 'string'],
    ['JSON.parse(a)', 'unknown'],
    ['Object.keys(a)', 'string[]'],
    ['Object.assign({}, a)', '{ ...{  }, ...a }'],
    ['a.map(b => b.c)', 'fn@1:7(a[*])[]'],
    ['a.filter(Boolean)', 'non-null(a[*])[]'],
    ['a.find(b => b.c)', 'a[*] | absent'],
    ['a.find({ b: 1 })', 'a.find({ b: 1 })'],
    ['a.sort({ b: 1 })', 'a.sort({ b: 1 })'],
    ['Promise.all([a(), b()])', '[awaited(a()), awaited(b())]'],
    ["require('./x').y", 'module ./x.y'],
    ['a.b.bind(a)', 'a.b'],
    ['void 0', 'absent'],
    ['undefined', 'absent'],
  ])('%s', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  test('what nests too deeply is unknown, not a crash', () => {
    expect(value('['.repeat(300) + ']'.repeat(300))).toContain('unknown');
  });
});

describe('what is done to a variable', () => {
  test.each([
    ['a member set in the same block is there', 'const x = { a: 1 }; x.b = 2;', '{ a: 1, b: 2 }'],
    ['one set in a branch may be', 'const x = { a: 1 }; if (y) x.b = 2;', '{ a: 1, ...{ b: 2 } | absent }'],
    ['one changed in a branch may be', 'const x = { a: 1 }; if (y) x.a = 2;', '{ a: 1, ...{ a: 2 } | absent }'],
    ['one deleted is gone', 'const x = { a: 1 }; delete x.a;', '{ a: 1, a: absent }'],
    ['pushed elements', 'const x = []; x.push(1); x.push("a");', '1 | "a"[]'],
    ['a list that a function is given', 'const x = [1]; fill(x);', '1 | unknown[]'],
    ['an object that a function is given', 'const x = { a: 1 }; fill(x);', '{ a: 1, ...unknown }'],
    ['logging changes nothing', 'const x = { a: 1 }; console.log(x);', '{ a: 1 }'],
    ['assigned once', 'let x; x = 1;', '1'],
    ['assigned in branches', 'let x = 1; if (y) x = 2;', '1 | 2'],
    ['a placeholder null', 'let x = null; if (y) x = 2;', 'unknown | 2'],
    ['merged', 'const x = { a: 1 }; Object.assign(x, { b: 2 });', '{ a: 1, ...{ b: 2 } }'],
    ['elements changed in a loop', 'const x = y(); for (const z of x) delete z.secret;', '{ ...y()[*], secret: unknown }[]'],
    ['another variable of that name', 'const x = { a: 1 }; function f(x) { x.b = 2; }', '{ a: 1 }'],
  ])('%s', (_title, text, expected) => {
    expect(constant(text, 'x')).toBe(expected);
  });
});
