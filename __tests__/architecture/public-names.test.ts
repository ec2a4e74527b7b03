import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expectFresh } from '../generated.js';
import { root } from './source-files.js';

/** What `src/index.ts` exports, a line each: `function scan`, ... Only named exports can be listed. */
function publicNames(): readonly string[] {
  const source = ts.createSourceFile('index.ts', readFileSync(join(root, 'src/index.ts'), 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement))
      return ts.isImportDeclaration(statement) ? [] : ['a statement that is no export of names'];
    if (statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause)) return ['an export without names'];
    return statement.exportClause.elements.map(
      (name) => `${statement.isTypeOnly || name.isTypeOnly ? 'type ' : ''}${name.name.text}`,
    );
  });
}

test('the library exports exactly the names of public-names.txt', () => {
  const names = [...publicNames()].sort();
  expect(names.filter((name) => name.startsWith('a'))).toEqual(names.filter((name) => /^a\w+$/.test(name)));
  expectFresh(join(root, '__tests__/architecture/public-names.txt'), `${names.join('\n')}\n`);
});
