import type { Scope } from './scope.js';
import type { MaskedText } from './syntax/mask.js';
import type { Statement } from './syntax/statements.js';

/** Limit of star imports in one file. */
const MAX_STARS = 20;

/** Binds the names of `import a.b as c`, `from .a import b as c, d`, `from a import *`. */
export function readImport({ bare }: MaskedText, { start, end }: Statement, scope: Scope): void {
  const text = bare.slice(start, Math.min(end, start + 20_000)).replace(/[()\\\s]+/g, ' ');
  const middle = text.startsWith('from') ? text.indexOf(' import ') : -1;
  if (middle >= 0) {
    const module = text.slice('from'.length, middle).replaceAll(' ', '');
    for (const one of text.slice(middle + ' import '.length).split(',')) bindFrom(scope, module, one.trim());
    return;
  }
  for (const one of text.replace(/^import /, '').split(',')) {
    const [path = '', name] = one.trim().split(' as ');
    const module = path.trim();
    if (!/^[\w.]+$/.test(module)) continue;
    // `import a.b` binds `a`; the dotted path `a.b` is recorded as a name too
    scope.bindings.set(name?.trim() ?? module, { kind: 'import', module, imported: '*' });
    const top = module.split('.')[0] ?? module;
    if (name === undefined && !scope.bindings.has(top)) scope.bindings.set(top, { kind: 'import', module: top, imported: '*' });
  }
}

function bindFrom(scope: Scope, module: string, item: string): void {
  if (item === '*') {
    if (scope.stars.length < MAX_STARS && !scope.stars.includes(module)) scope.stars.push(module);
    return;
  }
  const [imported = '', name] = item.split(' as ');
  if (/^\w+$/.test(imported)) scope.bindings.set(name?.trim() ?? imported, { kind: 'import', module, imported });
}
