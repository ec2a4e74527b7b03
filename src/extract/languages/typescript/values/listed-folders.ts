import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import { atOf } from '../at.js';
import { madeOf, objectOf } from '../names/in-file.js';
import { assigned, valueNamed } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { folderAt } from '../names/own-folder.js';
import { declarationOf, initializerOf } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from './access-paths.js';
import { iterated } from './loops.js';
import { loopName } from './references.js';

const MOST_HOPS = 4;
/** The modules of a longer list are not distinguished. */
const MOST_NAMES = 200;

/** Functions that list the files of a pattern, and their packages. */
const GLOBS = /^(?:glob|fast-glob|globby|tinyglobby|fs|node:fs|node:fs\/promises|fs\/promises)$/;
const LISTS = /^(?:\*|default|glob|globSync|sync|globby|globbySync)$/;

/** The files of a folder that a call lists by a literal pattern: `globSync('**\/*.route.js', { cwd: __dirname })`. */
export function listedFolder(source: Source, given: ts.Expression, hops = 0): Expression | undefined {
  const node = unwrap(given);
  if (ts.isIdentifier(node)) {
    const stored = hops < MOST_HOPS ? initializerOf(source, node) : undefined;
    return stored && listedFolder(source, stored, hops + 1);
  }
  const call = ts.isAwaitExpression(node) ? unwrap(node.expression) : node;
  if (!ts.isCallExpression(call)) return undefined;
  const { specifier, name } = originOf(source, call.expression) ?? { specifier: '', name: '' };
  if (!GLOBS.test(specifier) || !LISTS.test(name) || (/fs/.test(specifier) && !/^glob/.test(name))) return undefined;
  const [pattern, options] = call.arguments;
  const path = pattern && patternAt(source, pattern, options);
  if (path === undefined) return undefined;
  const parts = path.split('/');
  const first = parts.findIndex((part) => /[*?{[(!]/.test(part));
  if (first < 1) return undefined;
  return { kind: 'folder', specifier: parts.slice(0, first).join('/'), glob: parts.slice(first).join('/') };
}

/** A pattern relative to the folder of the file, `./routes/*.js`: joined with that folder, or with a `cwd` that names it. */
function patternAt(source: Source, pattern: ts.Expression, options: ts.Expression | undefined): string | undefined {
  const joined = folderAt(source, pattern);
  if (joined !== undefined) return joined;
  const text = unwrap(pattern);
  const object = objectOf(source, options);
  const cwd = object && assigned(object, 'cwd');
  const folder = cwd && folderAt(source, cwd);
  if (!ts.isStringLiteralLike(text) || object === undefined || folder === undefined || text.text.startsWith('/'))
    return undefined;
  // other options may exclude files
  return object.properties.every(
    ({ name: one }) => one !== undefined && ts.isIdentifier(one) && /^(?:cwd|absolute|nodir|posix)$/.test(one.text),
  )
    ? `${folder}/${text.text}`
    : undefined;
}

/** `require(path.join(__dirname, file))` in a loop over the files of a folder: each of them in turn. */
export function listedModule(source: Source, node: ts.CallExpression): Expression | undefined {
  const isRequired = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  if (!isRequired && node.expression.kind !== ts.SyntaxKind.ImportKeyword) return undefined;
  const names = namesIn(node.arguments[0]);
  const [name] = names;
  const declaration = name === undefined ? undefined : declarationOf(source, name);
  if (name === undefined || names.length > 1 || declaration === undefined) return undefined;
  if (!ts.isVariableDeclaration(declaration) && !ts.isParameter(declaration)) return undefined;
  const list = iterated(declaration);
  if (list === undefined) return undefined;
  const models = modelsOf(source, node, list);
  if (models !== undefined) return { kind: 'element', of: models };
  const each = valueNamed(loopName(source, declaration));
  return listedFolder(source, list) === undefined ? namedModule(source, node, list, each) : each;
}

/**
 * The folder of `const model = require(path.join(__dirname, file))(sequelize, DataTypes); models[model.name] = model`, in a loop
 * over the names of its files.
 */
function modelsOf(source: Source, node: ts.CallExpression, given: ts.Expression): Expression | undefined {
  const variable = ts.isCallExpression(node.parent) ? node.parent.parent : undefined;
  if (variable === undefined || !ts.isVariableDeclaration(variable) || !ts.isIdentifier(variable.name)) return undefined;
  const name = variable.name.text;
  if (!source.text.includes(`[${name}.name] = ${name}`)) return undefined;
  let list = unwrap(given);
  while (ts.isCallExpression(list) && ts.isPropertyAccessExpression(list.expression) && list.expression.name.text === 'filter')
    list = unwrap(list.expression.expression);
  if (!ts.isCallExpression(list) || originOf(source, list.expression)?.name !== 'readdirSync') return undefined;
  const folder = list.arguments[0] && folderAt(source, list.arguments[0]);
  return folder === undefined ? undefined : { kind: 'folder', specifier: folder, glob: '*.{js,cjs,mjs,ts}' };
}

/** `require(`./${name}/routes`)` in a loop over literal names: the module of each. */
function namedModule(source: Source, node: ts.CallExpression, given: ts.Expression, key: Expression): Expression | undefined {
  const items = madeOf(source, given);
  const path = node.arguments[0];
  if (path === undefined || !ts.isArrayLiteralExpression(items) || items.elements.length > MOST_NAMES) return undefined;
  const members = items.elements.map((one) => {
    const specifier = ts.isStringLiteralLike(one) ? specifierFor(path, one.text) : undefined;
    if (!ts.isStringLiteralLike(one) || specifier === undefined || !/^\.{1,2}\//.test(specifier)) return undefined;
    return { kind: 'property' as const, name: one.text, value: { kind: 'module' as const, specifier }, at: atOf(source, one) };
  });
  if (!members.every((one) => one !== undefined)) return undefined;
  return { kind: 'element', of: { kind: 'object', members }, key };
}

/** A path that concatenates texts and one name, with this text for the name. */
function specifierFor(given: ts.Expression, text: string): string | undefined {
  const node = unwrap(given);
  if (ts.isIdentifier(node)) return text;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ expression, literal }) =>
      ts.isIdentifier(expression) ? text + literal.text : undefined,
    );
    return parts.every((part) => part !== undefined) ? node.head.text + parts.join('') : undefined;
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [specifierFor(node.left, text), specifierFor(node.right, text)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** The names in a concatenated path, without those of modules and of the file's own folder. */
function namesIn(given: ts.Expression | undefined): readonly ts.Identifier[] {
  if (given === undefined) return [];
  const node = unwrap(given);
  if (ts.isIdentifier(node)) return node.text === '__dirname' ? [] : [node];
  if (ts.isCallExpression(node)) return node.arguments.flatMap(namesIn);
  if (ts.isTemplateExpression(node)) return node.templateSpans.flatMap(({ expression }) => namesIn(expression));
  if (ts.isBinaryExpression(node)) return [node.left, node.right].flatMap(namesIn);
  return [];
}
