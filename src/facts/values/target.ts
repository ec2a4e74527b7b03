import type { Expression } from '../expression.js';
import type { Callable, Declaration, Router } from '../fact.js';
import type { Lazy, Program, Site } from '../program.js';
import type { Members } from '../shapes/member-list.js';
import type { Budget, Memo } from './memo.js';
import type { Questions } from './questions.js';

/** What an expression comes down to when names, members, calls and wrappers have been followed. */
export type Target =
  /** A form that says something itself: literal, scalar, object, array, tuple, map, union, intersection, text, some operators. */
  | { readonly kind: 'plain'; readonly expression: Expression; readonly site: Site }
  /** A declared interface, class or enum, as a type. */
  | {
      readonly kind: 'type';
      readonly file: string;
      readonly declarations: readonly Declaration[];
      readonly arguments: readonly Lazy[];
      /** Of an instance: what its constructor is given. */
      readonly made?: readonly Lazy[];
    }
  /** A class or enum, as a value. */
  | { readonly kind: 'class'; readonly file: string; readonly declaration: Declaration }
  | { readonly kind: 'callable'; readonly file: string; readonly callable: Callable; readonly site: Site }
  | { readonly kind: 'router'; readonly file: string; readonly router: Router }
  | { readonly kind: 'module'; readonly file: string }
  | ExternalTarget
  | ChoiceTarget
  /** `pending`: inference is asked for a part of it. */
  /** `written`: see UnknownExpression. */
  | {
      readonly kind: 'unknown';
      readonly why: string;
      readonly pending?: boolean;
      readonly written?: boolean;
      readonly schema?: string;
      readonly asNull?: boolean;
    };

/** One of several. See `UnionExpression`. */
export interface ChoiceTarget {
  readonly kind: 'choice';
  readonly options: readonly Lazy[];
  readonly changing?: boolean;
  readonly readings?: boolean;
  readonly otherwise?: boolean;
}

/** Something of a package, or of the language itself (`specifier` is then `''`). */
export interface ExternalTarget {
  readonly kind: 'external';
  readonly specifier: string;
  /** Members on the way to it; `()` stands for a call: `['PrismaClient', 'user', 'findMany', '()']`. */
  readonly path: readonly string[];
  /** The file that names it. */
  readonly from?: string;
  /** Type arguments. */
  readonly arguments: readonly Lazy[];
  /** What it is the last member of. */
  readonly on?: ExternalTarget;
  /** The last call or `new` on the way, with what it was given. */
  readonly call?: Lazy;
  /** Statements on it: a tuple of them, see `alterations.ts`. */
  readonly altered?: Lazy;
  /** Members that are set on it: an object. */
  readonly changes?: Lazy;
}

/**
 * `shape`: what it is as data (a variable's declared type wins over its value). `value`: what it holds (a constant's text, a
 * router's identity).
 */
export type Purpose = 'shape' | 'value';

/** How members of an object-like thing are found; given by members.ts, which builds on this file. */
export type MemberOf = (resolver: Resolver, target: Target, name: string, purpose: Purpose, fuel: number) => Target | undefined;

/** A package whose values and types are understood although its code is not read. */
export interface KnownPackage {
  /** Name for readers, and what is understood of it: for the README. */
  readonly title: string;
  readonly resolves: readonly string[];
  /** The specifiers it is imported by. */
  readonly specifiers: RegExp;
  /** What calling something of it gives, as data; undefined: unknown. `call` is a `returns` expression. */
  readonly call?: (resolver: Resolver, of: ExternalTarget, call: Lazy) => Lazy | undefined;
  /** What calling something of it gives that is the service's own (an instance of one of its classes); undefined: nothing of it. */
  readonly instance?: (resolver: Resolver, of: ExternalTarget, call: Lazy) => Lazy | undefined;
  /** The data that a schema value made by it describes; undefined: unknown. `of.call` is the last call that made it. */
  readonly schema?: (resolver: Resolver, of: ExternalTarget) => Lazy | undefined;
  /** The data that a schema describes which is written as an object, without a call. */
  readonly object?: (resolver: Resolver, schema: Lazy) => Lazy | undefined;
  /** What awaiting something of it gives (a query its result), as data; undefined: unknown. */
  readonly outcome?: (resolver: Resolver, of: ExternalTarget) => Lazy | undefined;
  /** What JSON makes of something of it that is a value with methods (a document); undefined: unknown. */
  readonly data?: (resolver: Resolver, of: ExternalTarget) => Lazy | undefined;
  /** Statements on values that it makes change what they are (`schema.plugin(x)`); names of methods that make such values. */
  readonly alters?: RegExp;
  /** What one of its types means, as data; undefined: unknown. */
  readonly type?: (resolver: Resolver, of: ExternalTarget) => Lazy | undefined;
}

