import type { Expression } from '../expression.js';
import type { Callable, Declaration, Router } from '../fact.js';
import type { Lazy, Program, Site } from '../program.js';
import type { Members } from '../shapes/member-list.js';
import type { Budget, Memo } from './memo.js';
import type { Questions } from './questions.js';

/** The result of evaluating an expression, after names, members, calls and wrappers. */
export type Target =
  /** A form that is final by itself: literal, scalar, object, array, tuple, map, union, intersection, text, some operators. */
  | { readonly kind: 'plain'; readonly expression: Expression; readonly site: Site }
  /** A declared interface, class or enum, as a type. */
  | {
      readonly kind: 'type';
      readonly file: string;
      readonly declarations: readonly Declaration[];
      readonly arguments: readonly Lazy[];
      /** For an instance: its constructor's arguments. */
      readonly made?: readonly Lazy[];
    }
  /** A class or enum, as a value. */
  | { readonly kind: 'class'; readonly file: string; readonly declaration: Declaration }
  | { readonly kind: 'callable'; readonly file: string; readonly callable: Callable; readonly site: Site }
  | { readonly kind: 'router'; readonly file: string; readonly router: Router }
  | { readonly kind: 'module'; readonly file: string }
  | ExternalTarget
  | ChoiceTarget
  /** `pending`: a question for inference about a part of it is open. */
  /** `written`, `asNull`, `asAbsent`: see UnknownExpression. */
  | {
      readonly kind: 'unknown';
      readonly why: string;
      readonly pending?: boolean;
      readonly written?: boolean;
      readonly schema?: string;
      readonly asAbsent?: boolean;
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

/** A value from a package, or from the language itself (`specifier` is then `''`). */
export interface ExternalTarget {
  readonly kind: 'external';
  readonly specifier: string;
  /** Members on the way to it; `()` stands for a call: `['PrismaClient', 'user', 'findMany', '()']`. */
  readonly path: readonly string[];
  /** The file that names it. */
  readonly from?: string;
  /** Type arguments. */
  readonly arguments: readonly Lazy[];
  /** The owner of its last member. */
  readonly on?: ExternalTarget;
  /** The last call or `new` on the way, with its arguments. */
  readonly call?: Lazy;
  /** Statements on it: a tuple, see `alterations.ts`. */
  readonly altered?: Lazy;
  /** Members that code sets on it: an object. */
  readonly changes?: Lazy;
}

/**
 * `shape`: the data (a variable's declared type wins over its value). `value`: the value itself (a constant's text, a router's
 * identity).
 */
export type Purpose = 'shape' | 'value';

/** Finds a member of an object-like value; members.ts supplies it, which builds on this file. */
export type MemberOf = (resolver: Resolver, target: Target, name: string, purpose: Purpose, fuel: number) => Target | undefined;

/** A package whose values and types the scanner knows without reading its code. */
export interface KnownPackage {
  /** Name for readers; `docs/reference/supported.md` has a row for it. */
  readonly title: string;
  /** The specifiers that import it. */
  readonly specifiers: RegExp;
  /** The result of calling one of its functions, as data; undefined: unknown. `call` is a `returns` expression. */
  readonly call?: (resolver: Resolver, of: ExternalTarget, call: Lazy) => Lazy | undefined;
  /** The object that a call of the package, or `new` with its class, gives; undefined: none. */
  readonly instance?: (resolver: Resolver, of: ExternalTarget, call: Lazy) => Lazy | undefined;
  /** The data that one of its schema values describes; undefined: unknown. `of.call` is the last call that made it. */
  readonly schema?: (resolver: Resolver, of: ExternalTarget) => Lazy | undefined;
  /** The data of a schema that is an object literal, without a call. */
  readonly object?: (resolver: Resolver, schema: Lazy) => Lazy | undefined;
  /** The result of awaiting one of its values (the rows of a query), as data; undefined: unknown. */
  readonly outcome?: (resolver: Resolver, of: ExternalTarget) => Lazy | undefined;
  /** The JSON of one of its values with methods (a document); undefined: unknown. */
  readonly data?: (resolver: Resolver, of: ExternalTarget) => Lazy | undefined;
  /** Names of methods whose results later statements change (`schema.plugin(x)`). */
  readonly alters?: RegExp;
  /** Its types hold a value that code takes from them: `Result<T, E>`. */
  readonly boxes?: true;
  /** The meaning of one of its types, as data; undefined: unknown. */
  readonly type?: (resolver: Resolver, of: ExternalTarget) => Lazy | undefined;
}

/** Results of earlier evaluations, see `Memo`. */
export interface Memos {
  readonly values: Memo<Expression, Target>;
  readonly members: Memo<readonly Declaration[], Members | undefined>;
}

export interface Resolver {
  readonly program: Program;
  readonly memberOf: MemberOf;
  /** From members.ts, for the parts that it builds on. */
  readonly membersOf: (resolver: Resolver, lazy: Lazy) => Members | undefined;
  /** From resolve.ts, for the parts that it consists of. */
  readonly resolve: (resolver: Resolver, lazy: Lazy, purpose: Purpose, fuel?: number) => Target;
  readonly packages: readonly KnownPackage[];
  /** The answers of inference, by `askKey`. */
  readonly answers: ReadonlyMap<string, Expression>;
  /** The questions for inference so far. */
  readonly questions: Questions;
  readonly budget: Budget;
  readonly memos: Memos;
  /** Objects whose members code of other files may set, with their names; `*`: any. */
  readonly assigned: Map<Expression, Set<string>>;
  /** Whether a serializer (class-transformer) runs between handler and wire; `maybe`: undecidable. */
  readonly serializer: 'on' | 'off' | 'maybe';
  /** Omits members that may be null (the operator `nulls-omitted`). */
  readonly omitsNulls?: boolean;
  /** Writes fields, and ignores getters (the operator `fields-written`). */
  readonly writesFields?: boolean;
  /** Writes names in camel case (the operator `camel-cased`). */
  readonly camelNames?: boolean;
  /** Omits members with a default unless the code set them (the operator `unset-omitted`). */
  readonly omitsUnset?: boolean;
  /** The writer of the route (`Route.writer`), if settings distinguish writers. */
  readonly writer?: string;
}

/** Most steps in a row for one expression; a chain that needs more is cyclic or hostile. */
export const FUEL = 200;
/** Most steps in total for one response or path: unions of unions multiply. */
const BUDGET = 100_000;

/** Most nested steps, whatever fuel the chains and members between them have left: the stack is finite. */
const MAX_NESTED = 350;

/** The result of `step`, or `otherwise` if too many steps are nested already. */
export function nested<T>(resolver: Resolver, step: () => T, otherwise: T): T {
  if (resolver.budget.depth >= MAX_NESTED) return cut(resolver, otherwise);
  resolver.budget.depth += 1;
  try {
    return step();
  } finally {
    resolver.budget.depth -= 1;
  }
}

/** The result in place of a skipped step. */
export function cut<T>(resolver: Resolver, otherwise: T): T {
  resolver.budget.cut = -1;
  return otherwise;
}

/** Gives the next response or path its full budget. */
export function refill(resolver: Resolver): void {
  resolver.budget.left = BUDGET;
}

/** A package's name: no path of this repository, and no name with several candidate places. */
const PACKAGE = /^(?:@[\w.-]+\/)?\w[\w./-]*$/;

/** Why a value of a package, or of the language itself, is unknown; it records the package if one of its types would help. */
export function undeclared({ program }: Resolver, of: ExternalTarget): string {
  const why = `${nameOf(of)} is not declared in the repository`;
  const isRead = of.from !== undefined && program.installed?.[of.from]?.[of.specifier] !== undefined;
  if (!isRead && PACKAGE.test(of.specifier) && !of.path.includes('()')) program.packages.set(why, of.specifier);
  return why;
}

/** A name for messages: `express.json`, `Date`. */
function nameOf(of: { readonly specifier: string; readonly path: readonly string[] }): string {
  const called = of.path.indexOf('()');
  if (called >= 0) return `the result of ${nameOf({ ...of, path: of.path.slice(0, called) })}`;
  // the part after the bar is an extractor's own name
  const path = of.path.flatMap((one) => one.split('|', 1)[0] || []).join('.');
  // a name with its candidate places (C#) is shown as the code writes it
  const at = of.specifier.indexOf('@');
  if (at > 0 && of.path[0] === of.specifier.slice(0, at)) return path.replace(/^\./, '');
  // several candidates are no name that a user could look up
  if (of.specifier === '' || (path !== '' && of.specifier.includes('|'))) return path;
  return path === '' || path === 'default' || of.specifier.endsWith(`.${path}`) ? of.specifier : `${path} of ${of.specifier}`;
}
