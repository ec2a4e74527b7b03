import type { CodeMessage, CodeRoute } from '../codebase.js';
import type { At } from '../expression.js';

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
  asks?: Map<string, Ask>;
  types?: Set<string>;
  /** What was worked out for it, by itself. */
  parts?: Set<Scope>;
}

/**
 * The questions for inference, as they turn up: kept by what they were asked for, so that only those are answered that a promise
 * needs. A named type is worked out once, for whoever comes first; who comes later has its questions too.
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

  /** A named type is referred to. */
  refer(type: string): void {
    const scope = this.#open.at(-1);
    if (scope === undefined) return;
    scope.types ??= new Set();
    scope.types.add(type);
  }

  /** Works a named type out. */
  within<T>(type: string, make: () => T): T {
    const scope: Scope = {};
    this.#types.set(type, scope);
    return this.#during(scope, make);
  }

  /** Works something out and tells what was asked for it, sorted. */
  during<T>(make: () => T): { readonly value: T; readonly asks: () => readonly Ask[] } {
    const { value, scope } = this.#part(make);
    return { value, asks: () => this.#all(scope) };
  }

  /** Works something out that is needed more than once; whoever needs it `again` asks what was asked for it. */
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
    // A set's iterator also visits what is added while it runs.
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
