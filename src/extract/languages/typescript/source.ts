import type { ts } from 'ts-morph';
import type { Fact, FileGap } from '../../../facts/fact.js';

/** One parsed file on its way to facts. All parts of this folder write into its recorder. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly record: Recorder;
}

/** Collects the facts of one file. A named fact is recorded once, however often it is asked for. */
export interface Recorder {
  readonly add: (fact: Fact) => void;
  readonly gap: (gap: FileGap) => void;
  /** Runs `make` unless a fact of this kind and name is there or being made: recursion through names ends here. */
  readonly once: (kind: Fact['kind'], name: string, make: () => void) => void;
}
