import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expectFresh } from '../generated.js';
import { root } from './source-files.js';

/** What `src/index.ts` exports, sorted: `scan`, `type Analysis`. Throws for what cannot be listed by name. */
function publicNames(): readonly string[] {
  const source = ts.createSourceFile('index.ts', readFileSync(join(root, 'src/index.ts'), 'utf8'), ts.ScriptTarget.Latest);
  const names = source.statements.flatMap((statement) => {
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    if (clause === undefined || !ts.isExportDeclaration(statement) || !ts.isNamedExports(clause)) {
      throw new Error('src/index.ts may hold nothing but exports of names.');
    }
    return clause.elements.map(({ name, isTypeOnly }) => `${statement.isTypeOnly || isTypeOnly ? 'type ' : ''}${name.text}`);
  });
  return names.sort();
}

test('the library exports exactly the names of public-names.txt', () => {
  expectFresh(join(root, '__tests__/architecture/public-names.txt'), `${publicNames().join('\n')}\n`);
});
