/**
 * `node scripts/bundle.js [dist]`: packs `src` and everything it needs into one folder that runs without node_modules: a small
 * shared entry (`index.js`), three thin doors (`action.js`, `cli.js`, `library.js`), a chunk for every module that is loaded lazily,
 * and `licenses.txt`. The same sources always give the same bytes.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import swc from '@swc/core';
import ncc from '@vercel/ncc';
import { ts } from 'ts-morph';
import { build, root } from './build.js';

const DOORS = { action: './action/action.js', cli: './cli.js', library: './index.js' };

/** ts-morph is CommonJS and asks for these two, which an ES module does not have; this module is evaluated before it. */
const GLOBALS = `import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
globalThis.__filename = fileURLToPath(import.meta.url);
globalThis.__dirname = dirname(globalThis.__filename);
`;

const ENTRY = `import './bundle-globals.js';
${Object.entries(DOORS)
  .map(([door, module]) => `export const ${door} = () => import('${module}');`)
  .join('\n')}
`;

const door = (/** @type {string} */ name) => `#!/usr/bin/env node
import { ${name} } from './index.js';
await ${name}();
`;

/** The library names what it exports. */
async function libraryDoor(/** @type {string} */ lib) {
  const names = Object.keys(await import(pathToFileURL(join(lib, 'index.js')).href));
  return `import { library } from './index.js';\nexport const { ${names.sort().join(', ')} } = await library();\n`;
}

/** ncc minifies nothing but the entry, so all is done here alike. Names of fields are kept; comments are in licenses.txt. */
async function minify(/** @type {string} */ code) {
  const { code: small } = await swc.minify(code, {
    module: true,
    ecma: 2022,
    compress: false,
    mangle: true,
    format: { comments: false },
  });
  return small;
}

/** From this size on a chunk is worth a second pass; nearly all that is in one runs when it is loaded. */
const LARGE = 20_000;

/**
 * A module of a chunk is an arrow function, which the engine first only scans, and compiles when it is called: a large one is
 * read twice. A function in parentheses is compiled at once: https://v8.dev/blog/preparser#pife
 */
function compiledOnce(/** @type {string} */ code) {
  if (code.length < LARGE) return code;
  const bytes = Buffer.from(code);
  const { body, span } = swc.parseSync(code, { syntax: 'ecmascript', target: 'es2022' });
  const parts = [];
  let at = 0;
  for (const { start, end } of modulesOf(body)) {
    const [from, to] = [start - span.start, end - span.start];
    const module = bytes.subarray(from, to).toString();
    const head = /^(?:\(([^)]*)\)|(\w+))=>\{/.exec(module);
    if (head === null) continue;
    parts.push(bytes.subarray(at, from), Buffer.from(`(function(${head[1] ?? head[2]}){${module.slice(head[0].length)})`));
    at = to;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]).toString();
}

/** Where the arrow functions of `export const modules = { 123: (...) => {...}, ... }` stand. */
function modulesOf(/** @type {readonly swc.ModuleItem[]} */ body) {
  return body.flatMap((item) => {
    if (item.type !== 'ExportDeclaration' || item.declaration.type !== 'VariableDeclaration') return [];
    const [declarator] = item.declaration.declarations;
    if (declarator?.id.type !== 'Identifier' || declarator.id.value !== 'modules') return [];
    const properties = declarator.init?.type === 'ObjectExpression' ? declarator.init.properties : [];
    return properties.flatMap((property) => {
      if (property.type !== 'KeyValueProperty' || property.value.type !== 'ArrowFunctionExpression') return [];
      return [property.value.span];
    });
  });
}

/**
 * What only parses needs the compiler that ts-morph carries, not ts-morph with all its wrappers and library files, which take
 * half as long again to load.
 */
function takeCompiler(/** @type {string} */ lib) {
  const folder = join(lib, 'extract', 'languages', 'typescript');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))) {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace(/^import \{ ts \} from 'ts-morph';$/m, "import ts from '@ts-morph/common/dist/typescript.js';"),
    );
  }
}

