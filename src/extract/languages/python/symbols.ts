import type { Definition } from '../../symbol-texts.js';
import { symbolsFrom } from '../../symbol-texts.js';
import { callsIn, wordsIn } from '../../symbol-words.js';
import type { SourceSymbols, SymbolImport } from '../../symbols.js';
import { type Definitions, readDefinitions } from './definitions.js';
import type { ClassDefinition, FunctionDefinition } from './scope.js';
import { mask } from './syntax/mask.js';
import { outline } from './syntax/statements.js';

/** Keywords before a parenthesis that are no calls. https://docs.python.org/3/reference/lexical_analysis.html#keywords */
const KEYWORDS = new Set(
  'and as assert async await del elif else except for from global if import in is lambda match case nonlocal not or raise return while with yield'.split(
    ' ',
  ),
);

/** The symbols that a Python file defines, imports and mentions. */
export function symbolsOf(_: string, text: string): SourceSymbols {
  const masked = mask(text);
  const read = readDefinitions(masked, outline(masked.bare).statements);
  const at = (start: number, name: string): number => Math.max(masked.bare.indexOf(name, start), start);
  const functions = read.functions.map((each) =>
    ofFunction(each, at(afterWord(masked.bare, each.start), each.name), masked.bare),
  );
  const classes = withInner(read.classes).map((each) => ofClass(each, at(each.start + 5, each.name), masked.bare));
  const definitions = [...functions, ...classes, ...variables(read)];
  const defined = new Set(definitions.map((each) => each.at));
  return symbolsFrom({
    text,
    definitions,
    imports: importsOf(read),
    calls: callsIn(masked.bare, KEYWORDS, defined),
    words: wordsIn(masked.code),
  });
}

/** The offset after `def` or `async def`. */
function afterWord(bare: string, start: number): number {
  const found = bare.indexOf('def', start);
  return found < 0 ? start : found + 3;
}

const withInner = (classes: readonly ClassDefinition[]): readonly ClassDefinition[] =>
  classes.flatMap((each) => [each, ...withInner(each.inner)]);

function ofFunction({ name, fact, start, end, decorators, owner }: FunctionDefinition, at: number, bare: string): Definition {
  const above = fact.slice(0, Math.max(0, fact.length - name.length - 1)).replaceAll('#', '.');
  return {
    name,
    ...(above === '' ? {} : { owner: above }),
    kind: owner === undefined ? 'function' : 'method',
    exported: above === '' && !name.startsWith('_'),
    retained: decorators.length > 0 || /^__\w{1,100}__$/.test(name) || (owner !== undefined && owner.arguments.length > 0),
    at,
    start,
    headEnd: headEnd(bare, at, end),
    end,
  };
}

function ofClass(each: ClassDefinition, at: number, bare: string): Definition {
  const { name, fact, start, arguments: bases, decorators, methods, inner } = each;
  const end = Math.max(at + name.length, ...methods.map((one) => one.end), ...inner.map((one) => one.start));
  const above = fact.slice(0, Math.max(0, fact.length - name.length - 1)).replaceAll('#', '.');
  return {
    name,
    ...(above === '' ? {} : { owner: above }),
    kind: 'class',
    exported: above === '' && !name.startsWith('_'),
    // a base class may look up its subclasses
    retained: decorators.length > 0 || bases.length > 0,
    at,
    start,
    headEnd: headEnd(bare, at, bare.length),
    end,
  };
}

/** The offset after the colon of a definition head. */
function headEnd(bare: string, at: number, end: number): number {
  let depth = 0;
  for (let index = at; index < Math.min(end, at + 5000); index++) {
    const char = bare.charAt(index);
    if (char === '(' || char === '[' || char === '{') depth += 1;
    else if (char === ')' || char === ']' || char === '}') depth -= 1;
    else if (char === ':' && depth <= 0) return index + 1;
  }
  return at;
}

/** Module variables; frameworks look many of them up by name. */
function variables({ module }: Definitions): readonly Definition[] {
  return [...module.bindings].flatMap(([name, binding]): readonly Definition[] =>
    binding.kind === 'variable' && /^\w+$/.test(name)
      ? [{ name, kind: 'variable', exported: !name.startsWith('_'), retained: true, at: binding.start }]
      : [],
  );
}

function importsOf({ scopes }: Definitions): readonly SymbolImport[] {
  const imports: SymbolImport[] = [];
  for (const { bindings, stars } of scopes) {
    for (const specifier of stars) imports.push({ specifier, names: [], whole: true });
    for (const [local, binding] of bindings) {
      if (binding.kind !== 'import') continue;
      const { module, imported } = binding;
      imports.push({ specifier: module, names: [{ imported, local }] });
      // `from . import views` may import a module or a name
      if (imported !== '*')
        imports.push({ specifier: module.endsWith('.') ? `${module}${imported}` : `${module}.${imported}`, names: [] });
    }
  }
  return imports;
}
