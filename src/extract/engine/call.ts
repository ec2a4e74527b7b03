import type { At, Expression } from '../../facts/expression.js';
import type { Loop } from '../../facts/fact.js';
import type { PathDialect } from './paths.js';

/** A call as a language lowers it for the engine. */
export interface Call {
  /** The word that is called; absent: only what runs knows it, see `computed`. */
  readonly name?: string;
  /** A text or a list of texts that is the method's name: `router[entry.method]`. */
  readonly computed?: Expression;
  readonly arguments: readonly Argument[];
  /** The loops around it. */
  readonly each: readonly Loop[];
  readonly at: At;
}

/** What a call is given, as it is written. Everything is worked out when it is asked for. */
export interface Argument {
  readonly form: 'text' | 'pattern' | 'list' | 'object' | 'function' | 'number' | 'call' | 'spread' | 'other';
  /** Of a text that is written out. */
  readonly text?: string;
  /** Of a list that is written out. */
  readonly items: readonly Argument[];
  readonly value: Expression;
  readonly at: At;
  readonly path: (dialect: PathDialect) => Expression;
  /** What an object that is written out, here or in a variable, holds by a name. */
  readonly member: (name: string) => Argument | undefined;
  /** An object with parts that are not written out here. */
  readonly isOpen: boolean;
  /** `true` or `false` where it is written so. */
  readonly flag: boolean | undefined;
  /** It may be a function that answers. */
  readonly mayHandle: boolean;
  /** Rather a path than a middleware or router. */
  readonly isMountPath: boolean;
  /** Evidence of the handlers in it, also within calls that wrap them. */
  readonly handlers: HandlerForm | undefined;
  /** Of a function that is written here. */
  readonly parameters?: number;
  readonly handlesErrors?: boolean;
}

/** How functions look that answer: `(req, res)`, `(c) => c.json()`. */
export type HandlerForm = 'request-response' | 'context';
