import { type Definition, symbolsFrom } from '../../symbol-texts.js';
import { callsIn, wordsIn } from '../../symbol-words.js';
import type { SourceSymbols } from '../../symbols.js';
import { isExported } from './names.js';
import type { FunctionDeclaration, Stored, TypeDeclaration } from './source.js';
import type { Node } from './syntax/node.js';
import { sourceText } from './syntax/text.js';
import { topLevel } from './top-level.js';

/** Keywords before a parenthesis that are no calls. https://go.dev/ref/spec#Keywords */
const KEYWORDS = new Set(
  'if for switch select return func go defer case range var const type import interface struct map chan'.split(' '),
);
/** Functions that the runtime or the test tools call. */
const CALLED = /^(?:main|init)$|^(?:Test|Benchmark|Fuzz|Example)/;

/** The symbols that a Go file defines, imports and mentions. */
export function symbolsOf(_: string, written: string): SourceSymbols {
  const text = sourceText(written);
  const top = topLevel(text);
  const { bare } = text;
  const definitions = [
    ...top.functions.map((each) => ofFunction(each, bare)),
    ...[...top.types.values()].map((each) => ofType(each, bare)),
    ...[...top.stored.values()].filter(({ name }) => name !== '_').map(ofStored),
  ];
  const defined = new Set(definitions.map(({ at }) => at));
  const [, name = ''] = PACKAGE.exec(bare) ?? [];
  return symbolsFrom({
    text: written,
    definitions,
    imports: [...top.packages].map(([local, specifier]) => ({ specifier, names: [{ imported: '*', local }] })),
    calls: callsIn(bare, KEYWORDS, defined),
    words: wordsIn(text.code),
    namespace: name,
  });
}

const PACKAGE = /^package[ \t]+([\p{L}_][\p{L}\p{Nd}_]*)/mu;

function ofFunction({ name, receiver, start, body, end }: FunctionDeclaration, bare: string): Definition {
  const owner = receiver === undefined ? undefined : typeName(receiver.type);
  const from = owner === undefined ? start : bare.indexOf(')', start) + 1;
  return {
    name,
    ...(owner === undefined ? {} : { owner }),
    kind: owner === undefined ? 'function' : 'method',
    exported: isExported(name),
    // an interface may require a method
    retained: owner !== undefined || CALLED.test(name),
    at: Math.max(bare.indexOf(name, from), start),
    ...(body === undefined ? { headEnd: end } : { headEnd: body.start }),
    end,
  };
}

/** The name of a type, of its pointer or of one with arguments. */
export function typeName(node: Node): string | undefined {
  if (node.kind === 'unary' || node.kind === 'index') return typeName(node.of);
  return node.kind === 'name' ? node.name : undefined;
}

function ofType({ name, type, start, end }: TypeDeclaration, bare: string): Definition {
  const at = Math.max(bare.indexOf(name, start), start);
  const isStructured = type.kind === 'struct' || type.kind === 'interface';
  const kind = type.kind === 'struct' ? 'struct' : type.kind === 'interface' ? 'interface' : 'type';
  return {
    name,
    kind,
    exported: isExported(name),
    retained: false,
    at,
    end,
    ...(isStructured ? { headEnd: type.body.start } : {}),
  };
}

function ofStored({ name, value, at }: Stored): Definition {
  return {
    name,
    kind: 'variable',
    exported: isExported(name),
    retained: false,
    at,
    ...(value === undefined ? {} : { end: value.end }),
  };
}
