import fc from 'fast-check';
import type { Extraction } from '../../../../src/extract/extractor.js';
import { extractFile } from '../../../../src/extract/languages/typescript/open.js';

const HEAD = "import { Controller, Get, Module } from '@nestjs/common';\nimport { RouterModule } from '@nestjs/core';\n";
const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('\n');

function extract(code: string): Extraction {
  return extractFile('src/app.ts', HEAD + code);
}

/** More than these facts would mean that the text multiplied. */
const FEW = 5000;

describe('code that is made to multiply', () => {
  test('lists that spread each other many times', () => {
    const lists = many(30, (index) => `const l${index} = [${`...l${index + 1}, `.repeat(10)}];`);
    const { facts, gaps } = extract(
      `${lists}\nconst l30 = [X];\nclass X {}\n@Module({ imports: l0, controllers: [...l0, ...l0] }) class M {}`,
    );
    expect(facts.length).toBeLessThan(FEW);
    expect(gaps).toEqual([]);
  });

  test('functions that return each other', () => {
    const functions = many(30, (index) => `function f${index}() { ${`if (a) return f${index + 1}();`.repeat(10)} }`);
    expect(extract(`${functions}\n@Module({ imports: [f0()], controllers: f0() }) class M {}`).facts.length).toBeLessThan(FEW);
  });

  test('a tree of RouterModule that contains itself', () => {
    const tree = `const tree = [${"{ path: 'a', module: M, children: tree }, ".repeat(10)}];`;
    expect(extract(`${tree}\n@Module({ imports: [RouterModule.register(tree)] }) class M {}`).facts.length).toBeLessThan(FEW);
  });

  test('an interceptor that doubles its value again and again', () => {
    const maps = Array.from({ length: 60 }, () => 'map((data) => ({ a: data, b: data }))').join(', ');
    const code = `class I implements NestInterceptor { intercept(context, next) { return next.handle().pipe(${maps}); } }`;
    const { facts } = extract(`import { map } from 'rxjs';\n${code}`);
    expect(JSON.stringify(facts).length).toBeLessThan(100_000);
  });

  test('a class that extends itself', () => {
    expect(extract("@Controller('a') class A extends A { @Get() one() {} }").gaps).toEqual([]);
  });
});

test('any arrangement of decorators and types is read without a crash', () => {
  const piece = fc.constantFrom(
    ...[
      "@Controller('a')",
      '@Controller',
      '@Controller({',
      '@Module({ imports: [',
      '@Module()',
      '@Get()',
      '@Get',
      "@Get(['a', b])",
      'class A',
      'extends B<',
      '{',
      '}',
    ],
    ...[
      '(',
      ')',
      '[',
      ']',
      'type T =',
      '{ [K in keyof T]',
      'T[',
      '...',
      '=>',
      'NestFactory.create(',
      'app.setGlobalPrefix(',
      'forwardRef(() =>',
      'enum E',
      'as const',
      ';',
      ',',
      '`${',
    ],
    ...['interface I', 'A', 'B', "'x'", '1', '?:', '|', '&', 'keyof', 'typeof', 'Promise<string>', 'RouterModule.register(['],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const { facts, gaps } = extract(pieces.join(' '));
      expect(gaps.filter((gap) => gap.reason === 'extractor-crash')).toEqual([]);
      expect(JSON.parse(JSON.stringify(facts))).toEqual(facts);
    }),
    { numRuns: 500 },
  );
});
