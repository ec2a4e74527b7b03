import type { Limits } from './limits.js';
import type { Parameters } from './operations.js';
import type { Token } from './token.js';
import type { World } from './world.js';

/** A request that was understood and is allowed. */
export interface Call {
  readonly world: World;
  readonly token: Token | undefined;
  readonly limits: Limits;
  readonly path: Parameters;
  readonly query: Parameters;
  /** As GitHub's description demands it, for operations that take one. */
  readonly body: unknown;
  /** What the client would like to get. */
  readonly accept: string;
  /** Where the loopback is reached, without a slash at the end: the API, and the pages of people. */
  readonly api: string;
  readonly html: string;
}

/** What is answered. A `list` is cut into pages; `under` names the field of an object that holds it. */
export type Answer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly list: readonly unknown[]; readonly under?: string };

export type Handler = (call: Call) => Answer;

export const notFound: Answer = { status: 404, body: { message: 'Not Found', status: '404' } };

/** 422 with GitHub's list of what is wrong. */
export function invalid(resource: string, field: string, message: string): Answer {
  return {
    status: 422,
    body: { message: 'Validation Failed', errors: [{ resource, code: 'custom', field, message }], status: '422' },
  };
}

export const full = (world: World): string => `${world.owner}/${world.name}`;
