/** A Python expression in the detail that facts need; `start` and `end` are offsets into the text. */
export type Node = Place &
  (
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'attribute'; readonly of: Node; readonly name: string }
    | { readonly kind: 'call'; readonly of: Node; readonly arguments: readonly Argument[] }
    /** `slice`: `x[1:]`, whose items are not parsed. */
    | { readonly kind: 'subscript'; readonly of: Node; readonly items: readonly Node[]; readonly slice?: boolean }
    | { readonly kind: 'text'; readonly parts: readonly (string | Node)[]; readonly bytes: boolean }
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'constant'; readonly value: boolean | null }
    | { readonly kind: 'list' | 'tuple' | 'set'; readonly items: readonly Node[] }
    | { readonly kind: 'star'; readonly of: Node }
    | { readonly kind: 'dict'; readonly entries: readonly Entry[] }
    | {
        readonly kind: 'comprehension';
        readonly form: 'list' | 'set' | 'dict' | 'generator';
        readonly element: Node;
        readonly key?: Node;
        readonly target: Node;
        readonly over?: Node;
        /** The loops after the first. */
        readonly within?: readonly { readonly target: Node; readonly over: Node }[];
        /** The ranges of its conditions. */
        readonly tests?: readonly Place[];
      }
    | { readonly kind: 'operation'; readonly operator: string; readonly left: Node; readonly right: Node }
    /** `a or b`; `conditional`: `a if c else b`; `first`: the first truthy value. */
    | {
        readonly kind: 'choice';
        readonly options: readonly Node[];
        readonly conditional?: boolean;
        readonly first?: boolean;
        readonly test?: Place;
      }
    | { readonly kind: 'test' }
    | { readonly kind: 'await'; readonly of: Node }
    /** `takes`: its only parameter. */
    | { readonly kind: 'lambda'; readonly body: Node; readonly takes?: string }
    | { readonly kind: 'unread' }
  );

/** The range of a node. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface Argument {
  /** The name of a keyword argument. */
  readonly name?: string;
  /** `*values`, `**names`. */
  readonly star?: 1 | 2;
  readonly value: Node;
}

/** Without a key: `**value`. */
export interface Entry {
  readonly key?: Node;
  readonly value: Node;
}

type Call = Extract<Node, { kind: 'call' }>;

/** The value of a keyword argument. */
export function keyword(call: Call, name: string): Node | undefined {
  return call.arguments.find((one) => one.name === name)?.value;
}

/** An argument by position or by name. */
export function argument(call: Call, index: number, name?: string): Node | undefined {
  const positional = call.arguments.filter((one) => one.name === undefined);
  const isSure = positional.slice(0, index + 1).every((one) => one.star === undefined);
  const found = isSure ? positional[index]?.value : undefined;
  return found ?? (name === undefined ? undefined : keyword(call, name));
}

/** `Response(*parts)`, `Response(**options)`: arguments that are not named may be given. */
export const isSpread = (call: Call): boolean => call.arguments.some(({ star }) => star !== undefined);

/** A keyword argument. `**options` may also contain it: then it counts as present but unresolved. */
export function option(call: Extract<Node, { kind: 'call' }>, name: string): Node | undefined {
  const rest = call.arguments.find(({ star }) => star === 2)?.value;
  return keyword(call, name) ?? (rest && { kind: 'unread', start: rest.start, end: rest.end });
}

/** `a.b.c` as a text; undefined: another expression. */
export function dotted(node: Node | undefined): string | undefined {
  const names: string[] = [];
  let at = node;
  while (at?.kind === 'attribute') {
    names.unshift(at.name);
    at = at.of;
  }
  return at?.kind === 'name' ? [at.name, ...names].join('.') : undefined;
}

/** The last name of `a.b.c`. */
export function lastName(node: Node | undefined): string | undefined {
  return node?.kind === 'attribute' || node?.kind === 'name' ? node.name : undefined;
}

/** What a call calls, or the expression itself: `route` of `@route` and of `@route('/x')`. */
export const calleeOf = (node: Node): Node => (node.kind === 'call' ? node.of : node);

/** The last name of that. */
export const calledName = (node: Node | undefined): string => lastName(node && calleeOf(node)) ?? '';

/** The text of a literal without embedded expressions. */
export function plainText(node: Node | undefined): string | undefined {
  if (node?.kind !== 'text' || node.bytes) return undefined;
  return node.parts.every((part) => typeof part === 'string') ? node.parts.join('') : undefined;
}

/** The direct subexpressions of an expression. */
export function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'attribute':
    case 'await':
    case 'star':
      return [node.of];
    case 'call':
      return [node.of, ...node.arguments.map(({ value }) => value)];
    case 'subscript':
      return [node.of, ...node.items];
    case 'text':
      return node.parts.filter((part) => typeof part !== 'string');
    case 'list':
    case 'tuple':
    case 'set':
      return node.items;
    case 'dict':
      return node.entries.flatMap(({ key, value }) => (key === undefined ? [value] : [key, value]));
    case 'comprehension':
      return [node.element, ...(node.key === undefined ? [] : [node.key]), ...(node.over === undefined ? [] : [node.over])];
    case 'operation':
      return [node.left, node.right];
    case 'choice':
      return node.options;
    case 'lambda':
      return [node.body];
    default:
      return [];
  }
}

/** `@total.setter` beside the property `total`, which alone gives its value; hybrid properties of SQLAlchemy have more of them. */
export const isBeside = (decorator: Node): boolean => decorator.kind === 'attribute' && BESIDES.test(decorator.name);
const BESIDES = /^(?:setter|deleter|expression|inplace|comparator|update_expression)$/;
