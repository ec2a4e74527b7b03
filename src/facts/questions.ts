import type { CodeMessage, CodeRoute } from './codebase.js';
import type { At } from './expression.js';

/**
 * A question for inference: the `value` of the expression (or name) with this place and length, the value that is `held` by what
 * is declared there (a variable, a member), or the `result` of the function that begins there.
 */
export interface Ask {
  readonly file: string;
  readonly at: At & { readonly length?: number };
  readonly what: 'value' | 'held' | 'result';
}
export const askKey = ({ file, at, what }: Ask): string => `${file}:${at.line}:${at.column}:${at.length ?? ''}:${what}`;

/** Of linked routes and messages: what was asked for what they send. */
export const questioned = new WeakMap<CodeRoute | CodeMessage, () => readonly Ask[]>();

/** What inference was or may be asked for what a linked route or message sends, sorted. */
export function questionsOf(route: CodeRoute | CodeMessage): readonly Ask[] {
  return questioned.get(route)?.() ?? [];
}

/** What is asked while one thing is worked out, and the named types that it refers to. */
interface Scope {
  readonly asks: Map<string, Ask>;
  readonly types: Set<string>;
}

/**
 * The questions for inference, as they turn up: kept by what they were asked for, so that only those are answered that a promise
 * needs. A named type is worked out once, for whoever comes first; who comes later has its questions too.
 */
export class Questions {
  readonly #open: Scope[] = [];
  readonly #types = new Map<string, Scope>();

  note(ask: Ask): void {
    const key = askKey(ask);
    for (const { asks } of this.#open) asks.set(key, ask);
  }

  /** A named type is referred to. */
  refer(type: string): void {
    for (const { types } of this.#open) types.add(type);
  }

  /** Works a named type out. */
  within<T>(type: string, make: () => T): T {
    const scope: Scope = { asks: new Map(), types: new Set() };
    this.#types.set(type, scope);
    return this.#during(scope, make);
  }

  /** Works something out and tells what was asked for it, sorted. */
  during<T>(make: () => T): { readonly value: T; readonly asks: () => readonly Ask[] } {
    const scope: Scope = { asks: new Map(), types: new Set() };
    const value = this.#during(scope, make);
    return { value, asks: () => this.#all(scope) };
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
    const asks = new Map(scope.asks);
    const seen = new Set(scope.types);
    // A set's iterator also visits what is added while it runs.
    for (const type of seen) {
      const inside = this.#types.get(type);
      for (const [key, ask] of inside?.asks ?? []) asks.set(key, ask);
      for (const other of inside?.types ?? []) seen.add(other);
    }
    return [...asks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ask]) => ask);
  }
}
