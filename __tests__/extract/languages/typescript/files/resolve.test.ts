import fc from 'fast-check';
import type { Repository } from '../../../../../src/extract/extractor.js';
import { readConfiguration } from '../../../../../src/extract/languages/typescript/files/configuration.js';
import { resolve } from '../../../../../src/extract/languages/typescript/files/resolve.js';

/** A repository of these source files and configuration files. */
function repository(files: readonly string[], configuration: Readonly<Record<string, unknown>> = {}): Repository {
  const known = new Set(files);
  const facts = Object.entries(configuration).map(([path, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [path, { path, language: 'typescript', hash: '', ...readConfiguration(path, text) }] as const;
  });
  return { has: (path) => known.has(path), declaring: () => [], configuration: new Map(facts) };
}

describe('relative specifiers', () => {
  test.each([
    ['./b', 'src/b.ts'],
    ['./b.js', 'src/b.ts'],
    ['./view', 'src/view.tsx'],
    ['./view.jsx', 'src/view.tsx'],
    ['./module.mjs', 'src/module.mts'],
    ['./old.cjs', 'src/old.cts'],
    ['./plain.js', 'src/plain.js'],
    ['./plain', 'src/plain.js'],
    ['./users.service', 'src/users.service.ts'],
    ['./folder', 'src/folder/index.ts'],
    ['./folder/', 'src/folder/index.ts'],
    ['./folder/index.js', 'src/folder/index.ts'],
    ['.', 'src/index.ts'],
    ['..', 'index.js'],
    ['../lib/c', 'lib/c.ts'],
    ['./nowhere', undefined],
    ['../../outside', undefined],
    ['../../../../etc/passwd', undefined],
  ])('%s', (specifier, expected) => {
    const files = ['src/b.ts', 'src/view.tsx', 'src/module.mts', 'src/old.cts', 'src/plain.js', 'src/users.service.ts'];
    const all = [...files, 'src/folder/index.ts', 'src/index.ts', 'index.js', 'lib/c.ts', 'outside.ts'];
    expect(resolve(specifier, 'src/a.ts', repository(all))).toBe(expected);
  });

  test('that end in a slash are folders, whatever file is beside them', () => {
    const files = repository(['src/v1.js', 'src/v1/index.js', 'src.js', 'src/index.js']);
    expect(resolve('./v1/', 'src/v1.js', files)).toBe('src/v1/index.js');
    expect(resolve('./v1', 'src/a.js', files)).toBe('src/v1.js');
    expect(resolve('.', 'src/a.js', files)).toBe('src/index.js');
  });

  test('a source comes before what is built beside it', () => {
    expect(resolve('./b.js', 'a.ts', repository(['b.js', 'b.ts']))).toBe('b.ts');
  });
});

describe('tsconfig and jsconfig', () => {
  const files = ['apps/api/src/main.ts', 'apps/api/src/users/index.ts', 'libs/core/src/index.ts', 'libs/core/src/text.ts'];
  const from = 'apps/api/src/main.ts';

  test('paths are relative to the configuration, or to its baseUrl', () => {
    const plain = repository(files, { 'apps/api/tsconfig.json': { compilerOptions: { paths: { '~/*': ['./src/*'] } } } });
    expect(resolve('~/users', from, plain)).toBe('apps/api/src/users/index.ts');
    const based = repository(files, {
      'apps/api/tsconfig.json': { compilerOptions: { baseUrl: './src', paths: { '~/*': ['./*'] } } },
    });
    expect(resolve('~/users', from, based)).toBe('apps/api/src/users/index.ts');
    expect(resolve('users', from, based)).toBe('apps/api/src/users/index.ts');
  });

  test('an exact pattern comes before a star, and of stars the longest', () => {
    const paths = { '@core': ['libs/core/src/index.ts'], '@core/*': ['libs/core/src/*'], '@*': ['nowhere/*', 'apps/api/src/*'] };
    const all = repository(files, { 'tsconfig.json': { compilerOptions: { paths } } });
    expect(resolve('@core', from, all)).toBe('libs/core/src/index.ts');
    expect(resolve('@core/text', from, all)).toBe('libs/core/src/text.ts');
    expect(resolve('@users', from, all)).toBe('apps/api/src/users/index.ts');
  });

  test('extends is followed, comments and trailing commas are read', () => {
    const all = repository(files, {
      'tsconfig.base.json':
        '{ // shared\n "compilerOptions": { "baseUrl": ".", "paths": { "@core/*": ["libs/core/src/*"], }, }, }',
      'apps/api/tsconfig.json': { extends: ['../../tsconfig.nowhere.json', '../../tsconfig.base'] },
    });
    expect(resolve('@core/text', from, all)).toBe('libs/core/src/text.ts');
  });

  test('extends in a circle ends', () => {
    const all = repository(files, {
      'tsconfig.json': { extends: './tsconfig.base.json' },
      'tsconfig.base.json': { extends: './tsconfig.json' },
    });
    expect(resolve('@core/text', from, all)).toBeUndefined();
  });

  test('the nearest configuration comes first, those above are asked after it', () => {
    const all = repository(files, {
      'tsconfig.json': { compilerOptions: { paths: { '@x': ['libs/core/src/text.ts'], '@y': ['libs/core/src/text.ts'] } } },
      'apps/api/tsconfig.json': { compilerOptions: { paths: { '@x': ['src/users'] } } },
    });
    expect(resolve('@x', from, all)).toBe('apps/api/src/users/index.ts');
    expect(resolve('@y', from, all)).toBe('libs/core/src/text.ts');
    expect(resolve('@x', 'libs/core/src/index.ts', all)).toBe('libs/core/src/text.ts');
  });

  test('targets that lead out of the repository are not followed', () => {
    const all = repository(['secret.ts', ...files], {
      'tsconfig.json': { compilerOptions: { paths: { '@x': ['../../secret'] } } },
    });
    expect(resolve('@x', from, all)).toBeUndefined();
  });

  test('a file that is no JSON says nothing', () => {
    expect(resolve('@x', from, repository(files, { 'tsconfig.json': '<html>', 'package.json': '[]' }))).toBeUndefined();
  });
});

describe('package.json', () => {
  const files = ['packages/models/src/index.ts', 'packages/models/src/user.ts', 'packages/plain/index.js', 'app/src/page.ts'];
  const from = 'app/src/main.ts';

  test.each([
    ['main in dist', { main: 'dist/index.js' }],
    ['types in dist', { types: './dist/index.d.ts' }],
    ['exports as a text', { exports: './dist/index.js' }],
    [
      'exports with conditions',
      { exports: { '.': { import: { types: './dist/esm/index.d.ts' }, require: './dist/cjs/index.js' } } },
    ],
    ['conditions without paths', { exports: { import: './build/index.mjs' } }],
    ['nothing said', {}],
  ])('a workspace package is followed to its source: %s', (_, manifest) => {
    const all = repository(files, { 'packages/models/package.json': { name: '@shop/models', ...manifest } });
    expect(resolve('@shop/models', from, all)).toBe('packages/models/src/index.ts');
  });

  test('entry points below a package, with and without exports', () => {
    const exported = { name: '@shop/models', exports: { './*': './dist/*.js' } };
    expect(resolve('@shop/models/user', from, repository(files, { 'packages/models/package.json': exported }))).toBe(
      'packages/models/src/user.ts',
    );
    const plain = { name: '@shop/models' };
    const all = repository(files, { 'packages/models/package.json': plain });
    expect(resolve('@shop/models/user', from, all)).toBe('packages/models/src/user.ts');
    expect(resolve('@shop/models/src/user', from, all)).toBe('packages/models/src/user.ts');
    expect(resolve('@shop/models/dist/user', from, all)).toBe('packages/models/src/user.ts');
  });

  test('a package of JavaScript at its root', () => {
    expect(
      resolve('plain', from, repository(files, { 'packages/plain/package.json': { name: 'plain', main: 'index.js' } })),
    ).toBe('packages/plain/index.js');
  });

  test('#imports of the package around the file', () => {
    const all = repository(files, {
      'app/package.json': { name: 'app', imports: { '#page': './dist/page.js', '#src/*': './src/*.ts' } },
    });
    expect(resolve('#page', from, all)).toBe('app/src/page.ts');
    expect(resolve('#src/page', from, all)).toBe('app/src/page.ts');
    expect(resolve('#page', 'packages/plain/index.js', all)).toBeUndefined();
  });

  test('_moduleAliases stand for folders', () => {
    const all = repository(files, { 'app/package.json': { _moduleAliases: { '@root': 'src' } } });
    expect(resolve('@root/page', from, all)).toBe('app/src/page.ts');
  });

  test('packages from elsewhere, protocols and absolute paths lead nowhere', () => {
    const all = repository(['express/index.ts', ...files], { 'app/package.json': { name: 'app' } });
    for (const specifier of ['express', 'node:fs', '/etc/passwd', 'https://x.example/y.ts', '', '#']) {
      expect(resolve(specifier, from, all)).toBeUndefined();
    }
  });
});

test('whatever is asked, the answer is a file of the repository', () => {
  const files = ['a.ts', 'src/a.ts', 'src/b/index.ts'];
  const all = repository(files, {
    'tsconfig.json': { compilerOptions: { baseUrl: '..', paths: { '*': ['*', '../*', 'src/*'] } } },
    'package.json': { name: 'a', exports: { './*': '../*' }, imports: { '#*': '../../*' } },
  });
  const part = fc.constantFrom('a', 'b', 'src', '..', '.', '', '#', '*', '@a', 'index.js');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const found = resolve(parts.join('/'), 'src/a.ts', all);
      expect(found === undefined || files.includes(found)).toBe(true);
    }),
  );
});
