import type { ts } from 'ts-morph';
import type { Expression } from '../../../facts/expression.js';
import type { Fact, FileGap, Forward, Response } from '../../../facts/fact.js';
import type { FunctionNode } from './names/names.js';

/** One parsed file on its way to facts. All parts of this folder write into its recorder; nothing that they say outlives it. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly record: Recorder;
  /** What expressions stand for: a reader knows that `Router()` is the router `router@3:9`. */
  readonly bound: Map<ts.Node, Expression>;
  /** Calls that a reader has said all of; one of another framework, to which they may look alike (`app.get('/a', …)`), leaves them alone. */
  readonly handled: Set<ts.Node>;
  /** Forms that functions of the file may have without being named by a route of it. */
  readonly forms: readonly ResultForm[];
  /** How functions send through what handlers of a framework are given. */
  readonly senders: readonly Sender[];
  /** Functions whose results are sent: responses, or values in a form of their framework. */
  readonly answering: Map<ts.Node, ResultForm | 'responses'>;
  /**
   * Declarations that an expression names. Their facts are recorded when all else is read: that is how values, types, functions and
   * classes may name each other without their modules importing each other.
   */
  readonly requested: Set<ts.Node>;
  /** Declarations of types that were recorded: one is asked for as often as it is named. */
  readonly declared: Set<ts.Node>;
}

/** What a function sends by what it is given; undefined: it has another form. */
export type Sender = (source: Source, node: FunctionNode) => Sends | undefined;

/** What a handler sends. */
export interface Sends {
  readonly responses: readonly Response[];
  readonly forwards: readonly Forward[];
  /** Why there may be more. */
  readonly incomplete?: string;
}

/** Collects the facts of one file. A named fact is recorded once, however often it is asked for. */
export interface Recorder {
  readonly add: (fact: Fact) => void;
  readonly gap: (gap: FileGap) => void;
  /** Runs `make` unless a fact of this kind and name is there or being made: recursion through names ends here. */
  readonly once: (kind: Fact['kind'], name: string, make: () => void) => void;
}

/** How handlers of a framework answer by what they return: values are sent as they are, helpers make responses of their own. */
export interface ResultForm {
  /** How a file shows that its functions may have the form, where no route names them; absent: it does not. */
  readonly shown?: RegExp;
  /** How a function looks that answers so, where no route of its file names it; tested on its text. */
  readonly evident: RegExp;
  /** Members of the first parameter by which a response is set; whoever is given one, or the parameter itself, may set it. */
  readonly members: RegExp;
  /** Calls that are given the first parameter and set nothing. */
  readonly reads: RegExp;
  /** The status that something sets for what is returned after it. */
  readonly sets: (part: FormPart) => ts.Expression | undefined;
  /** What an expression makes a response of; undefined: it is no such helper. */
  readonly made: (part: FormPart, set: Expression | undefined) => Omit<Response, 'at'> | undefined;
  /** What helpers make is sent where they are called, and need not be returned: `response.created(book)`. */
  readonly sendsInPlace?: true;
  /** A value that no helper makes is not sent: handlers return responses alone. */
  readonly responsesOnly?: true;
  /** What answers past all of this; tested on a function's text. */
  readonly opaque?: RegExp;
}

/** Something in a function with such a form. */
export interface FormPart {
  readonly source: Source;
  readonly owner: FunctionNode;
  readonly node: ts.Node;
  /** Whether an expression is the first parameter, or a member of it by which a response is set. */
  readonly isHandle: (node: ts.Node) => boolean;
}