/** What was worked out before, see `Memo`. */
export interface Memos {
  readonly values: Memo<Expression, Target>;
  readonly members: Memo<readonly Declaration[], Members | undefined>;
}

export interface Resolver {
  readonly program: Program;
  readonly memberOf: MemberOf;
  /** members.ts, for parts that it builds on. */
  readonly membersOf: (resolver: Resolver, lazy: Lazy) => Members | undefined;
  /** resolve.ts, for the parts it is made of. */
  readonly resolve: (resolver: Resolver, lazy: Lazy, purpose: Purpose, fuel?: number) => Target;
  readonly packages: readonly KnownPackage[];
  /** What inference found, by `askKey`. */
  readonly answers: ReadonlyMap<string, Expression>;
  /** What inference may be asked, as it turns up. */
  readonly questions: Questions;
  readonly budget: Budget;
  readonly memos: Memos;
  /** Does a serializer (class-transformer) run between handler and wire? `maybe`: it cannot be told. */
  readonly serializer: 'on' | 'off' | 'maybe';
  /** What may be null is left out (the operator `nulls-omitted`). */
  readonly omitsNulls?: boolean;
  /** Members with a default are left out unless they were set (the operator `unset-omitted`). */
  readonly omitsUnset?: boolean;
  /** The writer of the route (`Route.writer`), where settings tell writers apart. */
  readonly writer?: string;
}

/** Steps in a row that one expression may take; a chain that needs more is a cycle or hostile. */
export const FUEL = 200;
/** Steps in all that one response or path may take: unions of unions multiply. */
const BUDGET = 100_000;

/** Steps that may be under way within each other, whatever the chains and members between them have left: the stack is finite. */
const MAX_NESTED = 500;

/** What `step` gives, or `otherwise` where too many are under way already. */
export function nested<T>(resolver: Resolver, step: () => T, otherwise: T): T {
  if (resolver.budget.depth >= MAX_NESTED) return cut(resolver, otherwise);
  resolver.budget.depth += 1;
  try {
    return step();
  } finally {
    resolver.budget.depth -= 1;
  }
}

/** A step that is not taken. */
export function cut<T>(resolver: Resolver, otherwise: T): T {
  resolver.budget.cut = -1;
  return otherwise;
}

/** Gives the next response or path its full budget. */
export function refill(resolver: Resolver): void {
  resolver.budget.left = BUDGET;
}

/** No path of this repository, and no name with several places to look for it. */
const PACKAGE = /^(?:@[\w.-]+\/)?\w[\w./-]*$/;

/** Why something of a package, or of the language itself, is not known; which package, where a type of it would tell. */
export function undeclared({ program }: Resolver, of: ExternalTarget): string {
  const why = `${nameOf(of)} is not declared in the repository`;
  const isRead = of.from !== undefined && program.installed?.[of.from]?.[of.specifier] !== undefined;
  if (!isRead && PACKAGE.test(of.specifier) && !of.path.includes('()')) program.packages.set(why, of.specifier);
  return why;
}

/** `express.json`, `Date`: for sentences. */
function nameOf(of: { readonly specifier: string; readonly path: readonly string[] }): string {
  const called = of.path.indexOf('()');
  if (called >= 0) return `the result of ${nameOf({ ...of, path: of.path.slice(0, called) })}`;
  // behind the bar stands what a reader asks of it
  const path = of.path.flatMap((one) => one.split('|', 1)[0] || []).join('.');
  // a name with the places to look for it (C#) is what its code writes
  const at = of.specifier.indexOf('@');
  if (at > 0 && of.path[0] === of.specifier.slice(0, at)) return path.replace(/^\./, '');
  // several candidates are no name that a reader could look up
  if (of.specifier === '' || (path !== '' && of.specifier.includes('|'))) return path;
  return path === '' || path === 'default' || of.specifier.endsWith(`.${path}`) ? of.specifier : `${path} of ${of.specifier}`;
}
