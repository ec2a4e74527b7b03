/**
 * The baseline of languages other than TypeScript: one process of Node that parses every file once with `@ast-grep/napi` and looks
 * for ten patterns of routes in it, all ten in one walk. It is installed into a cache when it is first needed: the grammars weigh
 * 120 MB, and nothing else needs them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = {
  '@ast-grep/napi': '0.51.1',
  '@ast-grep/lang-python': '0.0.6',
  '@ast-grep/lang-java': '0.0.7',
  '@ast-grep/lang-kotlin': '0.0.7',
  '@ast-grep/lang-csharp': '0.0.6',
  '@ast-grep/lang-go': '0.0.6',
};

/** By extension: the grammar, and what routes of its frameworks look like. */
const GRAMMARS = {
  '.py': {
    grammar: 'python',
    patterns: [
      ...['@$ROUTER.get($$$)', '@$ROUTER.post($$$)', '@$ROUTER.put($$$)', '@$ROUTER.delete($$$)', '@$ROUTER.route($$$)'],
      ...['$APP.include_router($$$)', '$APP.register_blueprint($$$)', 'path($$$)', 're_path($$$)', '$ROUTER.register($$$)'],
    ],
  },
  '.java': {
    grammar: 'java',
    patterns: [
      ...['@GetMapping($$$)', '@PostMapping($$$)', '@PutMapping($$$)', '@DeleteMapping($$$)', '@PatchMapping($$$)'],
      ...['@RequestMapping($$$)', '@Path($$$)', '@GET', '@POST', '@ApplicationPath($$$)'],
    ],
  },
  '.kt': {
    grammar: 'kotlin',
    patterns: [
      ...['get($$$) { $$$ }', 'post($$$) { $$$ }', 'put($$$) { $$$ }', 'delete($$$) { $$$ }', 'patch($$$) { $$$ }'],
      ...['route($$$) { $$$ }', 'routing { $$$ }', 'GET($$$)', 'POST($$$)', 'coRouter { $$$ }'],
    ],
  },
  '.cs': {
    grammar: 'csharp',
    patterns: [
      ...['$APP.MapGet($$$)', '$APP.MapPost($$$)', '$APP.MapPut($$$)', '$APP.MapDelete($$$)', '$APP.MapPatch($$$)'],
      ...[
        '$APP.MapGroup($$$)',
        '$APP.MapMethods($$$)',
        '$APP.MapControllers($$$)',
        '$ROUTE.WithName($$$)',
        '$APP.MapControllerRoute($$$)',
      ],
    ],
  },
  '.go': {
    grammar: 'go',
    patterns: [
      ...['$ROUTER.GET($$$)', '$ROUTER.POST($$$)', '$ROUTER.PUT($$$)', '$ROUTER.DELETE($$$)', '$ROUTER.Group($$$)'],
      ...['$ROUTER.Get($$$)', '$ROUTER.Post($$$)', '$ROUTER.Route($$$)', '$ROUTER.Handle($$$)', '$ROUTER.HandleFunc($$$)'],
    ],
  },
};

const SCRIPT = `
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parse, registerDynamicLanguage } from '@ast-grep/napi';
const grammars = ${JSON.stringify(GRAMMARS)};
const paths = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const languages = {};
for (const { grammar } of new Set(paths.map((path) => grammars[extname(path)]))) {
  languages[grammar] = (await import('@ast-grep/lang-' + grammar)).default;
}
registerDynamicLanguage(languages);
let found = 0;
for (const path of paths) {
  const { grammar, patterns } = grammars[extname(path)];
  const tree = parse(grammar, readFileSync(path, 'utf8')).root();
  found += tree.findAll({ rule: { any: patterns.map((pattern) => ({ pattern })) } }).length;
}
console.log(found);
`;

/**
 * @param {string} cache folder that is kept from run to run
 * @returns the script to be run with a file that lists sources as JSON
 */
export function installAstGrep(cache) {
  const folder = join(cache, 'ast-grep');
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'package.json');
  const requested = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  const isThere = Object.keys(PACKAGES).every((name) => existsSync(join(folder, 'node_modules', name)));
  if (!isThere) {
    writeFileSync(lock, '{ "private": true, "type": "module" }\n');
    // Their install scripts would only build what the packages bring for the usual systems.
    const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, ...requested];
    const { status } = spawnSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
    if (status !== 0) throw new Error(`The baseline cannot be installed: npm ${words.join(' ')}`);
  }
  const script = join(folder, 'routes.js');
  writeFileSync(script, SCRIPT);
  return script;
}
