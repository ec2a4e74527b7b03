/** A place in a file of the repository. */
export interface Location {
  /** Repository-relative, with forward slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column?: number;
}
