import { endOf, readEnumValues, readMember } from './parse-members.js';
import { readAttributes, readBases, readModifiers, readParameters, readTypeParameters } from './parse-parts.js';
import type { Attribute, Member, Tree, TypeNode, Using } from './syntax.js';
import { afterBracket, isWord, type Range, type Tokens, textAt } from './tokens.js';
import { ofArity } from './type-syntax.js';

const FORMS = new Set(['class', 'record', 'struct', 'interface', 'enum']);
/** No real code nests types more deeply. */
const MAX_NESTED = 20;

/** Reads the declarations of a file. Nothing is an error: unrecognised code is skipped and recorded. */
export function parse(tokens: Tokens): Tree {
  const reader = new TreeReader(tokens);
  reader.unit({ from: 0, to: tokens.list.length }, '');
  return reader;
}

/** No real type has a longer list of type parameters, in tokens. */
const MAX_PARAMETERS = 60;

function sharedNames(tokens: Tokens): ReadonlySet<string> {
  const arities = new Map<string, number>();
  const shared = new Set<string>();
  for (let at = 0; at < tokens.list.length; at++) {
    if (!FORMS.has(textAt(tokens, at)) || !isWord(tokens, at + 1)) continue;
    const name = textAt(tokens, at + 1);
    const arity = readTypeParameters(tokens, at + 2, Math.min(at + MAX_PARAMETERS, tokens.list.length)).names.length;
    if ((arities.get(name) ?? arity) !== arity) shared.add(name);
    arities.set(name, arity);
  }
  return shared;
}