/**
 * Begins literals such as `{ ...one, more }` with `...null`, which adds nothing. Without it V8 (of Node 20 at least) makes a hidden
 * class for each such object: it takes five times the memory, and whatever reads it later finds no cached place of its members.
 */
function shareHiddenClasses(/** @type {string} */ lib) {
  for (const name of readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))) {
    const path = join(lib, name);
    const text = readFileSync(path, 'utf8');
    /** @type {number[]} */
    const places = [];
    const visit = (/** @type {ts.Node} */ node) => {
      if (ts.isObjectLiteralExpression(node) && node.properties.length > 1) {
        const [first] = node.properties;
        if (first !== undefined && ts.isSpreadAssignment(first)) places.push(first.getStart());
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true));
    if (places.length === 0) continue;
    places.sort((a, b) => a - b);
    const parts = [0, ...places].map((place, index) => text.slice(place, places[index]));
    writeFileSync(path, parts.join('...null, '));
  }
}

/** Writes a hash of the compiled sources into them: what one build has cached, another may read differently. */
function stamp(/** @type {string} */ lib) {
  const hash = createHash('sha256');
  const files = readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  for (const name of files.map((file) => file.replaceAll('\\', '/')).sort())
    hash.update(name).update(readFileSync(join(lib, name)));
  const path = join(lib, 'model', 'tool.js');
  const text = readFileSync(path, 'utf8');
  const stamped = text.replace("BUILD = 'unbundled'", `BUILD = '${hash.digest('hex').slice(0, 16)}'`);
  if (stamped === text) throw new Error('src/model/tool.ts has no BUILD to write the hash to.');
  writeFileSync(path, stamped);
}

/** @ts-morph/common carries a copy of TypeScript, whose licence ncc cannot see. */
function embeddedTypeScript() {
  const license = readFileSync(join(root, 'node_modules', 'typescript', 'LICENSE'), 'utf8');
  return `typescript (embedded in @ts-morph/common)\nApache-2.0\n${license.replaceAll('\r\n', '\n')}`;
}

/** SQLite asks for its code by this name beside the bundle; no import tells ncc of it. */
const SQLITE = 'node-sqlite3-wasm.wasm';

/** Writes the bundle to `folder`, which is emptied first. */
export async function bundle(/** @type {string} */ folder) {
  // Module numbers are made of paths relative to the working folder.
  process.chdir(root);
  const lib = build();
  stamp(lib);
  takeCompiler(lib);
  shareHiddenClasses(lib);
  writeFileSync(join(lib, 'bundle-globals.js'), GLOBALS);
  writeFileSync(join(lib, 'bundle.js'), ENTRY);
  const { code, assets } = await ncc(join(lib, 'bundle.js'), {
    esm: true,
    cache: false,
    license: 'licenses.txt',
    quiet: true,
    target: 'es2022',
  });
  if (code.includes('webpackMissingModule')) throw new Error('A module could not be resolved (webpackMissingModule).');

  rmSync(folder, { recursive: true, force: true });
  const put = (/** @type {string} */ name, /** @type {string | Buffer} */ content, mode = 0o644) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode });
  };
  put('index.js', await minify(code));
  for (const [name, { source }] of Object.entries(assets)) {
    put(name, name.endsWith('.js') ? compiledOnce(await minify(source.toString())) : source);
  }
  put(SQLITE, readFileSync(join(root, 'node_modules', 'node-sqlite3-wasm', 'dist', SQLITE)));
  put('licenses.txt', `${assets['licenses.txt']?.source}\n${embeddedTypeScript()}`);
  put('package.json', '{ "type": "module" }\n');
  for (const name of ['action', 'cli']) put(`${name}.js`, door(name), 0o755);
  put('library.js', await libraryDoor(lib));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundle(resolve(process.argv[2] ?? 'dist'));
