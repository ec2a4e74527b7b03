import type { CodeMessage, CodeRoute } from '../codebase.js';
import type { At } from '../expression.js';

/**
 * A question for inference about a place of a file. `value`: the value of the expression (or name) with this length; `stored`: of
 * the variable or member declared there; `result`: the result of the function that begins there.
 */
export interface Ask {
  readonly file: string;
  readonly at: At & { readonly length?: number };
  readonly what: 'value' | 'stored' | 'result';
}
export const askKey = ({ file, at, what }: Ask): string => `${file}:${at.line}:${at.column}:${at.length ?? ''}:${what}`;

/** For linked routes and messages: the questions about what they send. */
export const questioned = new WeakMap<CodeRoute | CodeMessage, () => readonly Ask[]>();

/** The questions for inference about what a linked route or message sends, sorted. */
export function questionsOf(route: CodeRoute | CodeMessage): readonly Ask[] {
  return questioned.get(route)?.() ?? [];
}

/** The questions of one evaluation, and the named types that it refers to. */
interface Scope {
  asks?: Map<string, Ask>;
  types?: Set<string>;
  /** The separate evaluations that it depends on. */
  parts?: Set<Scope>;
}

/**
 * Collects the questions for inference by the route or message that needs them, so that inference answers only those that a
 * contract operation needs. A named type is evaluated once, for its first user; later users get its questions too.
 */
export class Questions {
  readonly #open: Scope[] = [];
  readonly #types = new Map<string, Scope>();

  note(ask: Ask): void {
    const scope = this.#open.at(-1);
    if (scope === undefined) return;
    scope.asks ??= new Map();
    scope.asks.set(askKey(ask), ask);
  }

  /** Records a reference to a named type. */
  refer(type: string): void {
    const scope = this.#open.at(-1);
    if (scope === undefined) return;
    scope.types ??= new Set();
    scope.types.add(type);
  }

  /** Evaluates a named type. */
  within<T>(type: string, make: () => T): T {
    const scope: Scope = {};
    this.#types.set(type, scope);
    return this.#during(scope, make);
  }

  /** Evaluates something and returns the questions that it asked, sorted. */
  during<T>(make: () => T): { readonly value: T; readonly asks: () => readonly Ask[] } {
    const { value, scope } = this.#part(make);
    return { value, asks: () => this.#all(scope) };
  }

  /** Evaluates something that several users need; each later user calls `again` to take over its questions. */
  part<T>(make: () => T): { readonly value: T; readonly again: () => void } {
    const { value, scope } = this.#part(make);
    return { value, again: () => this.#add(scope) };
  }

  #part<T>(make: () => T): { readonly value: T; readonly scope: Scope } {
    const scope: Scope = {};
    const value = this.#during(scope, make);
    this.#add(scope);
    return { value, scope };
  }

  #add(part: Scope): void {
    const scope = this.#open.at(-1);
    if (scope === undefined || (part.asks ?? part.types ?? part.parts) === undefined) return;
    scope.parts ??= new Set();
    scope.parts.add(part);
  }

  #during<T>(scope: Scope, make: () => T): T {
    this.#open.push(scope);
    try {
      return make();
    } finally {
      this.#open.pop();
    }
  }

  #all(scope: Scope): readonly Ask[] {
    const asks = new Map<string, Ask>();
    const seen = new Set([scope]);
    // A set's iterator also visits elements that are added while it runs.
    for (const { asks: own = [], types = [], parts = [] } of seen) {
      for (const [key, ask] of own) asks.set(key, ask);
      for (const part of parts) seen.add(part);
      for (const type of types) {
        const inside = this.#types.get(type);
        if (inside !== undefined) seen.add(inside);
      }
    }
    return [...asks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ask]) => ask);
  }
}
