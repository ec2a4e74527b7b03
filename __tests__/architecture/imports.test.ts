import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ts } from 'ts-morph';
import { importTable, packageTable } from '../../scripts/import-table.js';
import { root, sourceFiles } from './source-files.js';

interface Report {
  readonly summary: { readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[] };
}

/** `file: rule` for every rule that a file of the project in `folder` breaks. */
function brokenRules(folder: string): readonly string[] {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const flags = ['--config', join(root, '.dependency-cruiser.js'), '--output-type', 'json', 'src'];
  const run = spawnSync(process.execPath, [cruiser, ...flags], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const { violations } = (JSON.parse(run.stdout) as Report).summary;
  return [...new Set(violations.map(({ from, rule }) => `${from}: ${rule.name}`))].sort();
}

/** The same for files that are laid out as a project of their own. */
function brokenRulesOf(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-imports-'));
  try {
    for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return brokenRules(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the imports of src keep to the import table', () => {
  expect(brokenRules(root)).toEqual([]);
});

test('every part of src has a row in the import table', () => {
  const rows = importTable.flatMap(({ from }) => from);
  expect(readdirSync(join(root, 'src')).filter((part) => part !== 'README.md' && !rows.includes(part))).toEqual([]);
});

test('what the rules forbid is found in every form of an import', () => {
  const broken = brokenRulesOf({
    // Against the table: a type, a type among values, a re-export, a lazy import.
    'src/facts/type.ts': "import type { Rule } from '../rules/rule.js';\nexport type Mine = Rule;\n",
    'src/facts/inline-type.ts': "import { type Rule } from '../rules/rule.js';\nexport type Mine = Rule;\n",
    'src/facts/re-export.ts': "export type { Rule } from '../rules/rule.js';\n",
    'src/facts/lazy.ts': "export const load = () => import('../rules/rule.js');\n",
    'src/rules/rule.ts': 'export interface Rule { id: string }\nexport const one = 1;\n',
    // A cycle of types alone: named once.
    'src/model/a.ts': "import type { B } from './b.js';\nexport interface A { b: B }\n",
    'src/model/b.ts': "import type { A } from './a.js';\nexport interface B { a: A }\n",
    // Siblings that should stand alone, and what they may share.
    'src/rules/contract-001.ts': "import './contract-002.js';\n",
    'src/rules/contract-002.ts': "import './rule.js';\n",
    'src/extract/languages/go/index.ts': "import '../python/syntax/mask.js';\n",
    'src/extract/languages/python/syntax/mask.ts': '',
    'src/extract/languages/python/frameworks/flask/index.ts':
      "import '../django/index.js';\nimport './words.js';\nimport '../../syntax/mask.js';\n",
    'src/extract/languages/python/frameworks/flask/words.ts': '',
    'src/extract/languages/python/frameworks/django/index.ts': '',
    // Nowhere.
    'src/model/nowhere.ts': "import './not-there.js';\n",
  });
  expect(broken).toEqual([
    'src/extract/languages/go/index.ts: no-language-imports-another',
    'src/extract/languages/python/frameworks/flask/index.ts: no-framework-imports-another',
    'src/facts/inline-type.ts: facts-imports',
    'src/facts/lazy.ts: facts-imports',
    'src/facts/re-export.ts: facts-imports',
    'src/facts/type.ts: facts-imports',
    'src/model/a.ts: no-cycles',
    'src/model/nowhere.ts: resolvable',
    'src/rules/contract-001.ts: no-rule-imports-another',
  ]);
});

test('packages and modules of the platform stay where they belong', () => {
  const imports = [
    '@actions/core',
    'ts-morph',
    '@modelcontextprotocol/sdk/client/index.js',
    'node-sqlite3-wasm',
    'node:fs',
    'child_process',
    'node:net',
  ];
  const broken = brokenRulesOf({
    ...Object.fromEntries(imports.map((name, index) => [`src/rules/r${index}.ts`, `import '${name}';\n`])),
    'src/git/revisions.ts': "import 'node:fs';\nimport 'node:child_process';\n",
  });
  expect(broken.filter((line) => line.includes('only-there'))).toEqual(
    packageTable.map(({ what }, index) => `src/rules/r${index}.ts: only-there: ${what}`),
  );
});

test('types are imported by statements: what `import("...")` names inside a type is invisible to the check of imports', () => {
  const namesModules = (node: ts.Node): boolean => ts.isImportTypeNode(node) || (ts.forEachChild(node, namesModules) ?? false);
  const parse = (path: string) => ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest);
  expect(sourceFiles('src').filter((path) => namesModules(parse(path)))).toEqual([]);
});

test('ARCHITECTURE.md shows the table as it is', () => {
  const rows = importTable.map(({ from, may }) => {
    const names = (parts: readonly string[]) => parts.map((part) => `\`${part}\``).join(', ');
    return `| ${names(from)} | ${may.length === 0 ? 'nothing' : names(may)} |`;
  });
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split(/\r?\n/);
  const start = page.indexOf('| from | may import, besides itself |');
  expect(page.slice(start + 2, start + 2 + rows.length)).toEqual(rows);
  expect(page[start + 2 + rows.length]).toBe('');
});
