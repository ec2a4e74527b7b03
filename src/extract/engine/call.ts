import type { At, Expression } from '../../facts/expression.js';
import type { Loop } from '../../facts/fact.js';
import type { PathDialect } from './paths.js';

/** A call, in the form to which a language lowers it for the engine. */
export interface Call {
  /** The name of the callee; absent: it is only known at run time, see `computed`. */
  readonly name?: string;
  /** A text or a list of texts that names the method: `router[entry.method]`. */
  readonly computed?: Expression;
  readonly arguments: readonly Argument[];
  /** The loops that contain it. */
  readonly each: readonly Loop[];
  readonly at: At;
}

/** An argument of a call as the source writes it. All members are lazy. */
export interface Argument {
  readonly form: 'text' | 'pattern' | 'list' | 'object' | 'function' | 'number' | 'call' | 'spread' | 'other';
  /** Of a text literal. */
  readonly text?: string;
  /** Of an array literal. */
  readonly items: readonly Argument[];
  readonly value: Expression;
  readonly at: At;
  readonly path: (dialect: PathDialect) => Expression;
  /** The member with this name of an object literal, written here or in a variable. */
  readonly member: (name: string) => Argument | undefined;
  /** An object with parts that are not literals here. */
  readonly isOpen: boolean;
  /** `true` or `false` where the source writes the literal. */
  readonly flag: boolean | undefined;
  /** It may be a handler. */
  readonly mayHandle: boolean;
  /** Rather a path than a middleware or router. */
  readonly isMountPath: boolean;
  /** Evidence from the handlers in it, also inside calls that wrap them. */
  readonly handlers: HandlerForm | undefined;
  /** Of a function expression. */
  readonly parameters?: number;
  readonly handlesErrors?: boolean;
}

/** The form of handler functions: `(req, res)`, `(c) => c.json()`. */
export type HandlerForm = 'request-response' | 'context';
