import type { ts } from 'ts-morph';
import type { Expression } from '../../../facts/expression.js';
import type { Fact, FileGap, Forward, Response } from '../../../facts/fact.js';
import type { FunctionNode } from './names/names.js';

/** One parsed file during extraction. All parts of this folder write to its recorder; none of their state outlives it. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly record: Recorder;
  /** The values that readers bind to expressions: `Router()` is the router `router@3:9`. */
  readonly bound: Map<ts.Node, Expression>;
  /** Calls that a reader has handled completely; readers of similar frameworks (`app.get('/a', …)`) skip them. */
  readonly handled: Set<ts.Node>;
  /** Forms that functions of the file may have even though no route of the file names them. */
  readonly forms: readonly ResultForm[];
  /** How functions send responses through the arguments that a framework passes to handlers. */
  readonly senders: readonly Sender[];
  /** Functions whose results are sent: as responses, or as values in a form of their framework. */
  readonly answering: Map<ts.Node, ResultForm | 'responses'>;
  /**
   * Declarations that expressions name. Their facts are recorded last, so that values, types, functions and classes may name each
   * other without import cycles between their modules.
   */
  readonly requested: Set<ts.Node>;
  /** Type declarations that are already recorded: expressions may request one many times. */
  readonly declared: Set<ts.Node>;
}

/** Whether a file is JavaScript: comments may declare its types, and no compiler checks them. */
export const isJavaScript = ({ path }: Source): boolean => /\.[cm]?jsx?$/.test(path);

/** The patterns that were sought in the text of a file. */
const sought = new WeakMap<Source, Map<RegExp, boolean>>();

/** Whether the text of a file matches a pattern: asked at each of many places in it, it searches once. */
export function isInText(source: Source, pattern: RegExp): boolean {
  const known = sought.get(source) ?? new Map<RegExp, boolean>();
  sought.set(source, known);
  const isFound = known.get(pattern) ?? pattern.test(source.text);
  known.set(pattern, isFound);
  return isFound;
}

/** The responses that a function sends through its parameters; undefined: it has another form. */
export type Sender = (source: Source, node: FunctionNode) => Sends | undefined;

/** The responses of a handler. */
export interface Sends {
  readonly responses: readonly Response[];
  readonly forwards: readonly Forward[];
  /** Why the list may be incomplete. */
  readonly incomplete?: string;
  /** It makes no response itself: it is a handler only if one of those functions is. */
  readonly supposed?: true;
}

/** Collects the facts of one file. A named fact is recorded once, however often it is requested. */
export interface Recorder {
  readonly add: (fact: Fact) => void;
  readonly gap: (gap: FileGap) => void;
  /** Runs `make` unless a fact of this kind and name exists or is in progress: this ends recursion through names. */
  readonly once: (kind: Fact['kind'], name: string, make: () => void) => void;
}

/** How handlers of a framework answer with their return value: values are sent as they are, helpers create responses. */
export interface ResultForm {
  /** Text by which a file shows that its functions may have the form though no route names them; absent: it cannot show that. */
  readonly shown?: RegExp;
  /** Text of a function that shows the form, where no route of its file names it. */
  readonly evident: RegExp;
  /** Members of the first parameter that set a response; code that receives one, or the parameter itself, may set it. */
  readonly members: RegExp;
  /** Calls that take the first parameter and set nothing. */
  readonly reads: RegExp;
  /** The status that a node sets for values returned later. */
  readonly sets: (part: FormPart) => ts.Expression | undefined;
  /** The response that an expression creates; undefined: it is not a helper of the form. */
  readonly made: (part: FormPart, set: Expression | undefined) => Omit<Response, 'at'> | undefined;
  /** Calling a helper sends its response, so it need not be returned: `response.created(book)`. */
  readonly sendsInPlace?: true;
  /** Only responses of helpers are sent: a handler must not return other values. */
  readonly responsesOnly?: true;
  /** Text of a function that shows another way of answering. */
  readonly opaque?: RegExp;
}

/** A node in a function with such a form. */
export interface FormPart {
  readonly source: Source;
  readonly owner: FunctionNode;
  readonly node: ts.Node;
  /** Whether an expression is the first parameter, or a member of it that sets a response. */
  readonly isHandle: (node: ts.Node) => boolean;
}