class TreeReader implements Tree {
  readonly usings: Using[] = [];
  readonly types: TypeNode[] = [];
  readonly statements: Range[] = [];
  readonly skipped: number[] = [];
  readonly #tokens: Tokens;
  /** Names that types with different numbers of type parameters share: `Result`, `Result<T>`. */
  readonly #shared: ReadonlySet<string>;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    this.#shared = sharedNames(tokens);
  }

  /** A file, or the content of a namespace. */
  unit(range: Range, around: string): void {
    const tokens = this.#tokens;
    let namespace = around;
    let loose = -1;
    const flush = (end: number): void => {
      if (loose >= 0) this.statements.push({ from: loose, to: end });
      loose = -1;
    };
    for (let at = range.from; at < range.to; ) {
      const next = this.#using(at, range.to) ?? this.#type(at, range.to, namespace);
      if (next !== undefined) {
        flush(at);
        at = next;
      } else if (textAt(tokens, at) === 'namespace' && isWord(tokens, at + 1)) {
        flush(at);
        const { name, next: after } = this.#dotted(at + 1);
        const inside = [around, name].filter((part) => part !== '').join('.');
        if (textAt(tokens, after) === '{') {
          const end = afterBracket(tokens, after, range.to);
          this.unit({ from: after + 1, to: end - 1 }, inside);
          at = end;
        } else {
          namespace = inside;
          at = after + 1;
        }
      } else {
        // a statement, or an attribute of the assembly
        if (loose < 0) loose = at;
        at = Math.max(endOf(tokens, at, range.to), at + 1);
      }
    }
    flush(range.to);
  }

  #dotted(from: number): { readonly name: string; readonly next: number } {
    const tokens = this.#tokens;
    let at = from + 1;
    while (textAt(tokens, at) === '.' && isWord(tokens, at + 1)) at += 2;
    const words: string[] = [];
    for (let index = from; index < at; index += 2) words.push(textAt(tokens, index));
    return { name: words.join('.'), next: at };
  }

  #using(from: number, to: number): number | undefined {
    const tokens = this.#tokens;
    const isGlobal = textAt(tokens, from) === 'global' && textAt(tokens, from + 1) === 'using';
    let at = isGlobal ? from + 1 : from;
    // `using var x = …` and `using (…)` are statements
    if (textAt(tokens, at) !== 'using' || textAt(tokens, at + 1) === '(' || textAt(tokens, at + 1) === 'var') return undefined;
    at += 1;
    const isStatic = textAt(tokens, at) === 'static';
    if (isStatic) at += 1;
    const isAlias = isWord(tokens, at) && textAt(tokens, at + 1) === '=';
    const alias = isAlias ? { alias: textAt(tokens, at) } : {};
    if (isAlias) at += 2;
    if (textAt(tokens, at) === 'global' && textAt(tokens, at + 1) === '::') at += 2;
    if (!isWord(tokens, at)) return undefined;
    const { name, next } = this.#dotted(at);
    if (textAt(tokens, next) !== ';') return isAlias ? endOf(tokens, next, to) : undefined;
    this.usings.push({ name, ...alias, isStatic, isGlobal });
    return next + 1;
  }

  /** Reads a type, if one is declared here; returns the position after it. */
  #type(from: number, to: number, namespace: string, outer?: TypeNode, depth = 0): number | undefined {
    const tokens = this.#tokens;
    const { attributes, next: afterAttributes } = readAttributes(tokens, from, to);
    const { modifiers, next: word } = readModifiers(tokens, afterAttributes, to);
    const form = textAt(tokens, word);
    if (!FORMS.has(form) || tokens.list[word]?.kind !== 'word' || !isWord(tokens, word + 1)) return undefined;
    const isRecordKind = form === 'record' && /^(?:class|struct)$/.test(textAt(tokens, word + 1));
    const at = isRecordKind ? word + 2 : word + 1;
    if (form === 'record' && !isRecordKind && !/^[({:;<]$|^where$/.test(textAt(tokens, at + 1))) return undefined;
    return this.#declared({ attributes, modifiers, form: form as TypeNode['form'], at, namespace, outer, depth }, to);
  }

  #declared(head: Head, to: number): number {
    const tokens = this.#tokens;
    const { at, outer, form, depth } = head;
    const name = textAt(tokens, at);
    const generics = readTypeParameters(tokens, at + 1, to);
    let next = generics.next;
    const hasPrimary = textAt(tokens, next) === '(';
    const close = hasPrimary ? afterBracket(tokens, next, to) : next;
    const primary = hasPrimary ? readParameters(tokens, { from: next + 1, to: close - 1 }) : [];
    const { bases, next: afterBases } = readBases(tokens, close, to);
    next = afterBases;
    // `where T : class, new()`
    while (next < to && textAt(tokens, next) !== '{' && textAt(tokens, next) !== ';') next += 1;
    const members: Member[] = [];
    const own = generics.names.length > 0 && this.#shared.has(name) ? ofArity(name, generics.names.length) : name;
    const node: TypeNode = {
      form,
      name,
      path: outer === undefined ? own : `${outer.path}.${own}`,
      namespace: head.namespace,
      modifiers: head.modifiers,
      attributes: head.attributes,
      typeParameters: generics.names,
      primary,
      bases,
      members,
      ...(outer === undefined ? {} : { outer }),
      at,
    };
    this.types.push(node);
    if (textAt(tokens, next) !== '{') return Math.min(next + 1, to);
    const end = afterBracket(tokens, next, to);
    const body = { from: next + 1, to: end - 1 };
    if (form === 'enum') members.push(...readEnumValues(tokens, body));
    else if (depth < MAX_NESTED) this.#members(node, members, body, depth);
    return end;
  }

  #members(node: TypeNode, members: Member[], { from, to }: Range, depth: number): void {
    for (let at = from; at < to; ) {
      const inner = this.#type(at, to, node.namespace, node, depth + 1);
      if (inner !== undefined) {
        at = inner;
        continue;
      }
      const { member, next } = readMember(this.#tokens, at, to, node.name);
      if (member !== undefined) members.push(member);
      at = Math.max(next, at + 1);
    }
  }
}

interface Head {
  readonly attributes: readonly Attribute[];
  readonly modifiers: ReadonlySet<string>;
  readonly form: TypeNode['form'];
  readonly at: number;
  readonly namespace: string;
  readonly outer: TypeNode | undefined;
  readonly depth: number;
}
