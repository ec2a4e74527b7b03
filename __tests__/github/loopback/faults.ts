/** What goes wrong, on purpose. */

/** An answer in place of the real one; `cut` ends the connection, before or after the request was carried out; `late` is no more than that. */
export type Trouble =
  | { readonly status: number; readonly message?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'cut before'
  | 'cut after'
  | 'late';

export interface Fault {
  /** Operations it strikes, such as `checks/create`; all when left out. */
  readonly operation?: string;
  /** How often; always when left out. */
  readonly times?: number;
  /** How many requests of the operation pass before. */
  readonly after?: number;
  /** Absent: it is answered, late. */
  readonly trouble?: Trouble;
  /** Called when the request is there, which is held until then. */
  readonly until?: () => Promise<unknown>;
}

/** 403 as GitHub words its secondary rate limit. */
export function secondaryLimit(retryAfter: number): Trouble {
  return {
    status: 403,
    message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    headers: { 'retry-after': String(retryAfter) },
  };
}

/** 429 as GitHub answers it. */
export function tooManyRequests(retryAfter: number): Trouble {
  return { status: 429, message: 'Too many requests', headers: { 'retry-after': String(retryAfter) } };
}

export class Faults {
  private planned: { readonly fault: Fault; left: number; passing: number }[] = [];

  plan(fault: Fault): void {
    this.planned.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY, passing: fault.after ?? 0 });
  }

  clear(): void {
    this.planned = [];
  }

  async strike(operation: string): Promise<Trouble | undefined> {
    const next = this.planned.find(({ fault, left }) => left > 0 && (fault.operation ?? operation) === operation);
    if (next === undefined) return undefined;
    if (next.passing > 0) {
      next.passing--;
      return undefined;
    }
    next.left--;
    await next.fault.until?.();
    return next.fault.trouble;
  }
}

/** Holds requests of an operation until `count` of them are there, then lets all go: the worst case of a race, every time. */
export class Gates {
  private readonly gates = new Map<string, { readonly count: number; readonly waiting: (() => void)[] }>();

  /** Each gate opens once, and stays open. */
  close(operation: string, count: number): void {
    this.gates.set(operation, { count, waiting: [] });
  }

  /** Lets everything go, as when a run ended without ever asking. */
  open(): void {
    const all = [...this.gates.values()].flatMap(({ waiting }) => waiting);
    this.gates.clear();
    for (const go of all) go();
  }

  async pass(operation: string): Promise<void> {
    const gate = this.gates.get(operation);
    if (gate === undefined) return;
    await new Promise<void>((go) => {
      gate.waiting.push(go);
      if (gate.waiting.length < gate.count) return;
      this.gates.delete(operation);
      for (const each of gate.waiting) each();
    });
  }
}
