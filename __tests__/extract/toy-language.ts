import type { Language } from '../../src/extract/extractor.js';
import type { Expression } from '../../src/facts/expression.js';
import type { Fact } from '../../src/facts/fact.js';

const at = { line: 1, column: 1 };

/** `a.b` is the member `b` of the name `a`. */
function expressionOf(text: string): Expression {
  const [first = '', ...rest] = text.split('.');
  return rest.reduce<Expression>((of, name) => ({ kind: 'member', of, name }), { kind: 'name', name: first });
}

function factOf(line: string): Fact | undefined {
  const [word, name = '', third = '', fourth = ''] = line.trim().split(/\s+/);
  switch (word) {
    case 'route':
      return { kind: 'route', by: 'toy/toy', method: 'GET', path: expressionOf(name), responses: [], at };
    case 'import':
      return { kind: 'import', name, specifier: third, imported: fourth, at };
    case 'const':
      return { kind: 'constant', name, value: expressionOf(third), at };
    case 'export':
      if (name === '*') return { kind: 'export', name, value: { kind: 'module', specifier: third }, at };
      return { kind: 'export', name, value: expressionOf(third || name), at };
    case 'package':
      return { kind: 'setting', key: 'package', scope: '', value: name, at };
    default:
      return undefined;
  }
}

/**
 * A language of one fact a line, for tests of everything between files and facts: `route NAME`, `import NAME SPECIFIER IMPORTED`,
 * `const NAME VALUE`, `export NAME [VALUE]`, `export * SPECIFIER`; `crash`, `overflow` and `deep` misbehave. The specifier
 * `who:NAME` leads to the first file that exports the name.
 */
export function toyLanguage(extracted: string[] = []): Language {
  return {
    id: 'toy',
    title: 'Toy',
    extensions: ['.toy'],
    configFiles: ['toy.config'],
    frameworks: [],
    prepare: async () => {},
    candidate: (_path, text) => text.includes('route'),
    declares: (_path, text) =>
      text.split('\n').flatMap((line) => (line.startsWith('export ') ? (line.split(/\s+/)[1] ?? []) : [])),
    extract: (path, text) => {
      extracted.push(path);
      if (text.startsWith('crash')) throw new TypeError('a bug');
      if (text.startsWith('overflow')) throw new RangeError('Maximum call stack size exceeded');
      const facts = text.split('\n').flatMap((line) => factOf(line) ?? []);
      let value: Expression = { kind: 'absent' };
      for (let depth = text.startsWith('deep') ? 1000 : 0; depth > 0; depth -= 1) value = { kind: 'array', items: value };
      return { facts: [...facts, { kind: 'constant', name: 'own', value, at }], gaps: [] };
    },
    resolve: (specifier, from, repository) => {
      if (specifier.startsWith('who:')) return repository.declaring(specifier.slice(4))[0];
      const folder = from.slice(0, from.lastIndexOf('/') + 1);
      return [`${folder}${specifier}.toy`, `${specifier}.toy`].find((path) => repository.has(path));
    },
  };
}
