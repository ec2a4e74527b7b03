import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import swc from '@swc/core';

/**
 * Hooks of Node (https://nodejs.org/api/module.html#customization-hooks) by which tests run from their TypeScript. The sources are
 * loaded once for all test files of a process. What stands in `__tests__` is loaded once for each of them: its hooks of Jest and
 * its variables belong to one file.
 */

const root = new URL('../../', import.meta.url).href;
const tests = new URL('../', import.meta.url).href;
const globals = new URL('globals.js', import.meta.url).href;

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  const parent = context.parentURL;
  if (parent === undefined || !parent.startsWith(root) || !/^\.{1,2}\/.*\.js$/.test(specifier)) return next(specifier, context);
  const { href } = new URL(specifier.replace(/js$/, 'ts'), parent);
  if (!existsSync(fileURLToPath(href))) return next(specifier, context);
  return { url: href.startsWith(tests) ? href + new URL(parent).search : href, format: 'module', shortCircuit: true };
}

/** @type {import('node:module').LoadHook} */
export function load(url, context, next) {
  if (!url.startsWith(root) || !/\.ts(?:\?|$)/.test(url)) return next(url, context);
  const path = fileURLToPath(url.replace(/\?.*$/, ''));
  const { code } = swc.transformSync(readFileSync(path, 'utf8'), {
    filename: path,
    sourceMaps: 'inline',
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
